"""Words for the same thing in English and Portuguese: before the colon what they are about."""

from __future__ import annotations

CONCEPT_WORDS = """
revenue: revenue sales sale sell sold selling sells turnover faturamento facturacao fatura
revenue: earn earns earned earning earnings arrecadou arrecadado arrecadacao rendeu renderam rende
revenue: vlr vl
revenue: faturou faturado receita venda vendas vender vendeu vendemos vendido vendidos vendida
revenue: vendidas ticket income_total valor total_value montante amount gmv billing
price: price preco priced tarifa fare
unit: unit units unidade unidades quantidade quantity qty qtd qtde volume
money: money dinheiro grana cash
cost: gastar cost custo custos costs gasto despesa expense spend spent gastos gastou
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
date: date data dt day_of
shift: shift turno
morning: morning manha matutino matutina am_shift
afternoon: afternoon tarde vespertino evening_shift
night: night noite noturno noturna nights nightly nightshift
operator: operator operador worker operario trabalhador
employee: employee funcionario funcionaria colaborador colaboradora staff empregado
person: person people pessoa pessoas respondent respondente inquirido participante participant
person: entrevistado entrevistada gente individual visitor visitante
manager: manager gerente gestor chefe boss manage managers supervisor
doctor: doctor medico physician dentista dentist vet veterinario veterinaria veterinarian
nurse: nurse enfermeiro enfermeira
patient: patient paciente doente utente
ward: ward enfermaria ala unit_ward
hospital: hospital clinica clinic
diagnosis: diagnosis diagnostico condition doenca disease illness
stay: stay internacao permanencia internamento estadia
admitted: internamento internamentos admitted admission admissao internado internados admitidos
admitted: admitida entrada
discharged: discharged discharge alta saida_alta
readmitted: readmitido readmitida readmission readmitted readmission readmissao reinternado
readmitted: reinternacao
student: student aluno estudante pupil
teacher: teacher professor docente
school: school escola colegio
course: course curso
subject: subject disciplina materia
grade: grade nota mark score rating pontuacao avaliacao classificacao rate rated avaliado
grade: avaliada points
satisfied: satisfied satisfaction satisfacao satisfeito satisfeitos satisfeita happy happiness
satisfied: feliz contente contentes felizes
pay: cobra cobrou cobram charge charged paga pagam spends custa custou custam custaram costing
pay: gasta gastam gastaram
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
remote: remote remoto remotely teletrabalho remotamente home homeoffice wfh
commute: commute deslocacao deslocamento trajeto commuting trajecto
minute: minute minuto
hour: hour hora
year: year ano
month: month mes
week: week semana
tenure: tenure antiguidade servico service casa
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
machine: machine maquina equipamento equipment aparelho device
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
defect: defect defeito problem problema flaw nao_conformidade fault falha failure chatice
defect: bronca trouble erro error anomalia anomaly
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
material: material materiais substrate substrato
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
duration: duration duracao tempo time time_taken
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
team: team equipe time_e equipa squad
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
value: value valor amount montante
method: method forma metodo modo meio
fine: fine multa penalty penalidade
carrier: carrier airline aerea company companhia airline transportadora empresa firma aerolinea
loan: loan emprestimo borrowed borrow emprestado emprestados lent
member: member membro socio associado subscriber assinante
book: book livro
title: title titulo
branch: branch filial agencia sucursal
producer: producer produtor farmer agricultor fazendeiro grower
crop: crop cultura cultivo lavoura plantacao
harvest: harvest colheita safra harvested colhido colhida
output: production producao produced produzido produzida produzidos output produziu
soy: soy soja soybean
corn: corn milho maize
wheat: wheat trigo
bean: bean feijao
rice: rice arroz
pest: pest praga
irrigated: irrigated irrigado irrigada irrigacao irrigation irrigadas irrigados
field: field talhao gleba campo
surface: area surface superficie hectare
moisture: moisture umidade humidade humidity
passenger: passenger passageiro
origin: origin origem departure_place
destination: destination destino
departure: departure partida saida departures decolagem
arrival: arrival chegada pouso
aircraft: aircraft aeronave aviao plane airplane
flight: flight voo
airport: airport aeroporto
origin: airport aeroporto
destination: airport aeroporto
delay: delay atraso delayed atrasar atrasado late delays atrasados atrasou
cancelled: cancel cancelar cancelou cancellation cancelamento
admission: admission admissao internacao internado admitted
discharge: discharge alta discharged
patient: patient paciente doente
procedure: procedure procedimento cirurgia surgery
triage: triage triagem
severity: severity gravidade severidade
emergency: emergency emergencia urgencia
insurance: insurance seguro convenio insurer plano
bed: bed leito cama
los: bed
los: stay permanencia internacao
ward: ward enfermaria ala servico setor_h
specialty: specialty especialidade speciality
blood: blood sangue
heart: heart coracao cardiaco cardiac
cardiology: cardiology cardiologia
surgery: surgery cirurgia surgical
pediatrics: pediatrics pediatria paediatrics
orthopedics: orthopedics ortopedia orthopaedics
oncology: oncology oncologia
neurology: neurology neurologia
maternity: maternity maternidade obstetricia obstetrics
died: died morreu obito death morte deaths obitos faleceu
transferred: transferred transferido transferida transfer transferencia
recovered: recovered recuperado curado
outcome: outcome desfecho resultado_c
ticket: ticket chamado tickets
password: password senha
printer: printer impressora
motive: motivo reason motive razao
swimming: swimming natacao swim
cycling: cycling ciclismo
club: club clube gym ginasio academia
activity: activity atividade actividade
genre: literario
agent: agent agente atendente
issue: issue problema
priority: priority prioridade urgency urgencia
urgent: urgent urgente
high: high alta alto elevada elevado
low: low baixa baixo
medium: medium media_m medio_m moderate moderado
response: response resposta
resolution: resolution resolucao solucao resolved resolvido
satisfaction: satisfaction satisfacao csat
class: class turma classe
attendance: attendance presenca publico crowd spectator espectador audience
cup: cup taca
draw_m: draw empate tie empatado
win_m: win vitoria victory
loss_m: loss derrota defeat
referee: referee arbitro
stadium: stadium estadio arena venue
competition: competition competicao torneio tournament
televised: televised televisionado tv televisao
absence: absence falta_a ausencia absences
exam: exam prova exame test teste
math: math matematica mathematics maths
science: science ciencia
history: history historia
geography: geography geografia
literature: literature literatura
music: music musica
art: art arte
sport: sport esporte desporto
score: score pontuacao pontos placar
goal: goal gol golo
player: player jogador atleta athlete
coach: coach treinador tecnico
match: match jogo partida game
day: day dia
league: league liga campeonato
season: season temporada estacao epoca
position: position posicao
rent: rent aluguel renda_a arrendamento
house: house casa moradia
apartment: apartment apartamento flat
bedroom: bedroom quarto
bathroom: bathroom banheiro
street: street rua
property: property imovel propriedade
listing: listing anuncio
host: host anfitriao
night_count: diaria diarias
review: review avaliacao comentario reviews
shipment: shipment envio remessa expedicao
delivery: delivery entrega delivered entregar entregou
courier: courier transportadora estafeta
package: package pacote volume_p encomenda
truck: truck caminhao camiao
fuel: fuel combustivel
gasoline: gasoline gasolina petrol
diesel: diesel
ethanol: ethanol etanol
mileage: mileage quilometragem odometro
make: brand marca make
model: model modelo
engine: engine motor
plate: plate placa matricula
line: line linha
batch: batch lote
scrap: scrap refugo sucata
downtime: downtime parada paragem inatividade
failure: failure falha avaria
repair: repair reparo reparacao conserto
inspection: inspection inspecao vistoria
inspector: inspector inspetor fiscal
plant: plant fabrica planta usina factory
section: section secao seccao
component: component componente peca_c
thickness: thickness espessura
hardness: hardness dureza
color: color colour cor
size: size tamanho
length: length comprimento extensao
tenant: tenant inquilino
contract: contract contrato
plan: plan plano
subscription: subscription assinatura
churned: churned cancelou_c churn
click: click clique
view: view visualizacao views
visit: visit visita visits checkin
session: session sessao
campaign: campaign campanha
source: source fonte origem_f
lead: lead
conversion: conversion conversao
invoice: invoice fatura nota_fiscal
debt: debt divida
interest: interest juros
payment: payment pagamento pagou pay_p
installment: installment parcela_p prestacao
bank: bank banco
donor: donor doador
donation: donation doacao donated doado
volunteer: volunteer voluntario
voter: voter eleitor
vote: vote voto
candidate: candidate candidato
party: party partido
population: population populacao inhabitants habitantes
income: income renda rendimento
household: household domicilio agregado familia family
married: married casado casada
single: single solteiro solteira
divorced: divorced divorciado divorciada
widowed: widowed viuvo viuva
nationality: nationality nacionalidade
religion: religion religiao
profession: profession profissao occupation ocupacao
role: role cargo funcao position_r job_title
level: level nivel
seniority: seniority senioridade
bonus: bonus premio
overtime: overtime hora_extra
vacation: vacation ferias holiday feriado
hired: hired contratado contratacao hire admissao_t
left_job: resigned demitido desligado demissao
temperature: temperatures temperaturas
rainfall: rainfall precipitacao chuva rain
sunny: sunny ensolarado sol sun
cloudy: cloudy nublado
station: station estacao
river: river rio
lake: lake lago
species: species especie
animal: animal
dog: dog cachorro cao
cat: cat gato
bird: bird ave passaro
tree: tree arvore
horse: horse cavalo
breed: breed raca
vaccine: vaccine vacina
dose: dose
drug: drug medicamento remedio medicine
meal: meal refeicao
lunch: lunch almoco
dinner: dinner jantar
breakfast: breakfast cafe_da_manha
dish: dish prato
drink: drink bebida
beer: beer cerveja
wine: wine vinho
water: water agua
restaurant: restaurant restaurante
table_r: mesa
waiter: waiter garcom empregado_m
tip: tip gorjeta
movie: movie filme film
series: series serie
director: director diretor realizador
actor: actor ator actress atriz
song: song musica_s cancao
album: album
artist: artist artista
duration: duration duracao lasted durou demorou demora duracoes
start: start inicio comeco started
end: end fim termino ended
morning: am
weekday_n: weekday
internal: internal interno interna
external: external externo externa
new: new novo nova novos novas
old: old antigo antiga
public: public publico publica
private: private privado privada particular
urban: urban urbano urbana
rural: rural
north: north norte
south: south sul
east: east leste este_l
west: west oeste
front: front frente
rear: rear traseira tras
left_s: left esquerda esquerdo
right_s: right direita direito
monthly_m: mensalista
student: students estudantes alunos
adult: adults adultos
senior: senior idoso idosa elderly
child: kid kids infantil
teenager: teenager adolescente
card: cartoes
transfer: wire ted
paid: paid pago
unpaid: unpaid
overdue: overdue vencido vencida
"""
