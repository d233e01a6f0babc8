# The completions of minesweeper-qt, written by resources/desktop/generate.
complete -c minesweeper-qt -f
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a play -d 'open the window and play (the default)'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a check -d 'say what is wrong in your own minesweeper.py of the CS50 project'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a review -d 'say what could have been known in saved games'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a practise -d 'print positions to practise on, with answers'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a lab -d 'play many games and compare strategies'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a solve -d 'say what is known about a position'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a referee -d 'say which claims about cells, and which reasons for them, are false'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a explain -d 'say why a cell of a position is safe or a mine'
complete -c minesweeper-qt -n 'test (count (commandline -opc)) -eq 1' -a desktop -d 'put the program into the menus of a Linux desktop'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l version -d 'show program\'s version number and exit'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l verbose -d 'with --version: list all versions, for bug reports'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l open -d 'open a saved game, a replay or a position' -r -F
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l level -d 'one of cs50, beginner, intermediate, expert; without it the last level used' -x -a 'cs50 beginner intermediate expert'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l height -d 'rows of a board of your own: 2 to 100' -x
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l width -d 'its columns: 2 to 100' -x
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l mines -d 'its mines: 1 to height x width - 1' -x
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l guesses -d 'what happens at guesses: as-dealt, or fair: safe when no covered cell is certainly safe, else a mine; without it the last choice' -x -a 'as-dealt fair'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l no-guess -d 'boards that need no guess, with at most this as their hardest step: clue, subset, overlap, count, cases' -x -a 'clue subset overlap count cases'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l exactly -d 'with --no-guess: exactly that as their hardest step'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l seed -d 'repeat a layout: a whole number, 0 to 999999999999999999' -x
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l autoplay -d 'let the AI play to the end'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l overlay -d 'show what is known about the cells; without either the last choice'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l no-overlay -d 'show what is known about the cells; without either the last choice'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l probabilities -d 'show the chance of each cell to be a mine; without either the last choice'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l no-probabilities -d 'show the chance of each cell to be a mine; without either the last choice'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l strategy -d 'what the AI plays by: one of cs50, cs50-count, cs50-overlap, exact, expert; without it the last choice' -x -a 'cs50 cs50-count cs50-overlap exact expert'
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l agent -d 'let your own agent play beside the AI: your minesweeper.py, or the folder with it' -r -F
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l python -d 'the Python that runs your agent; without it the one that runs this program' -r -F
complete -c minesweeper-qt -n 'not __fish_seen_subcommand_from play check review practise lab solve referee explain desktop' -l screenshot -d 'write a picture (.png) of the window and exit; needs no display' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l open -d 'open a saved game, a replay or a position' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l level -d 'one of cs50, beginner, intermediate, expert; without it the last level used' -x -a 'cs50 beginner intermediate expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l height -d 'rows of a board of your own: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l width -d 'its columns: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l mines -d 'its mines: 1 to height x width - 1' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l guesses -d 'what happens at guesses: as-dealt, or fair: safe when no covered cell is certainly safe, else a mine; without it the last choice' -x -a 'as-dealt fair'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l no-guess -d 'boards that need no guess, with at most this as their hardest step: clue, subset, overlap, count, cases' -x -a 'clue subset overlap count cases'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l exactly -d 'with --no-guess: exactly that as their hardest step'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l seed -d 'repeat a layout: a whole number, 0 to 999999999999999999' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l autoplay -d 'let the AI play to the end'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l overlay -d 'show what is known about the cells; without either the last choice'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l no-overlay -d 'show what is known about the cells; without either the last choice'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l probabilities -d 'show the chance of each cell to be a mine; without either the last choice'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l no-probabilities -d 'show the chance of each cell to be a mine; without either the last choice'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l strategy -d 'what the AI plays by: one of cs50, cs50-count, cs50-overlap, exact, expert; without it the last choice' -x -a 'cs50 cs50-count cs50-overlap exact expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l agent -d 'let your own agent play beside the AI: your minesweeper.py, or the folder with it' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l python -d 'the Python that runs your agent; without it the one that runs this program' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from play' -l screenshot -d 'write a picture (.png) of the window and exit; needs no display' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l level -d 'one of cs50, beginner, intermediate, expert; without it cs50' -x -a 'cs50 beginner intermediate expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l height -d 'rows of a board of your own: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l width -d 'its columns: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l mines -d 'its mines: 1 to height x width - 1' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l games -d 'how many games to play; without it 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l seed -d 'the seed from which the boards follow: 0 to 999999999999999999; without it 1' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l time-limit -d 'the time that one call may take; without it 2' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l memory-limit -d 'the memory that the file may use; without it 512' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l jobs -d 'how many processes play; without it one for each core' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l python -d 'the Python that runs the file; without it the one that runs this program' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l box -d 'run the file in a box of bwrap (Linux): no network, nothing left behind; without it only a folder'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l no-box -d 'run the file in a box of bwrap (Linux): no network, nothing left behind; without it only a folder'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l fail-on -d 'what makes the exit code 1: errors alone, or weaknesses too; without it weakness' -x -a 'error weakness'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l format -d 'how the report is written: text, json, gradescope, check50; without it text, for people' -x -a 'text json gradescope check50'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l json -d 'short for --format json'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l points -d 'give points for checks, skills and games, from this TOML file; the help has an example' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l save-tests -d 'write the smallest cases as tests for pytest (.py), which import only your file; an existing file is replaced' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l out -d 'for a class: write a report for each submission (.json, .txt) into this folder' -x -a '(__fish_complete_directories)'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l resume -d 'for a class: go on in the folder of --out; changed files are checked again'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l csv -d 'for a class: write a table with a row for each submission (.csv)' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from check' -l html -d 'for a class: write a page with all reports (.html)' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -l json -d 'write a JSON object per game, on a line of its own, with each move and its judgement'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -l csv -d 'write a row per game (.csv)' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -l html -d 'write a page with the boards and proofs of all mistakes (.html)' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from review' -l jobs -d 'how many processes review; without it one for each core' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l topic -d 'the topic: clue, subset, overlap, count, cases, 1-1, 1-2, 1-2-1, 1-2-2-1; without it any topic' -x -a 'clue subset overlap count cases 1-1 1-2 1-2-1 1-2-2-1'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l n -d 'how many positions; without it 10, with --generate as many as this program has' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l seed -d 'the seed: the same one gives the same positions; without it they differ each time, or 1 with --generate' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l json -d 'write a list in JSON, for programs'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l html -d 'write a page to print (.html); the answers start on a new sheet' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from practise' -l generate -d 'find positions in games, and write a file for each topic (.txt) into this folder' -x -a '(__fish_complete_directories)'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l level -d 'one of cs50, beginner, intermediate, expert; without it expert' -x -a 'cs50 beginner intermediate expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l height -d 'rows of a board of your own: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l width -d 'its columns: 2 to 100' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l mines -d 'its mines: 1 to height x width - 1' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l first-click -d 'what the first click may be: anything, safe, opening; without it what the level says' -x -a 'anything safe opening'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l guesses -d 'what happens at guesses: as-dealt, or fair: safe when no covered cell is certainly safe, else a mine; without it as-dealt' -x -a 'as-dealt fair'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l no-guess -d 'boards that need no guess, with at most this as their hardest step: clue, subset, overlap, count, cases' -x -a 'clue subset overlap count cases'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l exactly -d 'with --no-guess: exactly that as their hardest step'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l games -d 'how many; without it 1000' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l strategy -d 'one of cs50, cs50-count, cs50-overlap, exact, expert, or the file of an agent, such as minesweeper.py; several times for several, the first is what the others are compared with; without it all named ones' -r -F -a 'cs50 cs50-count cs50-overlap exact expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l solver -d 'a program that reads positions as JSON lines and answers each with its move; several times for several; with --guesses fair its wins show how complete its reasoning is' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l seed -d 'from which each game\'s own seed follows: 0 to 999999999999999999; without it 1' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l jobs -d 'how many processes play; without it one for each core' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l out -d 'write a row per game (.csv), each as soon as it is played' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l resume -d 'continue the file of --out where it broke off'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l plot -d 'draw the results (.png, .svg, .pdf) with matplotlib; what is there is replaced' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l boards -d 'play the layouts of this file; a line is {"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}; of the level only the rules count then; up to 10,000 cells each' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l cluster -d 'play on the workers of this Dask scheduler instead of on this machine' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from lab' -l no-referee -d 'don\'t judge the guesses of strategies that don\'t know their risk: faster'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l json -d 'write JSON, for programs'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l strategy -d 'the strategy that picks the best move: one of cs50, cs50-count, cs50-overlap, exact, expert; without it expert' -x -a 'cs50 cs50-count cs50-overlap exact expert'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l svg -d 'also draw the position as a picture (.svg) with the chances, the certain cells and the best move' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l certificate -d 'FILE is a saved game: write how its board is solved without a guess, with proofs'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l game -d 'the same for a board by its code, its game ID in Simon Tatham\'s Mines, or an address with one' -x
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l logic -d 'write the position as logic for other tools: dimacs (SAT solvers), smtlib, or course (Python, logic.py)' -x -a 'dimacs smtlib course'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from solve' -l no-mine-count -d 'with --logic: the clues alone, without the number of mines'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from referee' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from referee' -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from referee' -l json -d 'write JSON, for programs'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -l unfold -d 'write all of the proof: what is known, and why, and the lines that are folded'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -l from-clues -d 'start from the clues alone, not from what the three rules find out'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -l json -d 'write JSON, for programs: the proof from the clues, and the short one'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from explain' -l svg -d 'also draw the position as a picture (.svg) with the verdict on the cell and the clues of the proof, or with the chance of a mine' -r -F
complete -c minesweeper-qt -n '__fish_seen_subcommand_from desktop' -l help -d 'show this help message and exit'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from desktop' -l install -d 'write the files into your own folder of shared data'
complete -c minesweeper-qt -n '__fish_seen_subcommand_from desktop' -l remove -d 'delete these files'
