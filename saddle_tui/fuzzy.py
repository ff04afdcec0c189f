"""How well a text answers what was typed: letters in order, best at the beginnings of words."""


def score(typed: str, text: str) -> int | None:
    """The higher the better; None when the letters are not all there, in this order."""
    wanted, within = typed.casefold().split(), text.casefold()
    scores = [_word(each, within) for each in wanted]
    return None if None in scores else sum(each for each in scores if each is not None)


def _word(word: str, text: str) -> int | None:
    if (at := text.find(word)) >= 0:
        return 100 + 50 * (at == 0 or not text[at - 1].isalnum()) - min(at, 40)
    place, total = -1, 0
    for letter in word:
        found = text.find(letter, place + 1)
        if found < 0:
            return None
        begins = found == 0 or not text[found - 1].isalnum()
        total += 6 * begins + 2 * (found == place + 1) - min(found - place, 5)
        place = found
    return total if total > 0 else None
