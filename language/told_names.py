"""Reads the name that an answer gives, with what people say around it.

"it's siobhan o'neill", "thiago nunes, mas pode me chamar de Thi", "Patel, Meera Patel".
"""

from __future__ import annotations

import re
import unicodedata

from language.answers import asks, unsure
from language.common_words import is_common, is_given_name, is_state
from language.date_words import WEEKDAYS
from language.flat import flat
from language.going_on import goes_on, only_goes_on
from language.matching import fold
from language.names import NO_NAMES, PARTICLES, capitalised
from language.speech_acts.acts import only_courteous
from language.what_one_is import says_what_one_is

_READ = 300
_MOST_WORDS = 7
_PARTS = re.compile(
    r"[,;.!?\n()|]{1,4}\s{1,3}|[,;!?\n()|]{1,4}|\s{1,3}[-–—]\s{1,3}|\s(?:mas|but|e meu|e minha|"
    r"e o meu|and my|and i'm|"
    r"and i am|e tenho|e moro|and it'?s|e sou|haha|kkk+|rsrs)\s",
    re.I,
)
_INTRO = re.compile(
    r"^(?:(?:ah|oi|ola|olá|hi|hello|hey|opa|sim|yes|claro|ok|bom dia|boa tarde|boa noite|"
    r"good morning|good evening|well|bem|hmm?|so|então|entao|na verdade|actually|no|não|nao|digo|"
    r"i mean|sorry|desculpa|wait|e|and)[\s,!:.]+)*"
    r"(?:(?:(?:o |a |the |my |o meu |meu )?(?:full |complete )?(?:name|nome|paciente|patient|"
    r"hóspede|hospede|guest|titular|client[e]?|responsável|responsavel|aluno|aluna|account|conta|"
    r"reserva|booking|reservation)(?: completo| dele| dela| do paciente| da paciente|"
    r" dele completo)?\s*(?:é|eh|e|is|'s|:|=|under|should be|seria|fica)\s*(?:(?:o|a|the)\s+)?)"
    r"|(?:me chamo|eu me chamo|chamo-me|me llamo|yo me llamo|je m'appelle|mi nombre es|"
    r"mon nom est|my name(?: is|'s|s)?|i'?m called|i am called|they call me|everyone calls me|"
    r"you can call me|call me|pode(?:m)? me chamar de|pode chamar de|todo mundo me chama de|"
    r"me chamam de|me chama de|se chama|she'?s called|he'?s called|her name(?: is|'s)|"
    r"his name(?: is|'s)|o nome dele é|o nome dela é|nome dela é|nome dele é)\s+(?:o |a )?"
    r"|(?:é|eh|it'?s|it is|this is|that'?s|that would be|seria|sou|eu sou|i'?m|i am|im|aqui é|"
    r"aqui e|aqui quem fala é|quem fala é|aqui fala|fala)\s+(?:(?:o|a|the|pra|para|for|do|da|"
    r"de)\s+)?(?:(?:seu|sr|sra|dona|dr|dra|mr|mrs|ms|miss)\.?\s+)?"
    r"|(?:(?:it )?goes to|vai (?:pra|para) (?:o |a )?|é pr[oa]|é para (?:o|a)|put it (?:under|"
    r"down as|in)|book(?: it)? (?:under|for|in)|under|in the name of|name of|"
    r"(?:pode )?(?:coloca|colocar|põe|poe|bota|botar|anota|anotar|escreve|marca|marcar)(?: aí|"
    r" ai)?(?: em| no| como| o)? ?(?:nome d[eoa])?|em nome d[eoa]|no nome d[eoa]|nome|name|pra|"
    r"para|for)\s*:?\s+(?:(?:o|a)\s+)?(?:(?:meu|minha|my) \w+ (?=[A-ZÀ-Ý]))?)*",
    re.I,
)
_OUTRO = re.compile(
    r"(?:\s{1,3}(?:here|aqui|mesmo|mesma|speaking|falando|please|pls|por favor|pfv?|thanks|"
    r"thank you|"
    r"obrigad[oa]|mate|haha|kkk+|rs+|lol|tá|ta|viu|ok|né|só|is my name|is the name|é meu nome|"
    r"é o nome|é o meu nome|it is)){1,5}$",
    re.I,
)
_NAMELESS = re.compile(  # "nao tem nome ainda", "we haven't named her"
    r"\b(?:(?:nao|n|nem) (?:tem|temos|tenho|dei|demos|escolh\w+|decid\w+|pens\w+)(?: \w+){0,3} nome"
    r"|sem nome|no name|without a name|(?:not|n't|never|not been) (?:yet )?named|unnamed)\b"
)
_SHORT_VERB = 4
_DOT = "\u2024"  # the point of an initial, which ends no sentence
_INITIAL = re.compile(r"(?<!\w)([A-ZÀ-Ý])\.\s?(?=[A-ZÀ-Ý](?:\.|[a-zà-ÿ]))")
_WORD = re.compile(rf"[^\W\d_]+(?:['’-][^\W\d_]+)*[.{_DOT}]?")
_NOT_A_NAME = re.compile(
    r"^(?:(?:eu )?(?:sou|venho|vim|moro|i'?m|i am|i come|i live)\s+(?:from|in|de|do|da|em|no|na)\s"
    r"|(?-i:[Ii]n|[Aa]t|[Nn]ear|em|nos|nas)\s(?=(?-i:[A-ZÀ-Ý]))"
    r"|(?:não|nao|not|isn'?t|it'?s not|it isn'?t)\s+(?:é|e|sou|o|a|is|my)?\b)",
    re.I,
)
_OF_SOMEBODY = re.compile(
    r"^(?:[Ee]u )?(?:[Ss]ou|[ÉéEe]|[Ii]'?m|[Ii] am|[Ii]t'?s) (?:o |a |the )?(?P<who>[a-zà-ÿ]+)"
    r" (?:d[aeo]|of)\s"
)
_BEING = re.compile(
    r"^(?:(?:ok|ah|oh|well|mas|but|so)[\s,]+)*(?:é|eh|e|tá|ta|está|it'?s|it is|that'?s|i'?m|i am|"
    r"sou|estou|tô|to)\s",
    re.I,
)
_DOES = re.compile(
    r"me|nos|te|us|(?:\w{2,}(?:ou|eu|iu|aram|eram|iram|ed))|told|said|gave|sent|made|knows?|has|had|disse"
    r"|fez|trouxe|conhece|trabalha"
)
_MET = frozenset(
    "falei combinei conversei tratei marquei conheco conheci vi encontrei spoke talked met saw know"
    " asked dealt".split()
)
_TELLS = frozenset(
    "told said recommended suggested sent disse falou indicou mandou recomendou".split()
)
_BEING_ONE = re.compile(r"(?:.*[\s,])?(?:sou|i'?m|i am|el[ea] é|s?he'?s|s?he is) \S+$", re.I)
_SALUTES = frozenset("prezado prezada prezados prezadas dear attn att ilmo ilma".split())
# Whom a letter is written to, and a greeting said: the words are few, and no names.
_ADDRESSED = frozenset(
    "prezado prezada prezados prezadas caro cara caros caras senhor senhora senhores senhoras sir"
    " sirs madam madame maam dear pessoal equipe time galera gente turma todos todas voces team all"
    " everyone everybody folks guys people there both ladies gentlemen colegas amigos atendente"
    " doutor doutora attn att ac a o aos as os or and e to whom it may concern".split()
)
_CODE = re.compile(r"[<>{}\[\]\\=$%^*_#~`]|--|\w\(|;\s*$")  # in no name, and in scripts
_INTRODUCED = re.compile(
    r"(?<=[,.;!] )(?:(?:e|and) )?(?:i'?m|i am|my name is|meu nome é|me chamo|eu sou|sou|this is)"
    r"(?: [oa])? (?=[A-ZÀ-Ý])",
    re.I,
)
_OPENING = re.compile(
    r"^(?:ah|oi|ola|olá|hi|hello|hey|opa|sim|yes|claro|ok|okay|fine|ok fine|bom dia|boa tarde|"
    r"boa noite|good morning|good afternoon|good evening|well|bem|hmm?|so|então|entao|prazer|"
    r"beleza|certo|sure|alright|pois não|pois nao|thanks|obrigad[oa]|sorry|desculpa|wait|não|"
    r"nao|no)$",
    re.I,
)
_TITLES = frozenset("sr sra dr dra dona seu mr mrs ms miss prof".split())
_CHANGED = re.compile(
    r"\b(?:no,|não,|nao,|na verdade|digo|quer dizer|actually|i mean|sorry|desculpa|ops|oops|wait|"
    r"correction)",
    re.I,
)
_FILLERS = frozenset("uh uhm umm er erm hmm hum".split())
_GOES_ON = frozenset(
    "he she they we i i'm im it he's she's it's my and ele ela eles eu nos a gente meu minha tem"
    " faz"
    " is has aged turns sai saio sou moro vem venho quero preciso vou quer tenho vamos somos pego"
    " chego"
    " queria have want need would can could".split()
)
# Particles begin surnames too, and places: what follows one in lower case is taken where people
# bear it.
_SURNAMES = frozenset(
    "silva souza sousa santos costa cruz rosa luz rocha conceicao paixao penha graca gloria "
    "anjos reis dores neves passos nascimento moraes matos mata"
    " fonseca cunha gama veiga motta mota maia veloso lima paz silveira ribeira ribeiro oliveira "
    "assis jesus souto freitas melo mello castro barros campos"
    " fatima lourdes carmo socorro aparecida andrade araujo azevedo queiroz medeiros morais "
    "menezes castilho vasconcelos almeida abreu borba brito"
    " carvalho faria farias macedo magalhaes miranda moura nobrega paula pinho pontes rego sa "
    "sena serra siqueira toledo vargas vinci gaulle luca angelo"
    " la leon cruz souza guia saude ajuda assuncao ressurreicao vera hora amparo piedade "
    "natividade encarnacao".split()
)


