"""Knows some cities by name: Brazil's larger ones and the world's best known."""

from __future__ import annotations

import re

from language.matching import fold

_BRAZIL = """
São Paulo, Rio de Janeiro, Brasília, Salvador, Fortaleza, Belo Horizonte, Manaus, Curitiba,
Recife, Goiânia, Belém, Porto Alegre, Guarulhos, Campinas, São Luís, São Gonçalo, Maceió, Duque de
Caxias, Campo Grande, Natal, Teresina, São Bernardo do Campo, Nova Iguaçu, João Pessoa, Santo
André, São José dos Campos, Jaboatão dos Guararapes, Osasco, Ribeirão Preto, Uberlândia, Sorocaba,
Contagem, Aracaju, Feira de Santana, Cuiabá, Joinville, Aparecida de Goiânia, Londrina, Juiz de
Fora, Ananindeua, Porto Velho, Serra, Niterói, Belford Roxo, Caxias do Sul, Campos dos Goytacazes,
Macapá, Florianópolis, Vila Velha, Mauá, São João de Meriti, São José do Rio Preto, Santos, Mogi
das Cruzes, Betim, Diadema, Campina Grande, Jundiaí, Maringá, Montes Claros, Piracicaba,
Carapicuíba, Olinda, Cariacica, Bauru, Rio Branco, Anápolis, São Vicente, Vitória, Caruaru,
Caucaia, Itaquaquecetuba, Blumenau, Franca, Ponta Grossa, Petrolina, Canoas, Paulista, Pelotas,
Vitória da Conquista, Ribeirão das Neves, Uberaba, Praia Grande, Taubaté, Boa Vista, Palmas, Foz
do Iguaçu, Petrópolis, Limeira, Suzano, Taboão da Serra, Volta Redonda, Governador Valadares,
Camaçari, Santa Maria, Gravataí, Barueri, Embu das Artes, Várzea Grande, Cascavel, Ipatinga,
Juazeiro do Norte, Juazeiro, Mossoró, Sumaré, Imperatriz, Santarém, Marabá, Parauapebas, Ilhéus,
Itabuna, Garanhuns, Sobral, Cabo Frio, Macaé, Angra dos Reis, Teresópolis, Nova Friburgo, Chapecó,
Itajaí, Criciúma, São Carlos, Araraquara, Marília, Presidente Prudente, Americana, Araçatuba,
Indaiatuba, Cotia, Hortolândia, Jacareí, Rio Claro, Passo Fundo, Rio Grande, Novo Hamburgo, São
Leopoldo, Divinópolis, Sete Lagoas, Poços de Caldas, Patos de Minas, Varginha, Dourados,
Rondonópolis, Sinop, Ji-Paraná, Arapiraca, Parnaíba, Lauro de Freitas, Cachoeiro de Itapemirim,
Linhares, Colatina, Ouro Preto, Parnamirim
"""
_WORLD = """
London, Paris, Berlin, Madrid, Barcelona, Rome, Milan, Lisbon, Lisboa, Porto, Coimbra, Braga,
Amsterdam, Brussels, Vienna, Zurich, Geneva, Munich, Hamburg, Frankfurt, Cologne, Prague, Warsaw,
Budapest, Athens, Dublin, Edinburgh, Glasgow, Manchester, Liverpool, Birmingham, Bristol, Leeds,
Copenhagen, Stockholm, Oslo, Helsinki, Moscow, Kyiv, Istanbul, Ankara, Cairo, Lagos, Nairobi,
Johannesburg, Cape Town, Luanda, Maputo, Praia, Casablanca, Accra, Addis Ababa, Dakar, Tunis,
Algiers, Dubai, Abu Dhabi, Riyadh, Doha, Tel Aviv, Jerusalem, Beirut, Baghdad, Tehran, Karachi,
Lahore, Islamabad, Mumbai, Delhi, New Delhi, Bangalore, Chennai, Kolkata, Hyderabad, Dhaka,
Colombo, Kathmandu, Bangkok, Hanoi, Ho Chi Minh City, Singapore, Kuala Lumpur, Jakarta, Manila,
Hong Kong, Taipei, Shanghai, Beijing, Shenzhen, Guangzhou, Seoul, Busan, Tokyo, Osaka, Kyoto,
Sydney, Melbourne, Brisbane, Perth, Auckland, Wellington, New York, New York City, Los Angeles,
Chicago, Houston, Phoenix, Philadelphia, San Antonio, San Diego, Dallas, San Jose, Austin, San
Francisco, Seattle, Denver, Boston, Washington, Las Vegas, Portland, Detroit, Atlanta, Miami,
Orlando, Tampa, Minneapolis, New Orleans, Nashville, Baltimore, Cleveland, Toronto, Montreal,
Vancouver, Ottawa, Calgary, Edmonton, Quebec City, Mexico City, Guadalajara, Monterrey, Cancún,
Havana, Bogotá, Medellín, Cali, Caracas, Quito, Guayaquil, Lima, Cusco, La Paz, Santa Cruz de la
Sierra, Santiago, Valparaíso, Buenos Aires, Córdoba, Rosario, Mendoza, Montevideo, Asunción,
Ciudad del Este, San Juan, Santo Domingo, Panama City, Guatemala City, San Salvador
"""
_BY_FOLDED = {
    fold(name.strip()): name.strip()
    for block in (_WORLD, _BRAZIL)
    for name in block.replace("\n", " ").split(",")
    if name.strip()
}
_LONGEST = 5
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")


def city_named(text: str) -> str | None:
    """Return the city that a whole text names, spelled as it is, or None."""
    return _BY_FOLDED.get(fold(text))


def cities_in(text: str) -> list[tuple[str, int, int]]:
    """Find known cities in a text with where they stand; the longest name wins."""
    found: list[tuple[str, int, int]] = []
    pieces = list(_WORD.finditer(text[:2_000]))
    at = 0
    while at < len(pieces):
        for size in range(min(_LONGEST, len(pieces) - at), 0, -1):
            start, end = pieces[at].start(), pieces[at + size - 1].end()
            if city := _BY_FOLDED.get(fold(text[start:end])):
                found.append((city, start, end))
                at += size - 1
                break
        at += 1
    return found
