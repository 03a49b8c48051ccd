"""The command line: finds the command, and turns whatever goes wrong into one line and an exit code."""

import os
import sys
from importlib import import_module, metadata
from io import TextIOWrapper

import click

from tui.commands.inputs import DUMB, BadInput, has_screen, is_dumb, nearest
from tui.commands.options import flags, personal_options, read_settings

# Each command's module is imported only when it is called: `tablee arena` must not wait for the screens.
COMMANDS = {
    "play": "Play a game against bots.",
    "daily": "Play the deal of the day.",
    "learn": "Learn a game by playing it.",
    "practice": "Find the better move, in positions from your own mistakes and others.",
    "serve": "Open a house for friends, who come with nothing but ssh.",
    "admin": "Give orders to a house that is open.",
    "cluster": "Set up and look after the servers of a house of many machines.",
    "join": "Visit a house, or send a bot there.",
    "arena": "Let bots play against each other.",
    "replay": "Tell a recorded game.",
    "review": "Judge the decisions of a finished game.",
    "export": "Turn a recorded game into a film, a picture or text.",
    "verify": "Check the shuffle of a recorded game.",
    "rules": "Print the rules of a game.",
}


LIST_OF_COMMANDS = f" There are {', '.join(COMMANDS)}."


class Commands(click.Group):
    """The commands of the table above, each in a module of its own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tui.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was asked for; of a word that is none, name the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise BadInput(f"There is no command {args[0]!r}.{nearest(args[0], COMMANDS) or LIST_OF_COMMANDS}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _tell_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from bots.speed import positions_per_second  # noqa: PLC0415 - only this needs them
        from engines.games import build  # noqa: PLC0415

        speed = f"tries about {positions_per_second():,} positions a second"
        click.echo(f"tablee {metadata.version('tablee')} ({build()}, {speed})")
        ctx.exit()


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_tell_version,
    help="Say which version and build this is.",
)
@personal_options
@click.pass_context
def tablee(
    ctx: click.Context, name: str | None, theme: str | None, plain_letters: bool, lang: str | None, plain: bool
) -> None:
    """Four card games in your terminal, against bots or with friends."""
    if ctx.invoked_subcommand is not None:
        # A liking that stands before the command counts as one after it.
        liked = {"name": name, "theme": theme, "plain_letters": plain_letters, "lang": lang, "plain": plain}
        given = {flag: value for flag, value in liked.items() if value}
        ctx.default_map = dict.fromkeys(COMMANDS, given)
        return
    if is_dumb() and not plain:
        raise BadInput(DUMB)
    if not has_screen() and not plain:
        click.echo(ctx.get_help())
        return
    from tui.run_local import run_plain, run_screen  # noqa: PLC0415 - no other command pays for the house

    settings = read_settings(flags(name, theme, plain_letters, lang))
    (run_plain if plain else run_screen)(settings)


def main() -> None:
    """Run the program and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command: 0 done, 1 failed, 2 asked for something that can't be had, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name that the terminal can't write must not stop the game.
            stream.reconfigure(errors="replace")
    try:
        code = tablee.main(arguments, prog_name="tablee", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except OSError as error:
        return _stop_writing(error)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _complain(f"This should not have happened: {type(error).__name__}: {error}", 1)
    return code if isinstance(code, int) else 0


def _complain(sentence: str, code: int) -> int:
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(sentence.split()))
    click.echo(f"tablee: {line}", err=True)
    return code


def _stop_writing(error: OSError) -> int:
    """Leave quietly when the reader of our output has left, and with a sentence when the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if isinstance(error, BrokenPipeError) else _complain(f"{error.strerror or error}", 1)


if __name__ == "__main__":
    main()
