"""`uno completion`: the scripts that let bash, zsh and fish complete what is typed after `uno`.

A script calls `uno` with the line typed so far in COMP_LINE and `_UNO_COMPLETE` set; it prints a
line for each word that can follow. An `open` word goes on without a space: `stacking=`.
"""

import os

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    split_arg_string,
)

from openuno.cli.help import COMPLETION_VARIABLE, Command
from openuno.cli.values import Word

_BASH = """\
%(complete_func)s() {
    local line=${COMP_LINE:0:COMP_POINT} answer type value mark part prefix=
    local word=${line##*[[:space:]]}
    # bash completes only what comes after the last = or :, so only that part is handed back.
    for mark in = :; do
        if [[ $word == *"$mark"* && $COMP_WORDBREAKS == *"$mark"* ]]; then
            part=${word%%"${word##*"$mark"}"}
            if (( ${#part} > ${#prefix} )); then prefix=$part; fi
        fi
    done
    answer=$(COMP_LINE=$line %(complete_var)s=bash_complete "$1" 2>/dev/null)
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            plain) COMPREPLY+=("${value#"$prefix"}") ;;
            open) COMPREPLY+=("${value#"$prefix"}"); compopt -o nospace ;;
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
        esac
    done <<< "$answer"
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null ||
    complete -F %(complete_func)s %(prog_name)s
"""

_ZSH = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local line type value text
    local -a answer closed open
    line="${(j: :)words[1,CURRENT-1]} $PREFIX"
    answer=("${(@f)$(COMP_LINE=$line %(complete_var)s=zsh_complete ${words[1]} 2>/dev/null)}")
    for type value text in $answer; do
        value=${value//:/\\\\:}
        [[ $text != _ ]] && value="$value:$text"
        case $type in
            plain) closed+=($value) ;;
            open) open+=($value) ;;
            dir) _path_files -/ ;;
            file) _path_files -f ;;
        esac
    done
    (( $#closed )) && _describe -V words closed -U
    (( $#open )) && _describe -V words open -U -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = """\
function %(complete_func)s
    set -lx COMP_LINE (commandline --cut-at-cursor --current-process)
    set -lx %(complete_var)s fish_complete
    for answer in (%(prog_name)s 2>/dev/null)
        set -l parts (string split --max 1 , -- $answer)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case '*'
                echo $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments '(%(complete_func)s)'
"""


class _Shell(ShellComplete):
    """A shell that hands over the line up to the cursor."""

    option = ""
    """What the word that is being typed begins with, if an option and its value are one word."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words typed so far, and the one that is being typed."""
        line = os.environ.get("COMP_LINE", "")
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line[-1].isspace() else ""
        if incomplete.startswith("--"):
            option, equals, _ = incomplete.partition("=")
            self.option = option + equals if equals else ""
        return words[1:], incomplete

    def whole_value(self, item: CompletionItem) -> str:
        """The word as it will stand in the line, with the option it is joined to."""
        return f"{self.option}{item.value}"

    def format_completion(self, item: CompletionItem) -> str:
        """A line for the script."""
        return f"{item.type},{self.whole_value(item)}"


class Bash(_Shell):
    """bash, from 4.0 on."""

    name = "bash"
    source_template = _BASH


class Zsh(_Shell):
    """zsh, which shows what each word means."""

    name = "zsh"
    source_template = _ZSH

    def format_completion(self, item: CompletionItem) -> str:
        """Three lines for the script."""
        return f"{item.type}\n{self.whole_value(item)}\n{item.help or '_'}"


class Fish(_Shell):
    """fish, which shows what each word means."""

    name = "fish"
    source_template = _FISH

    def format_completion(self, item: CompletionItem) -> str:
        """A line for the script, its meaning after a tab."""
        meaning = f"\t{item.help}" if item.help else ""
        return f"{item.type},{self.whole_value(item)}{meaning}"


SHELLS = {shell.name: shell for shell in (Bash, Zsh, Fish)}


def register_shells() -> None:
    """Let click answer these shells."""
    for shell in SHELLS.values():
        add_completion_class(shell)


@click.command(
    cls=Command,
    examples=(
        "echo 'eval \"$(uno completion bash)\"' >> ~/.bashrc",
        "echo 'eval \"$(uno completion zsh)\"' >> ~/.zshrc",
        "echo 'uno completion fish | source' >> ~/.config/fish/config.fish",
    ),
)
@click.argument("shell", metavar="SHELL", type=Word(*SHELLS))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete commands, options and names.

    SHELL is bash, zsh or fish. In zsh, the line comes after compinit.
    """
    app = click.get_current_context().find_root().command
    click.echo(SHELLS[shell](app, {}, "uno", COMPLETION_VARIABLE).source(), nl=False)
