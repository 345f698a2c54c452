"""Words that carry no part of a question: light verbs in all their forms, adverbs, politeness.

A word is passed over only where no column and no value is called so. Participles are not among
them ("reopened", "pintadas"): they say which rows are meant.
"""

from __future__ import annotations

from functools import lru_cache

_PT_VERBS = (
    "atend serv regist registr anot apont lanç lanc trat process oper cont inclu exist hav aparec"
    " apresent surg const ocorr acontec sa entr trabalh respond indic inform preench report diss"
    " diz dig disser fic mostr vej olh consegu precis gost quer pod sab tiv tinh fiz sucess rol"
    " arranj verific consult receb realiz efetu efectu gostar poder atender marc anot termin"
    " acab faç fac"
).split()
_BRIEF_VERBS = (
    "exist aparec const surg ocorr acontec quer pod hav fic precis gost consegu diz mostr sab faz"
).split()
_BRIEF_ENDS = "o a e as es am em".split()
_PT_ENDS = (
    "ou eu iu amos emos imos ámos aram eram iram ava avam ia iam ei i ar er ir"
    " asse esse aria eria iria ando endo indo aste este ram ria riam"
).split()
_EN_VERBS = (
    "log handle serve process register report record get see show list appear occur happen have"
    " handl deal attend answer respond look count tell know want like need come make do run go"
    " manage receive collect note track enter hold include contain exist keep sit stand cover end"
    " finish start"
).split()
_EN_ENDS = ("", "s", "es", "ed", "d", "ing")
_PASSED = frozenset(
    "please kindly pls plz thx basically roughly honestly anyway btw um uh er hmm ok okay cá ora"
    " olha oi olá ola viva pá pa mano então"
    " entao afinal enfim pois né ne lol obg vlw"
    " faz favor vivo mesmo sequer porventura whats hows hiya folks again mate currently presently"
    " atualmente actualmente presentemente altogether ever yet indeed kinda sorta gotta wanna lemme"
    " gimme quick rough exact exato certinho direitinho bem wow nice great cool fixe legal beleza"
    " valeu bora favore afinal basicamente digamos tipo assim porfavor sff pfv urgente rapidinho"
    " played placed issued received taken submitted jogados jogadas disputados disputadas"
    " efetuados efetuadas emitidos emitidas recebidos recebidas profile perfil"
    " among dentre"
    " indicado indicada indicados indicadas mencionado mencionada stated declared noted location's"
    " up q pq k c vc vcs tds td mt mto tbm tb dele".split()
) - {"location's", "pq"}
_NOUN_LEADS = frozenset(
    "many quantos quantas by per por cada each the of total average mean a an which qual quais"
    " quanto much media".split()
)
_SAYING_HOW_OFTEN = frozenset(
    "daily weekly monthly yearly hourly quarterly annually nightly family reply supply early only"
    " anomaly july italy assembly fly".split()
)


def is_filler_behind(word: str, before: str) -> bool:
    """Tell whether a folded word may be passed over here: behind "how many" stands a noun."""
    bare = word not in _PASSED and not word.endswith(("ed", "mos", "ram", "ly", "mente"))
    return is_filler(word) and not (bare and before in _NOUN_LEADS)


@lru_cache(4096)
def is_filler(word: str) -> bool:
    """Tell whether a folded word may be passed over where nothing in the table is called so."""
    if word in _PASSED:
        return True
    if word in _SAYING_HOW_OFTEN:
        return False
    if len(word) > 6 and word.endswith(("mente", "ly")):
        return True
    return _is_verb(word)


def _is_verb(word: str) -> bool:
    for end in _PT_ENDS:
        if word.endswith(end) and word[: len(word) - len(end)] in _PT:
            return True
    if any(word.endswith(end) and word[: len(word) - len(end)] in _BRIEF for end in _BRIEF_ENDS):
        return True
    return any(word.endswith(end) and word[: len(word) - len(end)] in _EN for end in _EN_ENDS)


_PT, _EN, _BRIEF = frozenset(_PT_VERBS), frozenset(_EN_VERBS), frozenset(_BRIEF_VERBS)
