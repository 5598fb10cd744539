"""The languages spoken here, and how each writes numbers, money, time, lists and names of another script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import msgspec

FSI: Final = "\u2068"
PDI: Final = "\u2069"
"""What stands between them has a direction of its own."""
LTR: Final = "\u2066"
LRM: Final = "\u200e"
"""Before a sign: it stays on the left of its number."""
NBSP: Final = "\u00a0"

_LATIN_TO_PERSIAN: Final = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_TO_LATIN: Final = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩٫٬", "01234567890123456789.,")
_CODE: Final = re.compile(
    rf"{FSI}[^{PDI}]*{PDI}|" r"[A-Za-z_#$€@/\\][\w:+./#@\-]*[0-9][\w:+./]*|[0-9][0-9.:+]*[A-Za-z_][\w:+.]*|[0-9]+\+"
)
"""What keeps its Latin digits: names set apart, paragraphs (C-17), tokens (send:boston:1v), marks (p6, 1v, 3+),
addresses, $5."""
_ROMAN: Final = ("", "I", "II", "III", "IV", "V")


class Tongue(msgspec.Struct, frozen=True):
    """One language."""

    code: str
    name: str
    """As it calls itself."""
    plurals: str
    """For the head of its catalogue."""
    months: str
    """As they stand in a date."""
    long_date: str = "{day} {month} {year}"
    direction: str = "ltr"
    point: str = ","
    group: str = NBSP
    group_from: int = 1_000
    """The smallest number that is grouped."""
    money: str = "${n}"
    millions: str = "${n}M"
    million: str = "M"
    """What stands behind a number of millions where there is little room."""
    percent: str = "{n}%"
    comma: str = ", "
    semicolon: str = "; "
    both: str = "{a} and {b}"

    def digits(self, text: str) -> str:
        """The text with this language's digits; codes, tokens and the numbers of paragraphs stay as they are."""
        if self.code != "fa":
            return text
        kept, last = [], 0
        for code in _CODE.finditer(text):
            kept += [text[last : code.start()].translate(_LATIN_TO_PERSIAN), code[0]]
            last = code.end()
        return "".join(kept) + text[last:].translate(_LATIN_TO_PERSIAN)

    def number(self, value: float, places: int = 0) -> str:
        """A number: 1,234 or 1.5.

        >>> TONGUES["uk"].number(1234.5, 1).replace(NBSP, " "), TONGUES["pl"].number(1234), TONGUES["fa"].number(1.5, 1)
        ('1 234,5', '1234', '۱٫۵')
        """
        grouped = f"{value:,.{places}f}" if abs(value) >= self.group_from else f"{value:.{places}f}"
        sign = self._sign("−") if grouped.startswith("-") and grouped.strip("-0.,") else ""
        whole, _, rest = grouped.removeprefix("-").partition(".")
        return sign + self.digits(whole.replace(",", self.group) + (self.point + rest if rest else ""))

    def gain(self, amount: str) -> str:
        """So much more: +3, +$5."""
        return self._sign("+") + amount

    def _sign(self, sign: str) -> str:
        return sign if self.direction == "ltr" else LRM + sign

    def roman(self, value: int) -> str:
        """A small number in Roman figures, where the script has them: act IV."""
        return _ROMAN[value] if self.direction == "ltr" else self.number(value)

    def times(self, thing: str, count: int) -> str:
        """Several of a thing: gun ×2; one of it by itself."""
        return thing if count == 1 else f"{thing}{NBSP}×{self.number(count)}"

    def dollars(self, value: float) -> str:
        """An amount of money: $5, 5 $, ۵ دلار."""
        return self.money.format(n=self.number(value))

    def million_dollars(self, value: float) -> str:
        """Millions, shortly: $3M."""
        return self.millions.format(n=self.number(value))

    def share(self, value: float, places: int = 0) -> str:
        """A part of one, in percent: 50%."""
        return self.percent.format(n=self.number(100 * value, places))

    def date(self, year: int, month: int, day: int) -> str:
        """A day: 18 November 2026."""
        written = self.long_date.format(day=day, month=self.months.split()[month - 1], year=year)
        return self.digits(written.replace(" ", NBSP, 1))

    def listed(self, parts: Sequence[str]) -> str:
        """Several things in a row: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self.both.format(a=self.comma.join(parts[:-1]), b=parts[-1])

    def isolated(self, name: str) -> str:
        """A name in plain text, kept apart where its script runs the other way."""
        strong = {
            "rtl" if kind in ("R", "AL") else "ltr"
            for kind in map(unicodedata.bidirectional, name)
            if kind in ("L", "R", "AL")
        }
        return name if strong <= {self.direction} else f"{FSI}{name}{PDI}"


def latin(text: str) -> str:
    """What somebody typed, with Latin digits."""
    return text.translate(_TO_LATIN)


TONGUES: Final[dict[str, Tongue]] = {
    tongue.code: tongue
    for tongue in (
        Tongue(
            "en",
            "English",
            "nplurals=2; plural=(n != 1);",
            "January February March April May June July August September October November December",
            point=".",
            group=",",
        ),
        Tongue(
            "uk",
            "Українська",
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
            long_date=f"{{day}} {{month}} {{year}}{NBSP}р.",
            money=f"{{n}}{NBSP}$",
            millions=f"{{n}}{NBSP}млн{NBSP}$",
            million=f"{NBSP}млн",
            percent=f"{{n}}{NBSP}%",
            both="{a} і {b}",
        ),
        Tongue(
            "pl",
            "Polski",
            "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
            group_from=10_000,
            millions=f"{{n}}{NBSP}mln{NBSP}$",
            million=f"{NBSP}mln",
            both="{a} i {b}",
        ),
        Tongue(
            "fa",
            "فارسی",
            "nplurals=1; plural=0;",
            "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
            direction="rtl",
            point="٫",
            group="٬",
            money=f"{{n}}{NBSP}دلار",
            millions=f"{{n}}{NBSP}میلیون{NBSP}دلار",
            million=f"{NBSP}میلیون",
            percent="{n}٪",
            comma="، ",
            semicolon="؛ ",
            both="{a} و {b}",
        ),
        Tongue(
            "ru",
            "Русский",
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            long_date=f"{{day}} {{month}} {{year}}{NBSP}г.",
            money=f"{{n}}{NBSP}$",
            millions=f"{{n}}{NBSP}млн{NBSP}$",
            million=f"{NBSP}млн",
            percent=f"{{n}}{NBSP}%",
            both="{a} и {b}",
        ),
    )
}
"""By their codes, English first."""


def tongue(language: str) -> Tongue:
    """The language somebody asks for, `uk` or `uk_UA`; English if it is not spoken here."""
    return TONGUES.get(language) or TONGUES.get(re.split("[-_.@]", language)[0].lower(), TONGUES["en"])
