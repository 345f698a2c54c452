"""Words for the same thing in English and Portuguese, of what tables are often about.

It only helps a sentence reach a column or a value that is there; nothing follows from a word alone.
"""

from __future__ import annotations

from functools import cache, lru_cache

from language.matching import stem

_CONCEPTS = """
revenue: revenue sales sale sell sold selling sells turnover faturamento facturacao fatura
revenue: faturou faturado receita venda vendas vender vendeu vendemos vendido vendidos vendida
revenue: vendidas ticket income_total valor total_value montante amount gmv billing
price: price preco priced tarifa fare
unit: unit units unidade unidades quantidade quantity qty qtd qtde volume
cost: cost custo custos costs gasto despesa expense spend spent gastos gastou
discount: discount desconto descontos rebate abatimento
product: product produto item article artigo mercadoria sku goods
category: category categoria
kind: kind type tipo class classe
channel: channel canal
store: store loja shop filial branch unidade_loja
customer: customer client cliente buyer comprador consumer
seller: seller vendedor vendedora salesperson salesman rep atendente_venda
payment: payment pagamento pago pagos paga pagas paid pay_method pagar
order: order pedido encomenda compra purchase orders
city: city cidade town municipio
state: estado uf province provincia
country: country pais nation
region: region regiao area zona zone
place: site local location sitio place lugar
district: district bairro neighborhood neighbourhood
date: date data day_of
shift: shift turno
morning: morning manha matutino matutina am_shift
afternoon: afternoon tarde vespertino evening_shift
night: night noite noturno noturna nights nightly nightshift
operator: operator operador worker operario trabalhador
employee: employee funcionario funcionaria colaborador colaboradora staff empregado
person: person people pessoa pessoas respondent respondente inquirido participante participant
person: entrevistado entrevistada gente individual
manager: manager gerente gestor chefe boss manage managers supervisor
doctor: doctor medico physician
nurse: nurse enfermeiro enfermeira
patient: patient paciente doente utente
ward: ward enfermaria ala unit_ward
hospital: hospital clinica clinic
diagnosis: diagnosis diagnostico condition doenca disease illness
stay: stay internacao permanencia internamento estadia
admitted: admitted admission admissao internado internados admitidos admitida entrada
discharged: discharged discharge alta saida_alta
readmitted: readmitted readmission readmissao reinternado reinternacao
student: student aluno estudante pupil
teacher: teacher professor docente
school: school escola colegio
course: course curso
subject: subject disciplina materia
grade: grade nota mark score rating pontuacao avaliacao classificacao rate rated avaliado
grade: avaliada points
satisfied: satisfied satisfaction satisfacao satisfeito satisfeitos satisfeita happy happiness
satisfied: feliz contente contentes felizes
pay: pay salary wage salario ordenado remuneracao vencimento wages salaries earn earns
safe: safe safety seguro seguranca segura secure
food: food comida refeicao meal canteen cantina refeitorio
training: training formacao treinamento treino
workload: workload carga
tool: tool ferramenta equipment equipamento
communication: communication comunicacao communicate
promotion: promotion promocao promocoes
leadership: leadership lideranca chefia leader lider
proud: proud orgulho orgulhoso
home: home casa lar
remote: remote remoto remotely teletrabalho remotamente
commute: commute deslocacao deslocamento trajeto commuting trajecto
minute: minute minuto
hour: hour hora
year: year ano
month: month mes
week: week semana
tenure: tenure antiguidade servico service casa tempo
recommend: recommend recommendation recomendar recomendacao recomendaria recommending
improve: improve melhorar improvement melhoria prioridade priority
benefit: benefit beneficio
mentor: mentor mentoring
incident: incident incidente accident acidente
job: job trabalho emprego work workplace working employment
contract: contract contrato
permanent: permanent permanente efetivo
temporary: temporary temporario
department: department departamento setor sector dept secao area_dept
maintenance: maintenance manutencao
production: production producao
logistics: logistics logistica
finance: finance financas financeiro
sales_department: comercial commercial
engineering: engineering engenharia
quality: quality qualidade
administration: administration administracao administrativo admin
age: age idade etaria
gender: gender sexo genero sex
female: female feminino mulher mulheres woman women feminina f
male: male masculino homem homens man men masculina m
education: education escolaridade ensino schooling instrucao
name: name nome
machine: machine maquina equipamento_m aparelho device
oven: oven forno furnace
chiller: chiller refrigerador resfriador
compressor: compressor
pump: pump bomba
sensor: sensor
temperature: temperature temperatura temp
vibration: vibration vibracao vibr
pressure: pressure pressao
humidity: humidity umidade humidade
energy: energy energia kwh consumo consumption consumed consumiu power_use eletricidade
energy: electricity consumido gastar
power: power potencia
speed: speed velocidade
noise: noise ruido
water: water agua
status: status estado situacao state condicao
fault: fault falha avaria failure faults avariado avariada faulted
running: running funcionando operando ligado ligada funcionamento operacao operating
idle: idle ocioso parado_idle espera
stopped: stopped parado parada desligado off halted
defect: defect defeito problem problema flaw nao_conformidade
dirt: dirt sujidade lixo sujeira dust poeira particle
paint: paint tinta pintura
orange: orange laranja
peel: peel casca
grease: grease gordura oil oleo
run_drip: drip escorrido escorrimento sag
crater: crater cratera
peeling: peeling descasque descascado descascamento flaking
lack: lack falta missing_of ausencia
other: other outro outros others demais
material: material materiais peca part substrate substrato pecas parts
rack: rack suporte prateleira bastidor
position: position posicao
supplier: supplier fornecedor vendor
warehouse: warehouse armazem deposito
stock: stock estoque inventory inventario
weight: weight peso
height: height altura
length: length comprimento
width: width largura
distance: distance distancia
duration: duration duracao tempo time_taken
delay: delay atraso late delayed atrasado
black: black preto negro preta negra pretas pretos negros negras
white: white branco branca brancas brancos
red: red vermelho vermelha vermelhas vermelhos
blue: blue azul
green: green verde
grey: grey gray cinza cinzento cinzenta cinzentas cinzas cinzentos
yellow: yellow amarelo amarela
brown: brown marrom castanho
silver: silver prata prateado
whatsapp: whatsapp zap wpp whats
website: site website web online internet
marketplace: marketplace
phone: phone telefone telemovel celular
email: email mail
card: card cartao
cash: cash dinheiro
boleto: boleto invoice
credit: credit credito
debit: debit debito
mug: mug caneca
towel: towel toalha
bath: bath banho
fan: fan ventilador
bread: bread pao
cheese: cheese queijo
shirt: shirt camisa camiseta tshirt
shoe: shoe sapato tenis
book: book livro
coffee: coffee cafe
house_ware: houseware
bakery: bakery padaria
clothing: clothing roupa vestuario apparel
toys: toy brinquedo
appliance: appliance eletro eletrodomestico
electronics: electronics eletronico eletronicos
yes: yes sim
no_answer: no nao
strongly: strongly totalmente fortemente
agree: agree concordo concordam concorda agrees
disagree: disagree discordo discordam discorda
profit: profit lucro
margin: margin margem
tax: tax imposto taxa_i
budget: budget orcamento
project: project projeto
team: team equipe time_e equipa
ticket_support: chamado
complaint: complaint reclamacao queixa
priority_level: urgency urgencia
language: language idioma lingua
vehicle: vehicle veiculo car carro
driver: driver motorista condutor
route: route rota trajeto_r
fuel: fuel combustivel
trip: trip viagem
flight: flight voo
hotel: hotel
room: room quarto sala
guest: guest hospede
booking: booking reserva reservation
author: author autor
title: title titulo
genre: genre genero
publisher: publisher editora
page: page pagina
bike: bike bicicleta bicycle
weather: weather tempo_w clima
rain: rain chuva
wind: wind vento
crop: crop cultura colheita safra
farm: farm fazenda
yield_y: yield rendimento produtividade
open_o: open aberto aberta
closed: closed fechado fechada
pending: pending pendente
late_l: late atrasado
cancelled: cancelled canceled cancelado cancelada cancelados canceladas
delivered: delivered entregue entregues delivery entrega
returned: returned devolvido devolvida devolucao return
approved: approved aprovado aprovada
rejected: rejected rejeitado reprovado reprovada
active: active ativo ativa
child: child crianca filho children criancas
adult: adult adulto
car_c: automovel
balance: balance saldo
account: account conta
transaction: transaction transacao
bank: bank banco
currency: currency moeda
"""


