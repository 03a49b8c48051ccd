"""Finished games that their players share: a link that nobody guesses, shows one game, and can be taken back."""

from pathlib import Path

import pytest

from net import messages as say
from net.house.entrance import TOO_MANY_GUESSES
from net.house.house import House
from net.house.sharing import NOTHING, open_shared
from net.messages.account import ForgetMe
from net.refusal import Refusal
from tests.net.house_harness import Person, enter, open_house, pair, play_out, started

ADDRESS = "192.0.2.7"
QUICK = 0.0005


async def finished(house: House) -> tuple[Person, Person, int]:
    """Let Ada and Bob play a game to its end; return its id."""
    ada, bob, _code = await pair(house)
    over, _ = await play_out(ada, bob)
    assert over.record is not None
    return ada, bob, over.record


async def token_for(person: Person, game: int) -> str:
    return (await person.ask(say.Share(id=game), say.Shared)).token


async def refusal_of(house: House, token: str, address: str = ADDRESS) -> str:
    with pytest.raises(Refusal) as refused:
        await open_shared(house, token, address)
    return refused.value.text


async def test_a_shared_game_is_seen_by_whoever_has_the_link_also_after_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, game = await finished(house)
        token = await token_for(ada, game)
        assert len(token) == 26
        assert await token_for(ada, game) == token
        assert await token_for(bob, game) != token
        record = (await ada.ask(say.Fetch(id=game), say.RecordFile)).record
    async with open_house(tmp_path) as house:
        shared = await open_shared(house, token, ADDRESS)
        assert (shared.record, shared.seat, shared.review) == (record, 0, None)


async def test_the_review_of_whoever_shares_comes_along_and_no_other(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, bob, game = await finished(house)
        links = await token_for(ada, game), await token_for(bob, game)
        parts = [await ada.ask(say.MyReview(id=game), say.Reviewed)]
        while sum(len(part.judgements) + len(part.weighed) for part in parts) < parts[0].plan.jobs:
            parts.append(await ada.hear(say.Reviewed))
        await ada.ask(say.MyReview(id=game), say.Reviewed)
        ours, theirs = [await open_shared(house, token, ADDRESS) for token in links]
        assert ours.review is not None
        assert ours.review.complete
        assert theirs.review is None


async def test_F87_only_who_played_shares_a_game_and_only_when_it_is_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, _update = await started(house)
        assert (await ada.ask(say.Share(id=1), say.Refused)).text == "That is none of your finished games"
    async with open_house(tmp_path / "other") as house:
        _ada, _bob, game = await finished(house)
        zoe = await enter(house, "Zoe")
        assert (await zoe.ask(say.Share(id=game), say.Refused)).text == "That is none of your finished games"
        assert (await zoe.ask(say.Share(id=game, on=False), say.Refused)).about == "share"


async def test_F87_a_link_that_was_taken_back_leads_nowhere_and_a_new_one_is_another(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, game = await finished(house)
        token, other = await token_for(ada, game), await token_for(bob, game)
        assert (await ada.ask(say.Share(id=game, on=False), say.Shared)).token == ""
        assert await refusal_of(house, token) == NOTHING
        assert (await open_shared(house, other, ADDRESS)).seat == 1
        assert await token_for(ada, game) != token


async def test_F87_whoever_was_forgotten_shares_nothing_any_more(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, game = await finished(house)
        token, other = await token_for(ada, game), await token_for(bob, game)
        await ada.ask(say.Leave(), say.LobbyUpdate)
        await ada.ask(ForgetMe(name="Ada"), say.Goodbye)
        await ada.drop()
        assert await refusal_of(house, token) == NOTHING
        assert "Ada" not in (await open_shared(house, other, ADDRESS)).record.players


@pytest.mark.parametrize("token", ["", "a", "x" * 26, "../../etc", "a.b", "é" * 26, "kept.>", "*"])
async def test_F86_a_wrong_token_is_answered_with_one_sentence(tmp_path: Path, token: str) -> None:
    async with open_house(tmp_path) as house:
        assert await refusal_of(house, token) == NOTHING


async def test_F86_tokens_that_are_guessed_are_counted_by_where_they_come_from_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path, guesses_burst=3, crowd=1) as house:
        ada, _bob, game = await finished(house)
        token = await token_for(ada, game)
        with caplog.at_level("INFO"):
            answers = [await refusal_of(house, "x" * 26) for _ in range(4)]
        assert answers == [NOTHING, NOTHING, NOTHING, TOO_MANY_GUESSES]
        assert sum(record.message == "wrong code" for record in caplog.records) == 3
        assert not any(token in record.getMessage() for record in caplog.records)
        assert await refusal_of(house, token) == TOO_MANY_GUESSES
        assert (await open_shared(house, token, "198.51.100.9")).seat == 0
