"""What every store promises of the dailies, whatever it is kept in."""

import asyncio

import msgspec

from net.store.daily import DailyTry, Field
from net.store.store import Store

DAY, ADA = "2026-11-18", "key:Ada"


async def finish(store: Store, identity: str, value: int, day: str = DAY) -> DailyTry:
    attempt = await store.daily.begin(day, identity, "kiwi-42")
    done = msgspec.structs.replace(attempt, game=7, value=value, score=value, at=1.0 + value)
    await store.daily.finish(done)
    return done


async def test_the_secret_is_made_once_for_all_who_ask(store: Store) -> None:
    first, second = await asyncio.gather(store.daily.secret(), store.daily.secret())
    assert first == second == await store.daily.secret()
    assert len(first) == 32
    await store.daily.keep_secret(b"of another house")
    assert await store.daily.secret() == b"of another house"


async def test_the_first_try_counts_and_its_first_result(store: Store) -> None:
    assert await store.daily.find(DAY, ADA) is None
    assert (await store.daily.begin(DAY, ADA, "kiwi-42")).table == "kiwi-42"
    begun = await store.daily.begin(DAY, ADA, "fig-1")
    assert (begun.table, begun.finished) == ("kiwi-42", False)
    await store.daily.finish(msgspec.structs.replace(begun, table="fig-1", value=1, at=5.0))
    assert await store.daily.find(DAY, ADA) == begun
    done = msgspec.structs.replace(begun, game=3, value=4, at=6.0)
    await store.daily.finish(done)
    await store.daily.finish(msgspec.structs.replace(done, value=2, at=7.0))
    assert await store.daily.find(DAY, ADA) == done


async def test_who_never_began_has_no_result(store: Store) -> None:
    await store.daily.finish(DailyTry(day=DAY, identity=ADA, table="kiwi-42", at=1.0))
    assert await store.daily.find(DAY, ADA) is None


async def test_a_day_is_ranked_by_value_and_counted(store: Store) -> None:
    await store.set_name(ADA, "Ada", "ada")
    await store.daily.begin(DAY, "key:unfinished", "kiwi-42")
    await finish(store, "key:Bob", 5)
    await finish(store, ADA, 3)
    await finish(store, "key:Cleo", 9)
    await finish(store, "key:Dan", 1, day="2026-11-17")
    assert [(each.name, each.attempt.value) for each in await store.daily.top(DAY)] == [("Ada", 3), ("", 5), ("", 9)]
    assert [each.attempt.value for each in await store.daily.top(DAY, 1, 1)] == [5]
    assert await store.daily.field(DAY, 5) == Field(3, 1, 1)
    assert await store.daily.field("2026-11-19") == Field(0, 0, 0)
    await finish(store, "key:Eve", 4)
    assert await store.daily.field(DAY, 5) == Field(4, 2, 1)


async def test_somebodys_days_are_listed_and_forgotten(store: Store) -> None:
    await finish(store, ADA, 3, "2026-11-18")
    await finish(store, ADA, 2, "2026-11-16")
    await finish(store, "key:Bob", 5)
    assert [attempt.day for attempt in await store.daily.tries_of(ADA)] == ["2026-11-16", "2026-11-18"]
    assert await store.daily.field(DAY) == Field(2, 0, 2)
    await store.daily.forget(ADA)
    assert await store.daily.tries_of(ADA) == []
    assert await store.daily.find(DAY, ADA) is None
    assert [each.attempt.identity for each in await store.daily.top(DAY)] == ["key:Bob"]
    assert (await store.daily.begin(DAY, ADA, "fig-1")).table == "fig-1"


async def test_a_try_is_kept_as_it_is(store: Store) -> None:
    done = DailyTry(day=DAY, identity=ADA, table="kiwi-42", game=3, place=1, score=-4, value=1_000_004, at=9.0)
    await store.daily.keep(done)
    assert await store.daily.find(DAY, ADA) == done