@cache
def _words() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _CONCEPTS.strip().splitlines():
        concept, words = line.split(":")
        for word in words.split():
            found.setdefault(stem(word), set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


def concepts(stemmed: str) -> frozenset[str]:
    """Return what a stemmed word may be about; nothing for most words."""
    known = _words().get(stemmed)
    return _of_verb(stemmed) if known is None else known


@lru_cache(4096)
def _of_verb(stemmed: str) -> frozenset[str]:
    """Return what a verb's other forms are about: "gastamos" is like "gastar"."""
    for end in _VERB_ENDS:
        root = stemmed.removesuffix(end)
        if root != stemmed and len(root) >= 4:
            for other in ("ar", "er", "ir", "e", "ed", "ou", "ado", ""):
                found = _words().get(root + other)
                if found:
                    return found
    return frozenset()


# Of figures of these, a total says nothing: they are averaged where nobody says otherwise.
INTENSIVE = frozenset(
    "price grade satisfied safe temperature vibration pressure humidity speed age weight height"
    " discount noise recommend margin power commute tenure width distance".split()
)
EXTENSIVE = frozenset("revenue unit cost energy water profit stock delay rain".split())
PEOPLE = frozenset(
    "seller customer operator employee person manager doctor nurse patient student teacher driver"
    " guest author name".split()
)
PLACES = frozenset("city state country region place district store school hospital ward".split())
BAD = frozenset("defect fault complaint incident delay cost crater returned cancelled".split())
GOOD = frozenset("revenue profit grade satisfied recommend unit yield_y order".split())
# What is said of a size in one word: the way it points, and what it is the size of.
_SIZES: dict[tuple[str, str], str] = {
    ("most", "temperature"): "hottest warmest hotter warmer quente quentes",
    ("least", "temperature"): "coldest coolest colder cooler frio fria frios frias",
    ("most", "price"): "priciest costliest caro cara caros caras expensive",
    ("least", "price"): "cheapest cheaper barato barata baratos baratas",
    ("most", "weight"): "heaviest heavier pesado pesada pesados",
    ("least", "weight"): "lightest lighter leve leves",
    ("most", "height"): "tallest taller",
    ("least", ""): "shortest shorter curto curta curtos",
    ("most", ""): "longest longo longa longos longas demorado demorada",
    ("least", "age"): "youngest younger novo nova novos jovem jovens",
    ("most", "age"): "older velho velha velhos idoso idosa",
    ("most", "speed"): "fastest faster rapido rapida",
    ("least", "speed"): "slowest slower lento lenta",
    ("most", "satisfied"): "happiest happier satisfeito satisfeitos contente feliz felizes",
    ("least", "satisfied"): "unhappiest insatisfeito insatisfeitos infeliz",
    ("most", "noise"): "loudest noisiest barulhento",
}
ADJECTIVES = {word: told for told, words in _SIZES.items() for word in words.split()}

_VERB_ENDS = tuple(
    "amo emo imo amos aram emos eram imos iram avam iam ando endo indo ado ada ados adas ido ida"
    " idos idas"
    " ou eu iu am em ar er ir ing ed".split()
)
