"""Whether a text speaks of what was ordered or booked before: "the frame that my wife ordered".

It says nothing of what is wanted: "I booked one last year and want another" speaks of it as well.
"""

from __future__ import annotations

import re

from language.flat import flat

_READ = 300  # characters
_ENGLISH = (
    r"(?:book|order|reserv|schedul|arrang|request|purchas|hir|rent)ed|bought|paid for|signed up"
    r"|(?:placed|made|left|dropped|brought|sent|handed|put) (?:(?:in|off|over)\b|an? (?:order"
    r"|booking|reservation|request)|my|our|his|her|it with|them with)"
    r"|(?:one|ones|order|booking|appointment)s? (?:that )?(?:i|we) (?:have|had|made|placed|did)"
)
_PORTUGUESE = (
    r"(?:encomend|mar(?:c|qu)|agend|reserv|compr|contrat|combin|deix|lev|solicit)(?:ei|ou|amos|aram|ad[ao]s?)"
    r"|(?:mandei|mandou|mandamos) \w{3,20}r|ped(?:i|iu|imos|iram|id[ao]s)"
    r"|(?:fiz|fez|fizemos|fechei|fechou|fechamos) (?:um|uma|o|a|meu|minha|nosso|nossa)"
    r"|(?:me|se|nos) inscrev(?:i|eu|emos)"
)
_ALREADY = (
    r"already (?:have|had|got|made|did|done|paid|placed|with|there|\w{3,20}ed)"
    r"|ja (?:(?:a gente|eu|me|nos|foi|foram) )?(?:fiz|fizemos|fez|feit[ao]s?|tenho|temos|ta|esta"
    r"|\w{3,20}(?:ei|ou|amos|ad[ao]s?|id[ao]s?))"
)
# Whether it is done, asked: "is Dora's clock ready?", "o relógio da Dora já ficou pronto?".
_DONE = (
    r"(?:is|are|if|whether) (?:[\w']{1,20} ){1,6}(?:ready|finished)\b(?! if\b)"
    r"|(?:has|have) (?:[\w']{1,20} ){1,6}been \w{3,20}"
    r"|(?:ta|esta|estao|ficou|ficaram|fica|ficam|ficar) (?:ja )?pront[ao]s?"
)
_BEFORE = re.compile(rf"\b(?:{_ENGLISH}|{_PORTUGUESE}|{_ALREADY}|{_DONE})\b")
_TOLD = re.compile(rf"\W{{0,9}}(?:\w{{1,12}}\W{{1,3}}){{0,2}}(?={_BEFORE.pattern})")


def speaks_of_ordered(text: str) -> bool:
    """Tell whether a text has words of having ordered, booked or brought something."""
    return _BEFORE.search(flat(text[:_READ])) is not None


def begins_with_ordered(text: str) -> bool:
    """Tell whether a clause tells at its beginning that something was ordered: "we booked one"."""
    return _TOLD.match(flat(text[:_READ])) is not None