def told_name(text: str) -> str | None:
    """Return the name that an answer to the question for one gives."""
    if _CODE.search(text[:_READ].strip("* ")):
        return None
    plain = unicodedata.normalize("NFC", text[:_READ])
    plain = _INITIAL.sub(rf"\1{_DOT} ", plain)
    plain = " ".join(re.sub(rf"[^\w\s,;.!?'’()|:=–—{_DOT}-]", " ", plain).split())
    nameless = not capitalised(plain) and _NAMELESS.search(flat(plain))
    if not plain or nameless or asks(plain) or unsure(plain) or only_goes_on(plain):
        return None
    named: list[str] = []
    said_else = False  # words that introduce nobody: a lone word behind them is none either
    for part in _PARTS.split(plain):
        name = None if goes_on(part or "") else _name_of(part or "")
        lone = name is not None and " " not in name and (part or "").strip().islower()
        name = None if lone and said_else else name
        said_else = said_else or bool(name is None and part and not _opens(part))
        if name and named and _CHANGED.search(plain[: plain.find(part)]) and _changes(plain, part):
            named = []
        if name:
            named.append(name)
    if not named:
        return None
    first = named[0]
    if introduced := _INTRODUCED.search(plain):  # "Canberra, I looked it up. I'm Henry"
        said = next((n for n in named[1:] if plain[introduced.end() :].startswith(n)), None)
        first = said or first
    fuller = (n for n in named[1:] if set(fold(first).split()) < set(fold(n).split()))
    return next(fuller, first).replace(_DOT, ".")


