"""`tablee join`: somebody else's house on one's own screen, or a bot that plays there."""

import asyncio
import os

import click

from bots.levels import BadBot, check_bot
from engines.wire import Message
from net.messages import Sit
from net.ssh.dial import Line, NoEntry
from tui.address import Address, BadAddress, ask_about_key, read_address, read_errand
from tui.app import PLAIN, Errand, TableeApp
from tui.bot_seat import BotSeat, NoSeat
from tui.commands.inputs import BadInput, has_screen
from tui.commands.options import flags, personal_options, read_settings
from tui.language import Tongue, choose_language
from tui.look import detect
from tui.plain.console import Console
from tui.plain.player import PlainPlayer
from tui.screens.shell import Venue
from tui.settings import BadSettings, Settings, load_settings, save_settings
from tui.terminal.environment import language_of
from tui.words import N_, _, speak

LONGEST_OWNER = 8
NONSENSE = N_("The house said something that makes no sense, so the line was closed ({error}).")
KEEP_CODE = N_("To come back later as the same guest, keep this code: {code}")


class NonsenseHeard(ValueError):
    """What a house said can't be read out, with a sentence that says so."""


@click.command(help="Visit the house at HOST[:PORT], with your own ssh keys and known hosts.")
@click.argument("address", metavar="HOST[:PORT]")
@click.option("--table", metavar="CODE", help="Sit down at this table at once.")
@click.option("--watch", is_flag=True, help="Watch it instead.")
@click.option("--bot", metavar="BOT", help="Let a bot play there: easy, medium, hard, expert or exec:COMMAND.")
@personal_options
def command(
    address: str,
    table: str | None,
    watch: bool,
    bot: str | None,
    name: str | None,
    theme: str | None,
    plain_letters: bool,
    lang: str | None,
    plain: bool,
) -> None:
    """Go there, and stay until everything is said."""
    asked = flags(name, theme, plain_letters, lang)
    try:
        settings = load_settings(asked)
        house = read_address(address)
        errand = read_errand(house, table, watch)
        if bot is not None:
            check_bot(bot)
    except (BadAddress, BadBot, BadSettings) as error:
        raise BadInput(str(error)) from None
    speak(Tongue(choose_language(settings.language, os.environ)))
    try:
        if bot is not None:
            send_bot(house, errand, bot, name or f"{read_settings(asked).name[:LONGEST_OWNER]} bot")
        else:
            visit(house, errand, settings, plain)
    except (NoEntry, NoSeat, NonsenseHeard) as error:
        raise click.ClickException(str(error)) from None


def send_bot(house: Address, errand: Message | None, bot: str, name: str) -> None:
    """Let a bot play at a table."""
    if not isinstance(errand, Sit):
        raise BadInput("A bot needs a table to play at: --table CODE.")
    asyncio.run(BotSeat(_line(house), bot, name, errand.code, click.echo).run())


def visit(house: Address, errand: Message | None, settings: Settings, plain: bool) -> None:
    """Show the house on the screen, or read it out where there is none."""
    if not plain and has_screen():
        app = asyncio.run(_show(house, errand, settings))
        if app.return_value != PLAIN:
            if app.return_value:
                click.echo(app.return_value, err=True)
            if app.welcome is not None and app.welcome.name and app.welcome.resume:
                click.echo(_(KEEP_CODE).format(code=app.welcome.resume))
            return
        errand = errand if app.table is None else Sit(code=app.table.code)
    if not asyncio.run(_read_out(house, errand, settings)):
        raise SystemExit(1)


def _line(house: Address) -> Line:
    return Line(house.host, house.port, house.user, ask_about_key)


async def _show(house: Address, errand: Message | None, settings: Settings) -> TableeApp:
    line = _line(house)
    link = await line.dial()
    app = TableeApp(
        link,
        settings,
        detect(),
        venue=Venue(address=house.address, redial=line.dial, save=save_settings),
        errand=Errand(start="lobby", ask=errand),
        language=language_of(os.environ),
    )
    try:
        await app.run_async()
    finally:
        await line.hang_up()
    return app


async def _read_out(house: Address, errand: Message | None, settings: Settings) -> bool:
    language = choose_language(settings.language, os.environ)
    line = _line(house)
    link = await line.dial()
    try:
        player = PlainPlayer(
            link,
            Console(),
            name=settings.name,
            own=False,
            language=language,
            ask=errand,
            address=house.address,
            redial=line.dial,
        )
        return await player.run()
    except OSError:
        raise
    except Exception as error:  # whatever a house says, the last word is a sentence
        raise NonsenseHeard(_(NONSENSE).format(error=type(error).__name__)) from None
    finally:
        await line.hang_up()
