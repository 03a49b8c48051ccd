"""Lines typed at a terminal that the client has put into raw mode: echo, corrections and line ends are ours to make."""

from net.door.charset import encode
from net.door.lines import LONGEST_LINE, ChannelLines

ENTER = ("\r", "\n")
ERASE = ("\x7f", "\b")
INTERRUPT = "\x03"
END = "\x04"
ESCAPE = "\x1b"


class TypedLines(ChannelLines):
    """A caller who types at a terminal."""

    _in_escape = False

    async def write(self, text: str) -> None:
        await super().write(text.replace("\n", "\r\n"))

    def feed(self, data: bytes) -> None:
        for letter in self._decoder.decode(data):
            self._type(letter)

    def _type(self, letter: str) -> None:
        if self._in_escape or letter == ESCAPE:
            # Arrows and other keys mean nothing here; their sequences end with a letter.
            self._in_escape = not (letter.isalpha() or letter == "~")
        elif letter in ENTER:
            self._echo("\r\n")
            self._take([self._begun])
            self._begun = ""
        elif letter in ERASE:
            self._echo("\b \b" if self._begun else "")
            self._begun = self._begun[:-1]
        elif letter == INTERRUPT:
            self._echo("\r\n")
            self._begun = ""
        elif letter == END:
            if not self._begun:
                self.end_input()
        elif letter.isprintable() and len(self._begun) < LONGEST_LINE:
            self._begun += letter
            self._echo(letter)

    def _echo(self, text: str) -> None:
        if text and not self._pipe.is_closing():
            self._pipe.write(encode(text, self._charset))
