"""First names that many people of Brazil and Portugal bear, beside those of English lists."""

from __future__ import annotations

GIVEN_NAMES = frozenset(
    """
adailton ademir adilson adriano afonso ailton alana alessandro alexandre alice aline aloisio
altair amauri ananda anderson andreia angelica antonio arnaldo arthur artur augusto beatriz
benedito benjamin bento berenice bernardo breno caetano caio carolina cassia cassio caua cauan
cecilia celia celso cesar cicera cicero cida cintia ciro clarice claudemir claudete claudio
cleber cleide cleiton cleusa clovis conceicao cristiane cristiano cristina custodio daiane dalva
damiao daniela danilo davi debora dejanira denilson denise diana diego diogo dirce djalma
domingos doralice edilson edinaldo edith edmilson edna edson eduarda eduardo elaine elena eliana
eliane elias elisabete eliseu eloa elson elza emanuel emanuelly emerson enzo erica erick estela
estevao eugenia eunice evandro evelyn everton ezequiel fabiana fabiano fabio fabricio fatima
felipe fernanda fernando flavia flavio francisca francisco frederico gabriela genilson geovana
geraldo gerson gilberto gilmar gilson giovana giovanna gisele gislaine glauco graziela guilherme
gustavo heitor helena helio heloisa henrique hugo humberto iara igor ilda inacio ines iolanda
iracema iraci irene isabela isabella isadora isis ismael itamar ivan ivanilde ivone izabel jaime
jair janaina jandira jaqueline jeferson jefferson joana joao joaquim jonas jonathan jorge jose
josefa josiane josue juarez juliana juliano julio jurandir jussara kaique karina karla katia
kauan kelly laercio laila lais lara larissa laura lavinia leandro leila leonardo leonor leticia
levi lia lidia ligia lilian liliane livia lorena lorenzo louise luan luana lucas lucia luciana
luciano lucinda ludmila luis luisa luiz luiza luzia maiara maicon manoel manuela marcela
marcelino marcelo marcia marcio marcos margarida marilene marilia marina marisa maristela
marlene marli marta mateus matheus mauricio mauro maximiliano melissa micaela michele miguel
milena milton mirela mirian moacir moises monica murilo nadia natalia nathalia neide nelson
neusa newton nicole nilton nilza nivaldo noemi norberto odete olga olivia orlando osmar osvaldo
otavio otto pamela paola patricia paula paulo pedro pietra pietro priscila rafael rafaela rai
raimunda raimundo ramon raquel raul rayane rebeca regiane reginaldo renan renata renato ricardo
rita roberta roberto robson rodolfo rodrigo rogerio romulo ronaldo rosana rosangela roseli
rosemeire rosilene rubens ruth ruy samanta samara sandro sara sebastiana sebastiao selma
severina severino sheila sidnei sidney silvana silvia silvio simone sofia solange sonia sophia
sueli suely suzana tainara talita tania tatiana tatiane telma teresa teresinha terezinha thais
thales thiago tiago ubiratan ulisses vagner valdemar valdir valeria valter vanda vanessa vania
vera veronica vicente vinicius vitor viviane vladimir wagner waldir walter wanderley wellington
wesley wilma wilson yago yasmin yuri zelia zilda
""".split()
)
