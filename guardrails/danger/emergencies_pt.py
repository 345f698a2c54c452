"""What is said in Portuguese when somebody is in danger at this very moment, family by family."""

from __future__ import annotations

from guardrails.danger.people import NEAR, SOMEBODY_PT

_NO_ANIMAL = "".join(rf"(?<!{kind} )" for kind in ("cachorr[oa]", "gat[oa]", "bicho", "cadela"))
_POISON_PT = (
    r"(?:veneno|agua sanitaria|q?candida|cloro|detergente|soda(?: caustica)?|chumbinho|acido"
    r"|desinfetante|alvejante|gasolina|querosene|thinner|raticida|agrotoxico|pilha|bateria|ima"
    r"|produto (?:de limpeza|quimico))"
)
_PILLS_PT = (
    r"(?:remedios?|comprimidos?|pilulas?|medicamentos?|calmantes?|cartelas?|rivotril|clonazepam"
    r"|antidepressivos?|paracetamol|dipirona|tarja preta)"
)
_MANY_PT = (
    r"(?:uns|umas|varios|varias|muitos|muitas|muito|um monte de|um bocado de|tantos|todos(?: os"
    r"| meus"
    r"| seus)?(?: meus)?|todas(?: as)?|tudo(?: de)?|a (?:cartela|caixa)(?: toda"
    r"| inteira)?(?: de)?"
    r"|uma (?:cartela|caixa)(?: inteira| toda)?(?: de)?|cartelas? de|caixas? de|o (?:vidro"
    r"|frasco)"
    r"(?: todo| inteiro)?(?: de)?|mais de \d+|(?:tipo )?[1-9]\d|\d\d\d|demais|um vidro de"
    r"|duas cartelas de)"
)
_TAKEN_PT = r"(?:tomou|tomei|toma|engoliu|engoli|bebeu|bebi|ingeriu|ingeri|tomar|comeu)"
_HIGH_PT = r"(?:ponte|predio|janela|sacada|varanda|viaduto|telhado|terraco|penhasco|passarela)"
_NO_ILLNESS = (
    r"(?! (?:para|contra|de|do|da) (?:\w+ )?(?:gripe|dor|febre|tosse|enjoo|alergia|pressao|verme"
    r"|cabeca|colesterol|dormir bem|manha|sempre|hoje de manha|mes|dia|semana|receita))"
)
EMERGENCIES_PT = (
    rf"\b{_TAKEN_PT} (?:{_MANY_PT} )?{_MANY_PT}(?: \w+){{0,2}}? {_PILLS_PT}\b{_NO_ILLNESS}",
    rf"\b{_TAKEN_PT} (?:os|meus|seus|todos os) (?:\w+ )?{_PILLS_PT} (?:todos|tudo|de uma vez"
    rf"|todo)\b"
    rf"|\b{_TAKEN_PT} (?:\w+ )?{_PILLS_PT} demais\b|\b(?:tomou|tomei) todos os (?:meus "
    rf"|seus )?{_PILLS_PT}\b{_NO_ILLNESS}",
    rf"\b(?:tomou|tomei|engoliu|engoli|bebeu|bebi|ingeriu|ingeri)(?: \w+){{0,2}}? {_POISON_PT}\b",
    rf"\b(?:{SOMEBODY_PT}|eu|acho que){NEAR} (?:(?:ta|teve|tendo|tem|ter|sofreu|to|deu|fez)"
    r"(?: tendo| com| sofrendo)? (?:uma )?overdose)\b(?! de (?:chocolate|trabalho|informacao"
    r"|serie|doce))",
    rf"\b{SOMEBODY_PT}{NEAR} (?:desmaiou|desmaiando|desmaiada|desmaiado|desmaio"
    r"|apagou(?=\s*(?:$|\.|e\b|aqui|do nada))"
    r"|desacordad[oa]|inconsciente|sem pulso|convulsionando|convulsao|engasgou|engasgad[oa]"
    r"|engasgando|sufocando|ficando rox[oa]|se afogando|se afogou|enfartando|infartando"
    r"|caiu dur[oa])\b"
    r"(?! (?:de (?:emocao|rir|susto|sono|cansaco|alegria)|com (?:o|a) (?:preco|presente|conta"
    r"|noticia)))",
    # "Não acordar" alone is what somebody shall take care of, and no state.
    rf"\bnao (?:consigo|conseguimos) (?:fazer )?acordar {SOMEBODY_PT}\b"
    r"(?! (?:cedo|para|de manha|na hora|antes|sem))"
    r"|\bnao (?:(?:consegue|quer) (?:acordar|respirar)|(?:ta |esta |consegue |quer )?"
    r"(?:acorda(?:ndo)?|respira(?:ndo)?|reage|reagindo|responde(?:ndo)? mais nada))\b"
    r"(?! (?:cedo|para|na hora|antes|com o (?:despertador|alarme)|direito|ar"
    r"|mais (?:da|do|quando|depois)|do modo|da tela|bem|a bolsa))",
    rf"\b(?:{SOMEBODY_PT}|to|acho que){NEAR} (?:ta|to|tendo|teve agora|ta tendo|sofrendo"
    rf"|acabou de ter)"
    r"(?: \w+){0,2}? ?(?:um |uma )?(?:infarto|enfarte|ataque cardiaco|avc|derrame"
    r"|parada cardiaca|convulsao"
    r"|reacao alergica)\b|\b(?:to|ta) (?:infartando|enfartando)\b(?! com)",
    rf"\b{SOMEBODY_PT}{NEAR} morrendo(?=\s*(?:$|\.|agora|socorro|me ajud))",
    r"\b(?:nao (?:consigo|to conseguindo)) respirar\b(?! (?:pelo nariz|de (?:rir|tanto)"
    r"|com (?:tanto|esse)))"
    rf"|\b{SOMEBODY_PT}{NEAR} (?:passando (?:muito )?mal|passou mal agora|com dor no peito)\b",
    r"\bnao (?:para|parou|ta parando|quer parar) de sangrar\b|\bsangramento nao para\b"
    r"|\bsangue nao (?:para|estanca)\b|\b(?:to|ta|ele|ela)(?: \w+)? sangrando (?:muito|demais"
    r"|bastante)\b"
    r"|\bperdendo (?:muito )?sangue\b|\bcort(?:ei|ou|ando) (?:os |meus |seus )*pulsos\b",
    r"\b(?:tem|ta tendo|comecou|deu|ha|tendo)(?: um)? (?:incendio|fogo) (?:aqui|n[oa]|em casa"
    r"|no meu|na minha"
    r"|perto|do lado)\b(?! (?:jogo|filme|livro))|\bincendio aqui\b"
    r"|\b(?:casa|predio|apartamento|ap|cozinha|carro|escritorio|quarto|loja|vizinh[oa]|fogao)"
    r"(?: \w+)? (?:ta |esta )?(?:pegando fogo|pegou fogo|em chamas|queimando|incendiando)\b"
    r"|\b(?:cheiro|vazamento)(?: \w+)? de gas (?:aqui|e|em casa|na|no|muito)\b",
    rf"\b{SOMEBODY_PT}{NEAR} (?:vai|quer|ameacando|ameaca|diz que vai|querendo|tentando|tentou"
    rf"|ia)"
    rf" (?:pular|se jogar|se atirar|saltar)(?: (?:d[aoe]"
    rf"|la de) (?:\w+ )?(?:{_HIGH_PT}))?(?=\s*(?:$|\.|agora|hoje|me|socorro))",
    rf"\b{SOMEBODY_PT}{NEAR} (?:se jogou|pulou|se atirou|caiu) d[aoe] (?:\w+ )?{_HIGH_PT}\b"
    rf"|\b{SOMEBODY_PT}{NEAR} caiu(?: \w+){{0,4}}? nao (?:\w+ )?(?:levanta|se mexe"
    rf"|consegue (?:levantar|se mexer)|mexe)\b",
    rf"\b{SOMEBODY_PT}{NEAR} (?:na janela|no parapeito|na beira|em cima da ponte|no telhado"
    rf"|na ponte)\b"
    r"(?: \w+){0,5}? (?:pular|jogar|cair|saltar)\b",
    rf"\b(?:{SOMEBODY_PT}|to|to aqui){NEAR} (?:com|segurando|pegou|apontando) (?:uma|a|um"
    rf"|o) (?:faca|arma"
    r"|revolver|corda|gilete|navalha)(?: \w+){0,5}? (?:se |me |pulso|cabeca|pescoco|matar"
    r"|cortar|aqui|mim)\b",
    r"\b(?:ajuda|socorro|policia)\b(?: \w+){0,4}? (?:ele|ela|homem|cara|marido|pai) (?:ta|veio"
    r"|chegou) com uma"
    r" (?:arma|faca)\b",
    r"\b(?:tem|tao|ta|alguem|estao|ladrao|bandido|homem)(?: \w+){0,2}? (?:invadindo|invadiu"
    r"|invadiram"
    r"|entrou n|arrombando|arrombou)(?: a| na| o| no)? ?(?:minha|meu|aqui|casa|apartamento)\b"
    r"|\btem (?:alguem|um (?:ladrao|homem|estranho)) (?:dentro d|n)[ao] (?:minha )?casa\b"
    r"|\b(?:to|estao|tao) (?:sendo assaltad[oa]|me assaltando)\b",
    r"\b(?:ta|ele|marido|namorado|pai|padrasto|ex)(?: \w+)? (?:me (?:batendo|espancando"
    r"|enforcando"
    r"|bateu agora|estuprando|ameacando com)|batendo (?:em mim|na minha|nos meus))\b"
    r"|\b(?:levei|levou|tomei|tomou) (?:uma |um )?(?:facada|tiro"
    r"|choque forte)\b(?! n[oa]s? (?:costas|pe))"
    rf"|{_NO_ANIMAL}\b(?:fui|foi) (?:balead|esfaquead|atropelad|picad)[oa]\b"
    r"(?! (?:ano|em|mes|ha)\b)",
    r"\A(?:socorro[ .]*)+(?:(?:alguem|me|por|pelo|amor|de|deus|favor|gente|ajud\w+|aqui|agora"
    r"|rapido|preciso|to|moca?|pessoal)\b[ .]*)*\Z",
    rf"\A(?:socorro[ .]*)+(?:gente )?{SOMEBODY_PT}\b",
    # Of a thing people say "socorro", too: there it has to be told what happens to whom.
    r"\A(?:socorro[ .]*)+[^.]{0,80}\b(?:caiu|sangr\w+|respir\w+|fogo|incendio|faca|arma|tiros?"
    r"|bate|batendo|desmai\w+|afog\w+|engasg\w+|morrendo|matar|invadi\w+|ladra\w*|machuc\w+"
    r"|ferid[oa]|desacordad[oa]|infart\w+|convuls\w+|trancad[oa] (?:com|por))\b",
    r"\b(?:chama|chamem|chame|chamar|liga para|manda|mandem|preciso de)(?: \w+)? (?:ambulancia"
    r"|policia|bombeiros?|resgate)\b(?! (?:para (?:evento|transporte|remocao)|amanha))",
)
