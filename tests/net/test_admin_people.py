"""What operators do about somebody: silence, another name, being forgotten, and what people report."""

from pathlib import Path

from net.messages import LobbyUpdate, Refused, Say, Welcome
from net.messages.account import AboutMe, ReportPerson
from tests.net.test_admin import desk


async def test_operators_silence_rename_and_forget_somebody_who_is_in_or_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        async with operator.served.caller("Eve") as eve:
            (row,) = await operator.rows("mute", "eve", "--for", "2h")
            assert row["name"] == "Eve"
            refused = await eve.ask(Say(text="hello"), Refused)
            assert "silent" in refused.text
            await operator.rows("unmute", "Eve")
            (row,) = await operator.rows("rename", "Eve", "Zoe")
            assert (row["name"], row["before"]) == ("Zoe", "Eve")
            assert (await eve.hear(Welcome)).name == "Zoe"
        key = operator.served.identity("Eve")
        assert "--yes" in await operator.says("forget", "Zoe")
        (row,) = await operator.rows("forget", key.removeprefix("key:"), "--yes")
        assert row["identity"] == key
        assert await operator.served.house.store.name_of(key) == ""
        assert "Nobody is called" in await operator.says("mute", "Zoe")
        deeds = [row["command"].split()[0] for row in await operator.rows("audit")]
        assert deeds == ["mute", "forget", "forget", "rename", "unmute", "mute"]


async def test_operators_read_what_people_report(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        async with operator.served.caller("Ada") as ada, operator.served.caller("Eve") as eve:
            await eve.ask(Say(text="rude words"), LobbyUpdate)
            await ada.ask(ReportPerson(name="Eve", why="is rude"), AboutMe)
        (row,) = await operator.rows("reports")
        assert (row["by"], row["about"], row["why"], row["where"]) == ("Ada", "Eve", "is rude", "lobby")
        assert row["talk"] == "Eve: rude words"
