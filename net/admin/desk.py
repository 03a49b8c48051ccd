"""Operators who come over ssh: one command, or line after line at a prompt."""

from net.admin.office import Office
from net.admin.orders import Operator
from net.door.caller import Caller
from net.door.lines import ChannelLines

PROMPT = "tablee> "
LEAVE = ("quit", "exit", "q")
GREETING = "`help` lists the commands, `quit` leaves.\n"


async def serve_operator(office: Office, caller: Caller, command: str, lines: ChannelLines) -> int:
    """Carry out what an operator came for; return the exit code."""
    operator = Operator(caller.identity or "", office.folder, inside=True)
    if command:
        text, status = await office.ask_line(operator, command)
        await lines.write(text)
        return status
    await lines.write(GREETING + PROMPT)
    while (line := await lines.read()) is not None and line.strip() not in LEAVE:
        if line.strip():
            text, _ = await office.ask_line(operator, line)
            await lines.write(text)
        await lines.write(PROMPT)
    return 0
