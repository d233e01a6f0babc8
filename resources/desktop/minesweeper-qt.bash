# The completions of minesweeper-qt, written by resources/desktop/generate.
_minesweeper_qt() {
    local word=$2 option=$3 command=${COMP_WORDS[1]} words= paths=
    if [[ $word == = ]]; then word=; fi
    if [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi
    if [[ $COMP_CWORD -eq 1 || " play check review practise lab solve referee explain desktop " != *" $command "* ]]; then command=; fi
    case "$command $option" in
        " --open") words="" paths=files ;;
        " --level") words="cs50 beginner intermediate expert" paths= ;;
        " --height") words="" paths= ;;
        " --width") words="" paths= ;;
        " --mines") words="" paths= ;;
        " --guesses") words="as-dealt fair" paths= ;;
        " --no-guess") words="clue subset overlap count cases" paths= ;;
        " --seed") words="" paths= ;;
        " --strategy") words="cs50 cs50-count cs50-overlap exact expert" paths= ;;
        " --agent") words="" paths=files ;;
        " --python") words="" paths=files ;;
        " --screenshot") words="" paths=files ;;
        "play --open") words="" paths=files ;;
        "play --level") words="cs50 beginner intermediate expert" paths= ;;
        "play --height") words="" paths= ;;
        "play --width") words="" paths= ;;
        "play --mines") words="" paths= ;;
        "play --guesses") words="as-dealt fair" paths= ;;
        "play --no-guess") words="clue subset overlap count cases" paths= ;;
        "play --seed") words="" paths= ;;
        "play --strategy") words="cs50 cs50-count cs50-overlap exact expert" paths= ;;
        "play --agent") words="" paths=files ;;
        "play --python") words="" paths=files ;;
        "play --screenshot") words="" paths=files ;;
        "check --level") words="cs50 beginner intermediate expert" paths= ;;
        "check --height") words="" paths= ;;
        "check --width") words="" paths= ;;
        "check --mines") words="" paths= ;;
        "check --games") words="" paths= ;;
        "check --seed") words="" paths= ;;
        "check --time-limit") words="" paths= ;;
        "check --memory-limit") words="" paths= ;;
        "check --jobs") words="" paths= ;;
        "check --python") words="" paths=files ;;
        "check --fail-on") words="error weakness" paths= ;;
        "check --format") words="text json gradescope check50" paths= ;;
        "check --points") words="" paths=files ;;
        "check --save-tests") words="" paths=files ;;
        "check --out") words="" paths=folders ;;
        "check --csv") words="" paths=files ;;
        "check --html") words="" paths=files ;;
        "review --csv") words="" paths=files ;;
        "review --html") words="" paths=files ;;
        "review --jobs") words="" paths= ;;
        "practise --topic") words="clue subset overlap count cases 1-1 1-2 1-2-1 1-2-2-1" paths= ;;
        "practise --n") words="" paths= ;;
        "practise --seed") words="" paths= ;;
        "practise --html") words="" paths=files ;;
        "practise --generate") words="" paths=folders ;;
        "lab --level") words="cs50 beginner intermediate expert" paths= ;;
        "lab --height") words="" paths= ;;
        "lab --width") words="" paths= ;;
        "lab --mines") words="" paths= ;;
        "lab --first-click") words="anything safe opening" paths= ;;
        "lab --guesses") words="as-dealt fair" paths= ;;
        "lab --no-guess") words="clue subset overlap count cases" paths= ;;
        "lab --games") words="" paths= ;;
        "lab --strategy") words="cs50 cs50-count cs50-overlap exact expert" paths=files ;;
        "lab --solver") words="" paths= ;;
        "lab --seed") words="" paths= ;;
        "lab --jobs") words="" paths= ;;
        "lab --out") words="" paths=files ;;
        "lab --plot") words="" paths=files ;;
        "lab --boards") words="" paths=files ;;
        "lab --cluster") words="" paths= ;;
        "solve --strategy") words="cs50 cs50-count cs50-overlap exact expert" paths= ;;
        "solve --svg") words="" paths=files ;;
        "solve --game") words="" paths= ;;
        "solve --logic") words="dimacs smtlib course" paths= ;;
        "explain --svg") words="" paths=files ;;
        " "*) words="--help --version --verbose --open --level --height --width --mines --guesses --no-guess --exactly --seed --autoplay --overlay --no-overlay --probabilities --no-probabilities --strategy --agent --python --screenshot" paths= ;;
        "play "*) words="--help --open --level --height --width --mines --guesses --no-guess --exactly --seed --autoplay --overlay --no-overlay --probabilities --no-probabilities --strategy --agent --python --screenshot" paths= ;;
        "check "*) words="--help --level --height --width --mines --games --seed --time-limit --memory-limit --jobs --python --box --no-box --fail-on --format --json --points --save-tests --out --resume --csv --html" paths=files ;;
        "review "*) words="--help --json --csv --html --jobs" paths=files ;;
        "practise "*) words="--help --topic --n --seed --json --html --generate" paths= ;;
        "lab "*) words="--help --level --height --width --mines --first-click --guesses --no-guess --exactly --games --strategy --solver --seed --jobs --out --resume --plot --boards --cluster --no-referee" paths= ;;
        "solve "*) words="--help --json --strategy --svg --certificate --game --logic --no-mine-count" paths=files ;;
        "referee "*) words="--help --json" paths=files ;;
        "explain "*) words="--help --unfold --from-clues --json --svg" paths=files ;;
        "desktop "*) words="--help --install --remove" paths= ;;
    esac
    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then words="play check review practise lab solve referee explain desktop"; fi
    if [[ $words == -* && $word != -* ]]; then words=; fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [[ $paths != files ]]; then compopt +o default 2>/dev/null; fi  # bash 3.2 has no compopt
    if [[ $paths == folders ]]; then compopt -o dirnames 2>/dev/null; fi
    return 0
}
complete -o default -F _minesweeper_qt minesweeper-qt minesweeper-qtw
