"""Which answer tells when and how one pays, for who asks "do I pay on the day?", "pago na hora?".

Such a question wants a yes or a moment, of which kind no answer is; the one about paying holds it.
"""

from __future__ import annotations

import re

from language.flat import flat
from language.idle_words import telling_words
from language.known_questions import kin
from language.matching import stem
from language.price_asked import speaks_of_price
from language.speech_acts.acts import may_question
from workflows.file.schema import Workflow

_LONGEST = 80  # characters of such a question
_MOST_WORDS = 12
_PAYING = frozenset(
    "pay pays paying paid payment settle pago pagar pagamos paga pagando pagamento acerto".split()
)
_PAYS = re.compile(r"\b(?:pay|paying|settle up|pago|pagar|pagamos|pagando|acerto|acertar)\b")
# When one may pay, beside which nothing else is named.
_MOMENTS = frozenset(
    stem(word)
    for word in (
        "day time spot moment now later before beforehand after afterwards upfront up front advance"
        " arrive arrival arriving get there here come leave leaving end finish finished done first"
        " once morning evening straight away back when have need must collect collection delivery"
        " hora dia antes depois agora adiantado adiantada antecipado chegar chegada chego chegarem"
        " entrega retirada fim final terminar terminado pronto comeco inicio local ato logo la ai"
        " mesmo quando tenho preciso devo buscar sair saida vier vierem"
    ).split()
)


def only_paid(workflow: Workflow, message: str) -> str | None:
    """Return the one answer about paying, for a question that names nothing but when one pays."""
    if len(message) > _LONGEST or not _PAYS.search(flat(message)):
        return None
    asked = message.rstrip().endswith("?") or may_question(message)
    if not asked or speaks_of_price(message):
        return None
    paying = [name for name in workflow.answers if _is_of_paying(workflow, name)]
    return paying[0] if len(paying) == 1 and _names_moment(workflow, paying[0], message) else None


def _is_of_paying(workflow: Workflow, name: str) -> bool:
    wordings = (telling_words(text, _MOST_WORDS) for text in workflow.answers[name].wordings)
    asked = [set(words) for words in wordings]
    return any(words and words <= _PAYING for words in asked)


def _names_moment(workflow: Workflow, name: str, message: str) -> bool:
    """Tell whether all that is named is a moment, or a word of the answer."""
    told = telling_words(" ".join(workflow.answers[name].sayings), _MOST_WORDS * 5)
    named = (w for w in telling_words(message, _MOST_WORDS) if w not in _PAYING)
    return all(stem(word) in _MOMENTS or any(kin(word, each) for each in told) for word in named)
