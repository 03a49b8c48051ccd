"""Colours: the right kind for each depth, and enough contrast to read every word."""

import itertools

import pytest
from rich.color import ColorType

from engines.games import GAMES
from tui.draw.palette import DEPTHS, THEMES, Colour, Palette
from tui.tables import palette

AA = 4.5
FELTS = ("", *GAMES, "a game without a table")


def luminance(colour: Colour) -> float:
    parts = [((colour >> shift) & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("theme", "felt"), list(itertools.product(THEMES, FELTS)))
def test_words_on_felt_plates_and_panels_pass_AA(theme: str, felt: str) -> None:
    colours = palette(theme, "true", felt)
    for ground in (colours.felt, colours.plate, colours.panel, colours.panel_hi):
        assert contrast(colours.text, ground) >= AA
    for word in (colours.felt_muted, colours.accent_text, colours.good, colours.warn, colours.bad, colours.info):
        assert contrast(word, colours.felt) >= AA
    assert contrast(colours.muted, colours.panel_hi) >= AA


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_cards_bands_tags_and_caps_pass_AA(theme: str) -> None:
    colours = palette(theme, "true", "danger13")
    pairs = [
        (colours.ink, colours.paper),
        (colours.ink_dim, colours.paper_dim),
        (colours.accent_ink, colours.accent),
        (colours.bust_ink, colours.bust),
        *((colours.band_ink, kind) for kind in colours.kinds.values()),
        *((colours.seat_ink, seat) for seat in colours.seats),
    ]
    assert all(contrast(word, ground) >= AA for word, ground in pairs)


@pytest.mark.parametrize("theme", THEMES)
def test_each_depth_gives_its_own_kind_of_colour(theme: str) -> None:
    kinds = {
        "true": {ColorType.TRUECOLOR},
        "256": {ColorType.EIGHT_BIT},
        "16": {ColorType.STANDARD},
    }
    for depth, wanted in kinds.items():
        style = palette(theme, depth, "bumbesi").style(*_words(palette(theme, depth, "bumbesi")), False)
        assert style.color is not None
        assert style.bgcolor is not None
        assert {style.color.type, style.bgcolor.type} == wanted


def _words(colours: Palette) -> tuple[Colour, Colour]:
    return colours.text, colours.felt


def test_indexed_depths_take_the_index_of_the_table() -> None:
    colours = palette("dark", "256", "dacapo")
    assert (colours.paper, colours.felt, colours.plate, colours.felt_muted) == (255, 54, 234, 253)
    style = colours.style(colours.text, colours.felt, False)
    assert style.bgcolor is not None
    assert style.bgcolor.number == 54


def test_without_colours_paper_is_reverse_and_nothing_has_a_colour() -> None:
    colours = palette("dark", "none", "geschenkt")
    card = colours.style(colours.ink, colours.paper, True)
    felt = colours.style(colours.text, colours.felt, False)
    muted = colours.style(colours.felt_muted, colours.felt, False)
    assert (felt.bold, muted.bold) == (True, False)
    assert card.reverse
    assert not felt.reverse
    assert card.color is None is card.bgcolor is felt.color is felt.bgcolor


@pytest.mark.parametrize("depth", DEPTHS)
def test_only_true_colour_has_a_lamp(depth: str) -> None:
    tones = set(palette("dark", depth, "bumbesi").tones(14))
    assert (len(tones) > 1) == (depth == "true")


def test_small_cards_of_the_light_theme_stand_out_by_their_shadow() -> None:
    for depth in ("true", "256"):
        colours = palette("light", depth, "geschenkt")
        assert colours.shadow(colours.felt) != colours.felt


def test_seat_colours_differ_within_a_theme() -> None:
    for theme, depth in itertools.product(THEMES, ("true", "256", "16")):
        assert len(set(palette(theme, depth, "bumbesi").seats)) == 6
