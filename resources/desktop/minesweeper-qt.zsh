#compdef minesweeper-qt minesweeper-qtw
# The completions of minesweeper-qt, written by resources/desktop/generate.
local -a commands=('play:open the window and play (the default)' 'check:say what is wrong in your own minesweeper.py of the CS50 project' 'review:say what could have been known in saved games' 'practise:print positions to practise on, with answers' 'lab:play many games and compare strategies' 'solve:say what is known about a position' 'referee:say which claims about cells, and which reasons for them, are false' 'explain:say why a cell of a position is safe or a mine' 'desktop:put the program into the menus of a Linux desktop')
local command=
if (( CURRENT > 2 )) && [[ $words[2] == (play|check|review|practise|lab|solve|referee|explain|desktop) ]]; then
    command=$words[2]
    shift words
    (( CURRENT-- ))
fi
case $command in
    '') _arguments \
        '--help[show this help message and exit]' \
        '--version[show program'"'"'s version number and exit]' \
        '--verbose[with --version\: list all versions, for bug reports]' \
        '--open=[open a saved game, a replay or a position]::FILE:{_files}' \
        '--level=[one of cs50, beginner, intermediate, expert; without it the last level used]:L:{compadd -- cs50 beginner intermediate expert}' \
        '--height=[rows of a board of your own\: 2 to 100]:H:{}' \
        '--width=[its columns\: 2 to 100]:W:{}' \
        '--mines=[its mines\: 1 to height x width - 1]:N:{}' \
        '--guesses=[what happens at guesses\: as-dealt, or fair\: safe when no covered cell is certainly safe, else a mine; without it the last choice]:G:{compadd -- as-dealt fair}' \
        '--no-guess=[boards that need no guess, with at most this as their hardest step\: clue, subset, overlap, count, cases]:L:{compadd -- clue subset overlap count cases}' \
        '--exactly[with --no-guess\: exactly that as their hardest step]' \
        '--seed=[repeat a layout\: a whole number, 0 to 999999999999999999]:S:{}' \
        '--autoplay[let the AI play to the end]' \
        '--overlay[show what is known about the cells; without either the last choice]' \
        '--no-overlay[show what is known about the cells; without either the last choice]' \
        '--probabilities[show the chance of each cell to be a mine; without either the last choice]' \
        '--no-probabilities[show the chance of each cell to be a mine; without either the last choice]' \
        '--strategy=[what the AI plays by\: one of cs50, cs50-count, cs50-overlap, exact, expert; without it the last choice]:NAME:{compadd -- cs50 cs50-count cs50-overlap exact expert}' \
        '--agent=[let your own agent play beside the AI\: your minesweeper.py, or the folder with it]:FILE:{_files}' \
        '--python=[the Python that runs your agent; without it the one that runs this program]:PATH:{_files}' \
        '--screenshot=[write a picture (.png) of the window and exit; needs no display]:FILE:{_files}' \
        '1:command:{(( CURRENT == 2 )) && _describe command commands}' ;;
    'play') _arguments \
        '--help[show this help message and exit]' \
        '--open=[open a saved game, a replay or a position]::FILE:{_files}' \
        '--level=[one of cs50, beginner, intermediate, expert; without it the last level used]:L:{compadd -- cs50 beginner intermediate expert}' \
        '--height=[rows of a board of your own\: 2 to 100]:H:{}' \
        '--width=[its columns\: 2 to 100]:W:{}' \
        '--mines=[its mines\: 1 to height x width - 1]:N:{}' \
        '--guesses=[what happens at guesses\: as-dealt, or fair\: safe when no covered cell is certainly safe, else a mine; without it the last choice]:G:{compadd -- as-dealt fair}' \
        '--no-guess=[boards that need no guess, with at most this as their hardest step\: clue, subset, overlap, count, cases]:L:{compadd -- clue subset overlap count cases}' \
        '--exactly[with --no-guess\: exactly that as their hardest step]' \
        '--seed=[repeat a layout\: a whole number, 0 to 999999999999999999]:S:{}' \
        '--autoplay[let the AI play to the end]' \
        '--overlay[show what is known about the cells; without either the last choice]' \
        '--no-overlay[show what is known about the cells; without either the last choice]' \
        '--probabilities[show the chance of each cell to be a mine; without either the last choice]' \
        '--no-probabilities[show the chance of each cell to be a mine; without either the last choice]' \
        '--strategy=[what the AI plays by\: one of cs50, cs50-count, cs50-overlap, exact, expert; without it the last choice]:NAME:{compadd -- cs50 cs50-count cs50-overlap exact expert}' \
        '--agent=[let your own agent play beside the AI\: your minesweeper.py, or the folder with it]:FILE:{_files}' \
        '--python=[the Python that runs your agent; without it the one that runs this program]:PATH:{_files}' \
        '--screenshot=[write a picture (.png) of the window and exit; needs no display]:FILE:{_files}' ;;
    'check') _arguments \
        '--help[show this help message and exit]' \
        ':FILE:{_files}' \
        '--level=[one of cs50, beginner, intermediate, expert; without it cs50]:L:{compadd -- cs50 beginner intermediate expert}' \
        '--height=[rows of a board of your own\: 2 to 100]:H:{}' \
        '--width=[its columns\: 2 to 100]:W:{}' \
        '--mines=[its mines\: 1 to height x width - 1]:N:{}' \
        '--games=[how many games to play; without it 100]:N:{}' \
        '--seed=[the seed from which the boards follow\: 0 to 999999999999999999; without it 1]:S:{}' \
        '--time-limit=[the time that one call may take; without it 2]:SECONDS:{}' \
        '--memory-limit=[the memory that the file may use; without it 512]:MB:{}' \
        '--jobs=[how many processes play; without it one for each core]:J:{}' \
        '--python=[the Python that runs the file; without it the one that runs this program]:PATH:{_files}' \
        '--box[run the file in a box of bwrap (Linux)\: no network, nothing left behind; without it only a folder]' \
        '--no-box[run the file in a box of bwrap (Linux)\: no network, nothing left behind; without it only a folder]' \
        '--fail-on=[what makes the exit code 1\: errors alone, or weaknesses too; without it weakness]:VALUE:{compadd -- error weakness}' \
        '--format=[how the report is written\: text, json, gradescope, check50; without it text, for people]:F:{compadd -- text json gradescope check50}' \
        '--json[short for --format json]' \
        '--points=[give points for checks, skills and games, from this TOML file; the help has an example]:FILE:{_files}' \
        '--save-tests=[write the smallest cases as tests for pytest (.py), which import only your file; an existing file is replaced]:FILE:{_files}' \
        '--out=[for a class\: write a report for each submission (.json, .txt) into this folder]:FOLDER:{_path_files -/}' \
        '--resume[for a class\: go on in the folder of --out; changed files are checked again]' \
        '--csv=[for a class\: write a table with a row for each submission (.csv)]:FILE:{_files}' \
        '--html=[for a class\: write a page with all reports (.html)]:FILE:{_files}' ;;
    'review') _arguments \
        '--help[show this help message and exit]' \
        '*:FILE:{_files}' \
        '--json[write a JSON object per game, on a line of its own, with each move and its judgement]' \
        '--csv=[write a row per game (.csv)]:FILE:{_files}' \
        '--html=[write a page with the boards and proofs of all mistakes (.html)]:FILE:{_files}' \
        '--jobs=[how many processes review; without it one for each core]:J:{}' ;;
    'practise') _arguments \
        '--help[show this help message and exit]' \
        '--topic=[the topic\: clue, subset, overlap, count, cases, 1-1, 1-2, 1-2-1, 1-2-2-1; without it any topic]:T:{compadd -- clue subset overlap count cases 1-1 1-2 1-2-1 1-2-2-1}' \
        '--n=[how many positions; without it 10, with --generate as many as this program has]:N:{}' \
        '--seed=[the seed\: the same one gives the same positions; without it they differ each time, or 1 with --generate]:S:{}' \
        '--json[write a list in JSON, for programs]' \
        '--html=[write a page to print (.html); the answers start on a new sheet]:FILE:{_files}' \
        '--generate=[find positions in games, and write a file for each topic (.txt) into this folder]:FOLDER:{_path_files -/}' ;;
    'lab') _arguments \
        '--help[show this help message and exit]' \
        '--level=[one of cs50, beginner, intermediate, expert; without it expert]:L:{compadd -- cs50 beginner intermediate expert}' \
        '--height=[rows of a board of your own\: 2 to 100]:H:{}' \
        '--width=[its columns\: 2 to 100]:W:{}' \
        '--mines=[its mines\: 1 to height x width - 1]:N:{}' \
        '--first-click=[what the first click may be\: anything, safe, opening; without it what the level says]:C:{compadd -- anything safe opening}' \
        '--guesses=[what happens at guesses\: as-dealt, or fair\: safe when no covered cell is certainly safe, else a mine; without it as-dealt]:G:{compadd -- as-dealt fair}' \
        '--no-guess=[boards that need no guess, with at most this as their hardest step\: clue, subset, overlap, count, cases]:L:{compadd -- clue subset overlap count cases}' \
        '--exactly[with --no-guess\: exactly that as their hardest step]' \
        '--games=[how many; without it 1000]:N:{}' \
        '*--strategy=[one of cs50, cs50-count, cs50-overlap, exact, expert, or the file of an agent, such as minesweeper.py; several times for several, the first is what the others are compared with; without it all named ones]:S:{compadd -- cs50 cs50-count cs50-overlap exact expert; _files}' \
        '*--solver=[a program that reads positions as JSON lines and answers each with its move; several times for several; with --guesses fair its wins show how complete its reasoning is]:COMMAND:{}' \
        '--seed=[from which each game'"'"'s own seed follows\: 0 to 999999999999999999; without it 1]:S:{}' \
        '--jobs=[how many processes play; without it one for each core]:J:{}' \
        '--out=[write a row per game (.csv), each as soon as it is played]:FILE:{_files}' \
        '--resume[continue the file of --out where it broke off]' \
        '--plot=[draw the results (.png, .svg, .pdf) with matplotlib; what is there is replaced]:FILE:{_files}' \
        '--boards=[play the layouts of this file; a line is {"height"\: 2, "width"\: 3, "mines"\: \[\[0, 1\]\], "start"\: \[1, 1\]}; of the level only the rules count then; up to 10,000 cells each]:FILE:{_files}' \
        '--cluster=[play on the workers of this Dask scheduler instead of on this machine]:ADDRESS:{}' \
        '--no-referee[don'"'"'t judge the guesses of strategies that don'"'"'t know their risk\: faster]' ;;
    'solve') _arguments \
        '--help[show this help message and exit]' \
        ':FILE:{_files}' \
        '--json[write JSON, for programs]' \
        '--strategy=[the strategy that picks the best move\: one of cs50, cs50-count, cs50-overlap, exact, expert; without it expert]:NAME:{compadd -- cs50 cs50-count cs50-overlap exact expert}' \
        '--svg=[also draw the position as a picture (.svg) with the chances, the certain cells and the best move]:FILE:{_files}' \
        '--certificate[FILE is a saved game\: write how its board is solved without a guess, with proofs]' \
        '--game=[the same for a board by its code, its game ID in Simon Tatham'"'"'s Mines, or an address with one]:CODE:{}' \
        '--logic=[write the position as logic for other tools\: dimacs (SAT solvers), smtlib, or course (Python, logic.py)]:FORM:{compadd -- dimacs smtlib course}' \
        '--no-mine-count[with --logic\: the clues alone, without the number of mines]' ;;
    'referee') _arguments \
        '--help[show this help message and exit]' \
        ':FILE:{_files}' \
        '--json[write JSON, for programs]' ;;
    'explain') _arguments \
        '--help[show this help message and exit]' \
        ':FILE:{_files}' \
        ':ROW:{}' \
        ':COL:{}' \
        '--unfold[write all of the proof\: what is known, and why, and the lines that are folded]' \
        '--from-clues[start from the clues alone, not from what the three rules find out]' \
        '--json[write JSON, for programs\: the proof from the clues, and the short one]' \
        '--svg=[also draw the position as a picture (.svg) with the verdict on the cell and the clues of the proof, or with the chance of a mine]:FILE:{_files}' ;;
    'desktop') _arguments \
        '--help[show this help message and exit]' \
        '--install[write the files into your own folder of shared data]' \
        '--remove[delete these files]' ;;
esac
