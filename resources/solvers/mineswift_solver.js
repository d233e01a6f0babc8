// The package mineswift as a solver: it opens what its hints call safe, else any cell. Needs "npm install mineswift".
const Minefield = require("mineswift");

let last = [];
let safe = new Set();
let found = new Set();

function answer({ height, width, mines, rows }) {
    // What was found before is known still, if this is the same game: no clue is gone.
    if (last.length !== height || last.some((row, i) => [...row].some((mark, j) => mark !== "H" && mark !== rows[i][j]))) {
        safe = new Set();
        found = new Set();
    }
    last = rows;
    const field = new Minefield(height, width, { mines: [] });
    const cells = field.concatenate();
    cells.forEach((cell, k) => {
        cell.isOpen = rows[cell.row][cell.col] !== "H";
        cell.mines = Number(rows[cell.row][cell.col]) || 0;
        cell.isFlag = found.has(k);
        if (cell.isOpen) safe.delete(k);
    });
    const covered = [...cells.keys()].filter(k => !cells[k].isOpen);
    if (covered.length === mines) return { open: null, mines: covered.map(k => cells[k].pos) };
    // The hints use the number of mines, not their places.
    covered.slice(0, mines).forEach(k => { cells[k].isMine = true; });
    for (let before = -1; !safe.size && before < found.size;) {
        before = found.size;
        for (const hint of field.getHints(true)) {
            for (const { row, col } of hint) (hint.safe ? safe : found).add(row * width + col);
        }
        found.forEach(k => { cells[k].isFlag = true; });
    }
    const [choice] = safe.size ? safe : covered.filter(k => !found.has(k));
    return { open: cells[choice].pos, safe: [...safe].map(k => cells[k].pos), mines: [...found].map(k => cells[k].pos) };
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", line => console.log(JSON.stringify(answer(JSON.parse(line)))));
