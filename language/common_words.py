"""Words that are no names: what tells "sure thing" and "ta com febre" from "siobhan o'neill"."""

from __future__ import annotations

import re
from functools import cache

from language.detect import Language
from language.given_names import GIVEN_NAMES

# English as films speak it, by frequency, with names and surnames in lists of their own: it comes
# with the library that weighs passwords. Portuguese has no such list, so here is a short one.
_ENGLISH = 6_000
_OFTEN = 1_500
_EVERY = 40_000
_PORTUGUESE = frozenset(
    """
a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pra pro para com sem sob
sobre ate e ou mas nem que se como quando onde quem qual quanto porque pois entao tambem tbm ja
ainda so apenas mais menos muito pouco bem mal nao sim talvez aqui ali la hoje ontem amanha agora
depois antes sempre nunca cedo tarde eu tu voce vc vcs voces ele ela eles elas nos me te lhe meu
minha meus minhas seu sua seus suas nosso nossa dele dela isso isto esse essa este esta aquele
aquela tudo todo toda todos todas nada algum alguma nenhum outro outra mesmo mesma qualquer cada
tal ser sou e era foi fui sao somos estar estou esta ta to tou estava ter tem tenho tinha temos
teve haver ha fazer faz faco fez fiz ir vou vai vamos foram vem venho veio dar da dou deu ver vejo
viu dizer digo diz disse falar fala falo falou querer quero quer queria poder posso pode podia
saber sei sabe achar acho acha ficar fico fica ficou precisar preciso precisa passar passa passei
deixar deixa deixe gostar gosto gosta gostaria pensar penso chamar chamo chama chamam morar moro
mora viver vivo vive trabalhar trabalho trabalha comprar compro pagar pago paga mandar manda mande
marcar marca marcado falta faltar chegar chega cheguei sair saio saiu entrar entro voltar volto
pedir peco pede perguntar pergunta responder resposta ajudar ajuda esperar espera espere tentar
tento parar para abrir fechar usar uso usa comecar comeca terminar mudar muda trocar troca tirar
tira colocar levar leva trazer traz pegar pega olhar olha ouvir escrever ler dormir comer beber
andar correr cair caiu morrer nascer nasci nasceu cobrar cobraram dia dias semana mes meses ano
anos hora horas minuto tempo vez vezes manha noite madrugada segunda terca quarta quinta sexta
sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro
dezembro casa rua bairro cidade interior centro lugar local pais estado mundo praia sitio fazenda
apartamento apto predio loja shopping mercado escola faculdade hospital clinica empresa escritorio
banco igreja praca aeroporto perto longe dentro fora cima baixo frente atras lado esquina vizinho
vizinha pai mae filho filha filhos irmao irma avo vo tia tio primo prima marido esposa mulher
homem menino menina crianca criancas bebe amigo amiga chefe pessoa pessoas gente senhor senhora
moco moca doutor doutora dra dr familia namorado cliente clientes paciente aluno professor
motorista atendente gerente dona dono oficina vendas nome nomes numero telefone celular email
endereco documento conta cartao senha codigo idade data site pedido valor preco dinheiro reais pix
boleto nota problema coisa coisas assunto motivo duvida informacao dado dados mensagem carro moto
onibus viagem voo quarto mesa comida agua cafe pizza bolo remedio febre dor consulta exame receita
bom boa bons boas ruim otimo otima melhor pior grande pequeno pequena novo nova velho velha certo
certa errado errada legal bonito bonita caro cara barato feliz triste doente cansado pronto pronta
cheio vazio quente frio alto alta baixo livre dificil facil importante particular especial geral
comum primeiro primeira ultimo ultima unico proxima oi ola opa tchau obrigado obrigada obg valeu
vlw desculpa licenca favor pfv pf por beleza blz claro ok tranquilo kkk kk rs haha ue oxe poxa
nossa puxa deus graca gracas serio verdade mentira sorte prazer parabens seguro segura preferir
prefiro informar informo recusar aceito aceitar confirmar confirmo cancelar cancela anonimo
ninguem alguem azul verde vermelho preto branco gato cachorro vaca bicho animal janela porta
geladeira computador internet tanto tipo jeito parte meio fim comeco lista item opcao opcoes
servico ingles espanhol portugues frances alemao italiano japones chines atendimento cadastro
promocao desconto esqueci esqueceu lembro lembra conhecido importa interessa pular pula passo
deixo depende calma robo maquina inutil burro burra idiota imbecil estupido estupida lixo merda
porcaria droga besta palhaco palhacada
""".split()
)


_STATE = re.compile(
    r"(?:[aei]d[oa]s?|[aei]ndo|mente|[ae]nte|[ai]vel|os[oa]|igo|ed|ing|[ai]ble|ful|less|ly|ous|ish|"
    r"ive)$"
)


def everyday_language(word: str) -> Language | None:
    """Return the language that a folded word is everyday speech of, where that is one alone."""
    pt, en = word in _PORTUGUESE, word in _english(_OFTEN)
    return None if pt == en else "pt" if pt else "en"


def is_common(word: str, *, often: bool = False) -> bool:
    """Tell whether a folded word is one of everyday speech, and so hardly anybody's name.

    `often` leaves out those that films have rarely: Springfield, for one.
    """
    return word in _PORTUGUESE or word in _english(_OFTEN if often else _ENGLISH)


def english_words() -> frozenset[str]:
    """Return the words of English as films speak it, rare ones and names too."""
    return _english(_EVERY) | _names()


def is_state(word: str) -> bool:
    """Tell whether a folded word says how something is: "uploaded", "urgente", "secret"."""
    if word in _names():
        return False
    return bool(len(word) > 4 and _STATE.search(word)) or word in _english(_EVERY)


def is_given_name(word: str) -> bool:
    """Tell whether a folded word is a first name that many people bear."""
    return word in _first_names() or word in GIVEN_NAMES


@cache
def _first_names() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS as lists

    return frozenset([*lists["female_names"], *lists["male_names"]])


@cache
def _names() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS as lists

    return frozenset([*lists["female_names"], *lists["male_names"], *lists["surnames"]])


@cache
def _english(size: int) -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS as lists

    return frozenset(lists["us_tv_and_film"][:size]) | frozenset(lists["english_wikipedia"][:800])
