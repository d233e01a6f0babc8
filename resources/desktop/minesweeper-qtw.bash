# bash-completion looks for a file with the name of the command; that of minesweeper-qt is for both.
. "${BASH_SOURCE[0]%/*}/minesweeper-qt"