def _opens(part: str) -> bool:
    """Tell whether a part only greets, agrees, or leads to the name behind it."""
    bare = part.strip(" .,:;'\"")
    return bool(
        not bare or _addresses(bare) or _OPENING.match(bare) or not _INTRO.sub("", bare, count=1)
    )


def _addresses(part: str) -> bool:
    """Tell "Prezados", "Bom dia pessoal" and "dear sir or madam" from who writes them."""
    said = [fold(word) for word in _WORD.findall(part)]
    if said and said[0] in _SALUTES:
        return True
    named = [word for word in said if word not in _ADDRESSED]
    if len(named) < len(said):
        return all(word in NO_NAMES for word in named)
    return len(said) > 1 and only_courteous(part)


def _changes(plain: str, part: str) -> bool:
    """Tell whether a part takes back what was said before it."""
    at = plain.find(part)
    return bool(_CHANGED.search(plain[max(0, at - 25) : at + 12]))


def _name_of(part: str) -> str | None:
    said = part.strip(" .,:;'\"")
    if _NOT_A_NAME.match(said) or _addresses(said):
        return None
    somebody = _OF_SOMEBODY.match(said)
    if somebody and is_common(fold(somebody["who"])):
        return None  # "sou o marido da Carla" tells whose, and not who
    bare = _OUTRO.sub("", _INTRO.sub("", said, count=1)).strip(" .,:;'\"")
    if not bare:
        return None
    words = [m[0] for m in _WORD.finditer(bare)]
    if not words or len(words) > 12 or re.search(r"[\d?]", bare):
        return None
    if len(words) == 1 and bare.islower() and _only_is(said, words[0]):
        return None
    return None if _is_told_of(bare, words) else _cleaned(words, bare)


