# fish looks for a file with the name of the command; that of minesweeper-qt is for both.
complete -c minesweeper-qtw -w minesweeper-qt
