"""Says in words what is around the cursor, and moves it along the covered cells that touch clues."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.model import Cell
from minesweeper_qt.model.text.number_text import counted, plural


class BoardWords(QObject):
    """Carries out *Where Am I* and what goes along the covered cells, for those who can't see the board."""

    def __init__(self, session: GameSession, act: Actions, model: BoardModel, view: BoardView) -> None:
        super().__init__(view)
        self._session = session
        self._model = model
        self._view = view
        act["where"].triggered.connect(self._say_where)
        act["next_covered"].triggered.connect(self._go_on)
        act["previous_covered"].triggered.connect(self._go_back)

    @Slot()
    def _say_where(self) -> None:
        """Say what the cell of the cursor and its neighbours show, and how many covered cells touch a clue."""
        view, (row, column) = self._session.view, self._view.cursor_cell
        words = self._model.in_words
        sentences = [f"{words((row, column))}, row {row}, column {column}"]
        for name, below in (("Above", -1), ("Beside", 0), ("Below", 1)):
            line = [(row + below, column + right) for right in (-1, 0, 1) if below or right]
            shown = [words(cell) for cell in line if cell in view.board]
            sentences.append(f"{name}: {', '.join(shown) or 'the edge'}")
        near = view.board.neighbours((row, column)) - view.clues.keys()
        flags = len(near & view.position.flags)
        touching = len(self._beside_clues())
        verb = plural(touching, "touches", "touch")
        sentences += [f"{len(near) - flags} covered, {counted(flags, 'flag')}"]
        sentences += [f"{counted(touching, 'covered cell')} {verb} clues", f"{view.mines_left} mines left."]
        self._view.key_cursor.show()
        self._session.status.show(". ".join(sentences))

    @Slot()
    def _go_on(self) -> None:
        cells = self._beside_clues()
        self._go_to(next((cell for cell in cells if cell > self._view.cursor_cell), next(iter(cells), None)))

    @Slot()
    def _go_back(self) -> None:
        cells = self._beside_clues()[::-1]
        self._go_to(next((cell for cell in cells if cell < self._view.cursor_cell), next(iter(cells), None)))

    def _go_to(self, cell: Cell | None) -> None:
        if cell is None:
            self._session.status.show("No covered cell touches a clue.")
        else:
            self._view.setFocus()
            self._view.move_cursor(cell)
            self._view.key_cursor.show()

    def _beside_clues(self) -> list[Cell]:
        """Return the covered cells without a flag that touch a clue, in reading order."""
        view = self._session.view
        around = {cell for clue in view.clues for cell in view.board.neighbours(clue)}
        return sorted(around - view.clues.keys() - view.position.flags)