def _is_told_of(part: str, words: list[str]) -> bool:
    """Tell "Sérgio me indicou" and "Bloom Brothers recommended you" of others from who they are."""
    at = next((n for n, word in enumerate(words) if word[0].isupper()), None)
    if at is None or part.isupper():
        return False
    if not _MET.isdisjoint(map(fold, words[:at])):
        return True  # "combinei com o Jorge"
    rest = [w for w in words[at:] if w[0].islower() and fold(w) not in PARTICLES]
    does = rest and (_DOES.fullmatch(fold(rest[0])) or not _TELLS.isdisjoint(map(fold, rest)))
    return bool(does and words[-1][0].islower())


def _only_is(said: str, word: str) -> bool:
    """Tell of "it's uploaded", "é urgente" and "sou eletricista" that they name nobody."""
    state = is_state(fold(word))
    if state and (_BEING.match(said) or says_what_one_is(word)):
        return True
    return _BEING_ONE.match(said) is not None and says_what_one_is(word)


def _cleaned(words: list[str], bare: str) -> str | None:
    while words and fold(words[0]).strip(".") in _TITLES:
        words = words[1:]
    shouting = bare.isupper()
    capital = [w[0].isupper() for w in words]
    if any(capital) and not shouting and not all(w.islower() for w in words):
        words = _capitalised_run(words)
        if " ".join(words).isupper() and not bare.startswith(words[:1][0]):
            return None  # words that are shouted: "I want to COMPLAIN"
    else:
        words = _lower_run(words)
    if not words or len(words) > _MOST_WORDS:
        return None
    lone = len(words) == 1
    common = [w for w in words if _is_word(fold(w).strip("."))]
    if lone and (fold(words[0]) in NO_NAMES or fold(words[0]) in WEEKDAYS):
        return None
    if common and (lone or len(common) > 1 or not any(capital) or shouting):
        return None
    if lone and (len(words[0]) < 2 or _did(words[0])):
        return None
    if any(len(w) > 40 for w in words):
        return None
    return " ".join(words if any(capital) and not shouting else map(_spelled, words))


def _did(word: str) -> bool:
    """Tell "acabei", "adotei" and "errei" from a name."""
    return len(word) > _SHORT_VERB and fold(word).endswith("ei") and not is_given_name(fold(word))


def _is_word(word: str) -> bool:
    return word not in PARTICLES and not word.startswith("o'") and is_common(word)


def _capitalised_run(words: list[str]) -> list[str]:
    """Keep the first run of words with a capital, its particles included."""
    run: list[str] = []
    for word in words:
        if word[0].isupper() or (run and fold(word) in PARTICLES):
            run.append(word)
        elif run:
            break
    while run and fold(run[-1]) in PARTICLES and not run[-1][0].isupper():
        run.pop()
    return run


def _lower_run(words: list[str]) -> list[str]:
    """Keep words without capitals up to a particle that no surname follows: "da oficina"."""
    run: list[str] = []
    for at, word in enumerate(words):
        plain = fold(word)
        if plain in PARTICLES and run:
            following = fold(words[at + 1]) if at + 1 < len(words) else ""
            if plain in ("e", "y") or (
                not following or (following not in _SURNAMES and is_common(following))
            ):
                break
        if run and _runs_on(run, plain):
            break
        run.append(word)
    while run and fold(run[-1]) in PARTICLES:
        run.pop()
    return run


def _runs_on(run: list[str], word: str) -> bool:
    """Tell where who writes no stops goes on behind a name: "rose quinn uh", "caio ele"."""
    if word in _FILLERS:
        return True
    begun = is_given_name(fold(run[0])) or len(run) > 1
    return begun and word in _GOES_ON and not any(map(_is_word, map(fold, run)))


def _spelled(word: str) -> str:
    """Write a word of a name with its capitals: Dores, das, O'Neill, Jean-Luc, McDonald."""
    if fold(word) in PARTICLES:
        return word.lower()
    pieces = re.split(r"(['’-])", word.lower())
    spelled = "".join(piece.capitalize() for piece in pieces)
    return (
        f"Mc{spelled[2:].capitalize()}"
        if spelled.startswith("Mc") and len(spelled) > 4
        else spelled
    )
