"""Names and things that tasks are about, and small arithmetic they share."""

from collections.abc import Sequence
from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PEOPLE = _words("""
Abara Bauer Castro Dubois Eriksen Fontana Guerra Haddad Ito Jansen Kimura Lindqvist Moreau
Novak Okafor Petrov Quispe Rossi Silva Tanaka Ueda Varga Weber Yilmaz Zeman
""")
GOODS = _words("soap rope paint nails cloth paper string candles wax twine glue felt cork tape")
NOUNS = _words("""
lantern anchor meadow copper saddle violet harbor walnut pepper marble thistle falcon
ribbon cellar orchard pebble quarry timber velvet willow
""")
FOLDERS = _words("north south east west harbor station market bridge")

OPTIONS = (
    ("red", "green", "blue"),
    ("amber", "white", "black"),
    ("round", "square", "oval"),
    ("wool", "linen", "silk"),
)


def paragraphs(text: str) -> tuple[str, ...]:
    """Texts that are separated by empty lines, each on one line."""
    return tuple(" ".join(part.split()) for part in text.strip().split("\n\n"))


def one_of(options: Sequence[str]) -> str:
    """`a, b or c`."""
    return f"{', '.join(options[:-1])} or {options[-1]}"


def number(rng: Random) -> int:
    """A four-digit number for a parcel or the like."""
    return rng.randrange(1000, 10_000)


def cksum(text: str) -> int:
    """What the command cksum prints for the text: programs decide by it, so reading them does not help."""
    data = text.encode()
    size = len(data).to_bytes((len(data).bit_length() + 7) // 8, "little")
    crc = 0
    for byte in data + size:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1) ^ (0x104C11DB7 if crc & 0x80000000 else 0)
    return crc ^ 0xFFFFFFFF


PICK = """\
sum=$(printf '%s' "{key}" | cksum | cut -d ' ' -f 1)
set -- {options}
shift $((sum % {count}))
"""


def picking(key: str, options: Sequence[str]) -> str:
    """Shell lines that leave in $1 the option which `picked` names."""
    return PICK.format(key=key, options=" ".join(options), count=len(options))


def picked(key: str, options: Sequence[str]) -> str:
    """The option that belongs to a key."""
    return options[cksum(key) % len(options)]
