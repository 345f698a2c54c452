"""The words of asking: what in a sentence says how to work something out, and not of what.

Each meaning has templates of phrases in English and Portuguese; what tables hold is not named here.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from language.phrases import Template, spelled_out

Meaning = Literal[
    "how_many", "how_much", "which", "who", "where", "when", "span", "aggregate", "distinct",
    "most", "least", "often", "seldom", "best", "worst", "newest", "oldest", "top",
    "more", "fewer", "floor", "ceiling", "equal", "between", "up_front", "or_more", "or_less",
    "not", "only", "and", "or", "versus", "share", "by", "spread", "bucket", "trend", "chart",
    "table", "rows", "empty", "filled", "cause", "forecast", "opinion", "relation", "entity",
    "that", "there", "total_of_all", "undo", "also", "next", "previous", "second", "sorry", "is",
    "of", "had_one", "difference", "weekend", "dashboard", "many", "together", "bands", "sort",
    "how_long", "how_far", "as_count", "based_on", "still",
]  # fmt: skip
Meant = tuple[Meaning, str]

_PHRASES: dict[Meant, Template] = {
    ("how_many", ""): (
        "how many [times]", "(quantos|quantas|qts|qtos|qtas) [vezes]", "[the] number of",
        "[o] numero de", "[a] (quantidade|qtd|qtde|contagem) de", "count [of]", "contagem",
        "(conta|conte|contar)", "tally", "numero total de", "total number of", "how often",
        "com que frequencia", "head count", "headcount",
    ),
    ("how_much", ""): ("how much", "quanto", "quanta"),
    ("how_far", ""): ("how far", "que distancia", "quantos (km|quilometros)", "how many (km"
                      "|kilometers|kilometres|miles)"),
    ("how_long", ""): ("how long", "(quanto|quantos) tempo", "how much time", "por quanto tempo"),
    ("which", ""): ("which [one|ones]", "(qual|quais) [dos|das|foi o|foi a]", "what [kind of]",
                    "[em] que", "em (qual|quais)"),
    ("who", ""): ("who", "quem", "[de|com|a|para] quem", "whose", "whom"),
    ("where", ""): ("where", "onde", "aonde", "em que lugar", "in (what|which) place"),
    ("when", "hour"): ("(at|around|by) what time", "what time [of day]", "(a|em) que horas",
                       "(em|a) que horario", "que horas"),
    ("when", ""): ("when", "quando", "while", "enquanto", "em que data", "on (what|which) date"),
    ("span", ""): ("[de] quando (a|ate) quando", "from when (to|until) when", "date range",
                   "time (range|span)", "(qual|que) [o|e o] periodo", "(what|which) period",
                   "intervalo de datas", "what dates"),
    ("aggregate", "sum"): (
        "total [de|do|da|dos|das|of]", "totais", "totals", "soma [de|do|da|dos|das]", "somatorio",
        "sum [of]",
        "somar", "some", "(overall|combined) total", "grand total", "added up", "somado", "somados",
        "somando", "total geral", "acumulado", "totalled", "totaled", "summed",
    ),
    ("aggregate", "mean"): (
        "(media|medio|medias|medios)", "average", "avg", "mean", "[em|na] media", "on average",
        "averages", "mid value", "tipicamente", "typically", "typical", "valor medio de",
        "average value of", "medias de",
    ),
    ("aggregate", "median"): ("median", "mediana", "mediano", "medianas", "medians"),
    ("aggregate", "min"): ("(minimo|minima|min|minimum)", "minimos", "valor minimo"),
    ("aggregate", "max"): ("(maximo|maxima|max|maximum)", "maximos", "valor maximo", "peak", "pico",
                           "record high"),
    ("aggregate", "deviation"): ("desvio padrao", "standard deviation", "(std|stdev|stddev)",
                                 "desvio", "deviation",
                                 "(std|standard) dev", "std deviation", "sd"),
    ("aggregate", "first_quartile"): ("primeiro quartil", "first quartile", "lower quartile"),
    ("aggregate", "third_quartile"): ("terceiro quartil", "third quartile", "upper quartile"),
    ("distinct", ""): ("(distinct|different|unique|distinto|distinta|distintos|distintas)",
                       "(diferente|diferentes|unicos|unicas|separate)", "[diferentes] (tipos|kinds"
                       "|types|sorts) (de|of) (diferentes|different)"),
    ("often", ""): (
        "(mais|most) (frequente|frequentes|comum|comuns|recorrente|recorrentes|habitual|habituais"
        "|usual|common|frequent|popular|populares|often|frequently)",
        "(com mais|com maior) frequencia", "mais vezes", "(the most|most) times", "commonest",
        "com mais frequentemente", "(mais|most) presente", "predominante", "more often",
        "moda", "most typical", "busiest", "mais (movimentado|movimentada|cheio|cheia|ativo|ativa)",
        "most active",
    ),
    ("seldom", ""): (
        "(menos|least) (frequente|frequentes|comum|comuns|recorrente|common|frequent|popular|often"
        "|usual)", "(mais raro|mais rara|mais raros|mais raras)", "rarest", "menos vezes",
        "(fewest|least) times", "com menos frequencia", "rarer",
    ),
    ("most", ""): (
        "[o|a|os|as|the] (mais|most|maior|maiores|highest|largest|biggest|greatest|bigger|higher"
        "|greater|larger|more)", "[o|a|the] que mais", "longer", "topmost",
        "strongest", "mais (forte|fortes)",
        "(mais alto|mais alta|mais altos|mais altas|mais elevado|mais elevada|mais grande)",
    ),
    ("least", ""): (
        "[o|a|os|as|the] (menos|menor|menores|fewest|least|lowest|smallest|lower|smaller|fewer"
        "|less)", "[o|a|the] que menos", "bottom",
        "(weakest|quietest|calmest)",
        "mais (fraco|fraca|fracos|fracas|calmo|calma|parado|parada)",
        "(mais baixo|mais baixa|mais baixos|mais baixas"
        "|mais pequeno|mais pequena)",
    ),
    ("best", ""): ("(best|better|melhor|melhores)", "top performing"),
    ("worst", ""): ("(worst|worse|pior|piores)", "mais problematico",
                    "mais problematica", "most problematic"),
    ("newest", ""): ("(latest|newest|most recent|mais recente|mais recentes|ultimo|ultima|ultimos"
                     "|ultimas)", "(last|final)"),
    ("oldest", ""): ("(earliest|first|primeiro|primeira|primeiros|primeiras)",
                     "(mais antigo|mais antiga|mais antigos|mais antigas)"),
    ("top", ""): ("top", "ranking [de|do|da|dos|das|of]", "rank", "ranked", "ranqueados"),
    ("more", ""): (
        "(acima|mais) (de|do que|da|do)", "(maior|maiores|superior|superiores) (que|do que|a|ao"
        "|de)",
        "(above|over|exceeding|exceeds|exceed|beyond)", "(passa|passam|passou|passaram) (de|dos"
        "|das)",
        "(more|greater|higher|larger|bigger|longer|older|later|better) than", "mais que",
        "ultrapassa",
        "ultrapassam", "ultrapassou", "north of", ">", "(acima dos|acima das|mais dos)",
        "(depois|apos) (de|do|da|das|dos)", "after", "apos", "since then", "a mais de", "excede",
        "excedem",
    ),
    ("floor", ""): (
        "(pelo menos|no minimo|ao menos)", "at least", "a partir (de|do|da|dos|das)",
        "no less than", "nao menos (que|de|do que)", ">=", "≥", "since", "desde [o|a]",
        "starting (from|at|in)", "from", "minimum of",
    ),
    ("fewer", ""): (
        "(abaixo|menos) (de|do que|da|do)", "(menor|menores|inferior|inferiores) (que|do que|a|ao"
        "|de)",
        "(below|under|beneath)", "(less|fewer|lower|smaller|shorter|younger|earlier) than",
        "menos que", "<", "(abaixo dos|abaixo das)", "antes (de|do|da|das|dos)", "before",
    ),
    ("ceiling", ""): ("(no maximo|ate) [o|a|ao]", "at most", "up to", "not more than", "no more "
    "than",
                      "nao mais (que|de|do que)", "<=", "≤", "until", "till", "through",
                      "maximum of"),
    ("equal", ""): ("(igual|iguais) a", "equal to", "equals", "exactly", "exatamente", "=",
                    "(is|are) exactly", "precisely"),
    ("between", ""): ("entre [os|as|o|a]", "between", "in the range [of]", "na faixa de"),
    ("or_more", ""): ("(or|ou) (more|mais|above|acima|over|higher|older|later)", "and (over|above"
    "|up)",
                      "e acima", "para cima", "pra cima", "upwards", "plus"),
    ("or_less", ""): ("(or|ou) (less|fewer|menos|under|abaixo|below|younger)", "and (under|below)",
                      "e abaixo", "para baixo", "pra baixo"),
    ("not", ""): (
        "neither",
        "sem [o|a|os|as]", "sem (contar|incluir|considerar) [o|a|os|as]", "exceto [o|a|os|as]",
        "exceptuando",
        "except [for]", "excluding", "exclude", "without", "not [in|at|on|by|from]", "(nao|fora)",
        "(tirando|tira|tire|tirar|retira|retire|retirando|exclui|exclua|excluindo|remove|remova"
        "|remover|removendo|descarta|descarte|desconsidera|desconsidere|desconsiderando|ignora"
        "|ignore|ignorando|ignoring|removing|drop|dropping) [o|a|os|as|the|out]",
        "other than", "apart from", "besides", "(leave|leaving|take|taking) out", "diferente (de|do"
        "|da)", "different from", "alem (de|do|da)", "menos [o|a|os|as]", "minus", "but not",
        "mas nao", "que nao (seja|sejam|foi|foram|sao|e)", "no", "salvo", "outside [of|the]",
    ),
    ("only", ""): ("(only|just|somente|apenas|so|unicamente|solely|exclusively|exclusivamente)",
                   "(alone|sozinho|sozinha)",
                   "(restrict|limit|filter|filtra|filtre|limita|limite|restringe) [it|that]"
                   " [to|a|por|by|para]", "nothing but"),
    ("and", ""): ("(e|and|mais|plus|as well as|bem como|assim como|et|&)", "/", "alem disso"),
    ("or", ""): ("(or|ou|nem|nor)",),
    ("sort", ""): (
        "(sorted|ordered|ordenado|ordenados|ordenada|ordenadas|ordena|ordene|sort|ranked)"
        " [by|from|in|por|do|da|de|em]",
    ),
    ("sort", "ascending"): (
        "[em|in|por|de] [ordem] (crescente|ascending) [order]",
        "(sorted|ordered|ordenado|ordenados|ordenada|ordenadas) [do|da|from|by] [the|o]"
        " (lowest|smallest|menor|fewest|least)",
        "(smallest|lowest|fewest|worst) first",
        "(menores|piores) primeiro",

        "do menor (para o|pro|ao) maior",
    ),
    ("sort", "descending"): (
        "[em|in|por|de] [ordem] (decrescente|descending) [order]",
        "(largest|highest|biggest|best) first", "(maiores|melhores) primeiro",

        "do maior (para o|pro|ao) menor", "da maior (para a|pra|a) menor",
    ),
    ("versus", ""): (
        "(vs|versus|contra|against)", "(comparado|comparada|comparados|comparando) (a|ao|com|com o"
        "|com a)", "compared (to|with)", "(compare|compara|comparar|comparacao|comparison"
        "|comparativo"
        "|comparing|comparando|compares) [de|do|da|dos|das|of|between|entre|the]",
        "em relacao (a|ao)", "than [in|at|on|the|with|by|for]", "do que [o|a|em|no|na|os|as]",
        "que (o|a|os|as|em|no|na)", "x", "em comparacao (com|a|ao)",
    ),
    ("difference", ""): (
        "(a|quanto a) mais (que|do que)",
        "how much (more|less) (than|does|did|do|is)","[the|a|qual a] (difference|diferenca|gap) "
        "[between|entre|de|in]",),
    ("share", ""): (
        "[what|que|qual|the|a|o|em|as|como] (percentual|participacao|porcentagem|percentagem"
        "|percentagens"
        "|porcentagens|percentuais|percentage|percentages|percent|share|shares|proportion"
        "|proportions|proporcao|proporcoes|fracao|fraction|parcela|fatia|pct) [de|do|da|dos|das|of"
        "|terms]", "[por|what|que|qual|em|as|a|o|the] % [de|do|da|dos|das|of|terms]", "[quanto] "
        "por cento", "(percent|percentage|percentagem|percentual)",
        "(representa|representam|represent|represents) [quanto|how much]", "what part", "que parte",
        "relative frequency", "frequencia relativa", "que peso (tem|teve|tinha)",
        "(qual|qual e|qual foi) o peso (de|do|da|dos|das)", "how much of",
        "(taxa|indice|rate) (de|do|da|of)",
    ),
    ("by", ""): (
        "(por|per|by|segundo|conforme|consoante)", "(para|em|a|de|por|pra) cada",
        "(for|in|at|of|by|on|from|per) each", "(each|every|cada)", "according to", "de acordo com",
        "(broken|break|split|divided|grouped|separated|group|splits|breaking) [it|that|them|this"
        "|down|up]"
        " [up|out|into] by", "(agrupado|agrupados|agrupada|agrupadas|agrupando|agrupe|agrupa"
        "|agrupar"
        "|separado|separados|separa|separe|dividido|divididos|divide|divida|dividir|quebra|quebrado"
        "|quebrando|quebre|discriminado|detalhado|desdobrado|abre|abrir|aberto|parte|reparte) "
        "[isso|por]"
        " por", "across [all|the]", "em funcao (de|do|da)", "broken down", "consoante (o|a)",
        "(pelo|pela|pelos|pelas)", "split (across|into)", "in terms of", "em termos de",
    ),
    ("spread", ""): (
        "[the|a|full|uma] (distribution|breakdown|distribuicao|reparticao|frequency|frequencies"
        "|frequencias|matrix|matriz|crosstab|tabulation|quebra|composicao|composition|split"
        "|detalhamento) [of|de|do|da|dos|das]", "how (is|are) (distributed|spread)",
        "como se (distribui|distribuem|divide|dividem|reparte|repartem)", "tabela cruzada",
        "cross tab", "cross table",
    ),
    ("bucket", "year"): ("ano a ano", "year by year",
                         "(ano|anos|year|years|anual|anuais|anualmente|yearly|annual|annually)",),
    ("bucket", "quarter"): ("(trimestre|trimestres|quarter|quarters|trimestral|quarterly"
                            "|trimestralmente)",),
    ("bucket", "month"): ("mes a mes", "month by month",
                          "(mes|meses|month|months|mensal|mensais|mensalmente|monthly)",),
    ("bucket", "week"): ("semana a semana", "week by week",
                         "(semana|semanas|week|weeks|semanal|semanais|semanalmente|weekly)",),
    ("bucket", "day"): ("dia a dia", "day by day", "day after day",
                        "(dia|dias|day|days|diario|diaria|diarios|diariamente|daily)",
                        "(data|datas|date|dates)"),
    ("bucket", "weekday"): ("(dia|dias) (da|de|das) semana", "day[s] of [the] week", "weekdays",
                            "days of [the] week", "day of [the] week", "weekday"),
    ("bucket", "hour"): ("(hora|horas|hour|hours|horario|horarios|hourly)",
                         "(hora|hour|horario|time) (do|of|of the) (dia|day)"),
    ("bucket", "month_of_year"): ("mes do ano", "month of [the] year"),
    ("trend", ""): (
        "[the] (evolucao|evolui|evoluiu|evoluiram|evolution|tendencia|tendencias|trend|trends"
        "|trending|progression|progressao|timeline|serie temporal|development) [de|do|da|dos|das"
        "|of|in]",
        "over [the] time", "ao longo do (tempo|ano|mes|periodo)", "through time", "time series",
        "(changed|develop|developed|evolved|variou|variaram|mudou|mudaram)"
        " [over time]", "history", "historico [de]",
    ),
    ("trend", "change"): (
        "(cresceu|cresceram|crescer|cresce|grew|grow|grows|growing|growth|crescimento|caiu|cairam|cair"
        "|fell|fall|drop|dropped|drops|rise|rising|subiu|subiram|rose|aumentou|aumentaram|aumento"
        "|diminuiu|diminuiram|increase|increased|decrease|decreased|decline|declined|queda)"
        " [in|no|na|do|da|nos|nas|de|dos|das]",
    ),
    ("chart", "bar"): (
        "[grafico|graficos] [de|em|com] (barra|barras)", "(bar|bars|column|columns) (chart|graph"
        "|plot)",
        "bars", "grafico de colunas", "bar", "chart of bars", "barchart",
    ),
    ("chart", "line"): ("[grafico] [de|em] (linha|linhas)", "line (chart|graph|plot)", "line",
    "lines"),
    ("chart", "pie"): ("[grafico] [de|em] (pizza|torta|setores|circular|queijo)",
                       "pie [chart|graph|plot]", "piechart"),
    ("chart", "doughnut"): ("[grafico] [de|em] (rosca|donut|doughnut|anel|roscas)",
                            "(doughnut|donut) [chart]"),
    ("chart", "scatter"): ("[grafico] [de|em] dispersao", "scatter [plot|chart|plots]",
                           "scatterplot"),
    ("chart", "histogram"): ("histograma", "histogram"),
    ("chart", "heatmap"): ("mapa de calor", "(heat map|heatmap)"),
    ("chart", "box"): ("(boxplot|box plot|box chart|diagrama de caixa|box)",),
    ("chart", ""): (
        "[em|num|um|a|in a|as a|into a|como|no|o|the] (grafico|graficos|chart|charts|graph|graphs"
        "|plot|plots"
        "|diagram|diagrama|visualization|visualisation|visualizacao)", "(plote|plota|plotar"
        "|visualize"
        "|visualise|draw|desenha|desenhe|grafica)", "graficamente", "graphically",
    ),
    ("table", ""): ("[em|numa|uma|in a|as a|como|a] (tabela|table|planilha|spreadsheet)",
                    "tabelas", "tabular"),
    ("rows", ""): (
        "(lista|liste|listar|list|enumera|enumere|lists)", "(list|lista|listing|listagem) (of|de"
        "|dos|das|do|da)",
        "details", "detalhes", "listagem",
    ),
    ("empty", ""): (
        "(vazio|vazia|vazios|vazias|blank|empty|null|nulos|nulo|nulas|missing|faltantes|ausentes"
        "|faltando|unfilled|unanswered|faltam|falta|empties|blanks)", "em branco", "sem (valor"
        "|valores"
        "|dados|dado|resposta|preenchimento|informacao|registro|registo|leitura|medicao)", "(nao"
        "|not)"
        " (preenchido|preenchida|preenchidos|filled|answered|recorded|informado|informada"
        "|respondido"
        "|respondida|respondeu|registrado)", "no (value|values|data|answer|reading)", "without [a"
        "|any] (value"
        "|values|data|answer|reading|readings)", "(did not|didn t) answer", "nao (responderam"
        "|informaram)",
        "left [it|this|that|them|theirs] (blank|empty|open)",
    ),
    ("filled", "answered"): ("(answered|respondeu|responderam|replied|responded|respondido"
    "|respondidas"
                             "|responderem|answering)",),
    ("filled", ""): ("(preenchido|preenchida|preenchidos|preenchidas|filled|nonempty)", "not "
    "(empty|missing"
                     "|blank|null)", "nao (vazio|vazia|vazios|nulo|nulos)", "com valor",
                     "with a value"),
    ("cause", ""): ("(why|because|motivates)", "por que", "porque [e que]", "o que (causa|causou"
    "|provoca"
                    "|explica|leva|levou)", "(causa|causas|cause|causes|caused|causou|causaram"
                    "|motivo|motivos"
                    "|reason|reasons|razao|razoes|explica|explicar|explain|explains) [de|do|da|dos"
                    "|das|of|for|os|as]", "how come", "what (causes|caused|explains|drives|drove"
                    "|made|makes)", "(blame|culpa|culpado|culpada|culpados|fault of|to blame)",
                    "a que se deve", "due to what", "pq"),
    ("forecast", ""): (
        "(previsao|previsoes|prever|preve|prevemos|forecast|forecasts|predict|prediction|predicts"
        "|projecao|projecoes|projection|futuro|future|amanha|tomorrow|estimativa) [de|do|da|for"
        "|para]",
        "(will|gonna|shall)", "(vai|vao|vamos) (ser|ter|haver|acontecer|vender|cair|subir|aumentar"
        "|diminuir|quebrar|avariar|chegar|ficar|crescer|falhar|precisar|dar|parar)", "(sera|serao"
        "|teremos"
        "|havera|tera|terao|venderemos|estara|ficara|devera)", "going to", "what if", "e se [a|o"
        "|nos]", "likely to",
        "expect (to|in|for|next)", "(esperar|esperamos|espera se) (para|em|no|na)",
    ),
    ("opinion", ""): (
        "(should|deveria|deveriamos|devo|devemos|devia|deviamos|recommend|recomenda|recomendas"
        "|recomende"
        "|sugere|suggest|suggestion|advise|aconselha|conselho|advice) [eu|we|i|nos|que]",
        "(acha|achas|acham|think|opinion|opiniao)", "vale a pena", "(is it|isit) worth", "worth it",
        "(convem|compensa)", "what would you", "o que (fazer|faria|farias)", "what to do", "como "
        "(melhorar"
        "|resolver|reduzir|aumentar|evitar|corrigir)", "how (can|do|could|to|should) (we|i|you"
        "|improve|reduce|fix|solve)"
        " [improve|reduce|fix|solve|increase|avoid]", "posso (confiar|acreditar)",
        "(e|is this|is that|is it|isso e) (bom|ruim|mau|good|bad|normal|ok|grave|acceptable"
        "|aceitavel|justo)",
    ),
    ("relation", ""): (
        "(correlacao|correlation|correlated|correlaciona|correlacionado|correlate|correlates"
        "|correlacionam"
        "|correlations)", "(relacao|relationship|relation|associacao|association|link) (entre"
        "|between)",
        "(depende|depend|depends|influencia|influences|affects|afeta|impacta|impact)",
    ),
    ("entity", ""): (
        "(registo|registos|registro|registros|row|rows|record|records|entry|entries|ocorrencia"
        "|ocorrencias|occurrence|occurrences|caso|casos|case|cases|observation|observations"
        "|observacao"
        "|observacoes|line|lines|dados|vez|vezes|times|leitura|leituras|reading|readings|medicao"
        "|medicoes|answers|answer|respostas|resposta|responses|response|measurement|measurements"
        "|item|itens|items|entradas|amostras|samples|instances)",
        "of [the] time", "do tempo",
    ),
    ("that", ""): (
        "(isso|isto|aquilo|that|this|it|those|these|them|desses|dessas|nesses|nessas|esse|essa|esses|essas|ones|one|desse|dessa"
        "|disso|disto|deles|delas|nesse|nessa|neles|nelas|same|mesmo|mesma|eles|elas|they|dele"
        "|dela)",
        "[o|a|os|as|the] (mesmo|mesma|mesmos|mesmas|same|anterior|previous result)", "ditto",
        "(the above|do mesmo|da mesma) [form|forma]",
        "(nesse|neste|esse|este|that|this|the same|in that|in this|mesmo) (periodo|period|time"
        "|intervalo)",
    ),
    ("there", ""): ("(there|la|ali|aí)",),
    ("total_of_all", "overall"): (
        "ao todo", "in all", "altogether", "overall", "(no|em|de modo|de forma|de maneira) geral",
        "geral", "[no|o|em] total geral", "in general", "generally", "generally speaking",
        "(across|over) the board", "as a whole", "no conjunto", "globalmente", "in the whole"
        " (table|data|file|dataset)", "na tabela toda", "all year", "(o|no) ano (todo|inteiro)",
        "all time",
    ),
    ("total_of_all", ""): ("[no|ao|em|in|do|of the|of|in] total", "de todos", "de todas",
                           "of all", "(todos|todas"
                           "|all"
                           "|tudo|everything|everyone|everybody|toda|todo|whole) [os|as|o|a"
                           "|the]",
                           "at all"),
    ("undo", ""): (
        "(sem|without|remove|tira|tire|retira|limpa|limpe|clear|drop|no) [o|a|os|as|the] (filtro"
        "|filtros|filtrar"
        "|filter|filters|filtering) [o|a|os|as|por|de|do|da|by|on|for|the]",
        "(all|every) (again|together)", "(for|across) all", "(em|para|com|de) (todos|todas) [os"
        "|as]",
        "(forget|drop|remove|clear|reset|tira|tire|limpa|esquece|esqueca|ignora|ignore) [o|a|os|as"
        "|the|that|this|all|esse|este|todos] [os|as|the] (filtro|filtros|filter|filters|conditions"
        "|condicoes)",
        "independente (de|do|da)", "regardless of", "whatever the", "any", "qualquer",
        "back to all", "volta a todos", "(ignora|ignore) (o|a|the) (filtro|filter) [de|do|da|of"
        "|on]",
        "sem (distinguir|separar|dividir)",
    ),
    ("also", ""): ("(also|tambem|as well|too|additionally|additional)",),
    ("next", ""): ("(dia|day|mes|month|semana|week|ano|year|trimestre|quarter) (seguinte|after"
    "|following|depois)",
                   "[the] (following|next|proximo|proxima) (day|month|week|year|quarter|dia|mes"
                   "|semana|ano"
                   "|trimestre)", "[the] (day|week|month|year) after"),
    ("previous", ""): ("(dia|day|mes|month|semana|week|ano|year|trimestre|quarter) (anterior"
    "|before|antes)",
                       "[the] (previous|preceding|prior) (day|month|week|year|quarter)",
                       "[the] (day|week|month|year) before"),
    ("second", "2"): ("[o|a|the] (segundo|segunda|second) [maior|lugar|place|best|most|colocado"
    "|largest"
                      "|highest|melhor|mais]", "runner up", "vice"),
    ("second", "3"): ("[o|a|the] (terceiro|terceira|third) [maior|lugar|place|best|most|colocado"
    "|largest"
                      "|highest|melhor|mais]",),
    ("sorry", ""): ("(sorry|desculpa|desculpe|perdao|alias|digo|oops|ops|i mean|quer dizer|quero "
    "dizer"
                    "|correction|rather|ou melhor|or rather|nao espera|wait)",),
    ("is", ""): ("(is|are|was|were|e|sao|foi|foram|era|eram|esta|estao|estava|estavam|sao de|am)",),
    ("had_one", ""): ("(that|which|who|que|with|com) (had|have|has|tem|tiveram|tinham|got|teve) [a"
    "|an]"
                      " (one|any|algum|alguma|um|uma|some)", "(have|had|has) (one|any|some)",
                      "(com|with) (algum|alguma|some|any)"),
    ("weekend", ""): ("[no|nos|on|at|the|on the|ao|aos] (weekend|weekends|fim de semana|fins de "
    "semana|fds)",),
    ("dashboard", ""): ("(dashboard|dashboards|painel|paineis)",),
    ("together", ""): (
        "[os|as|the] [dois|duas|tres|two|both|three|all] (together|juntos|juntas|combined|somados"
        "|in sum)",
        "(juntando|somando|combining|adding|junta|juntar|somar|soma|add|combine|join) (os|as|the"
        "|both|ambos|ambas|tudo) [dois|duas|two|tres|three|both|up|together]",
        "(nos|dos|pros) (dois|tres)", "(nas|das|pras) (duas|tres)", "(in|at|for|from) both",
        "(os dois|as duas|os tres|as tres|ambos|ambas|both|the two|the three|all three)"
        " [of them|deles|delas]",
    ),
    ("as_count", ""): (
        "[as|in|em|show|the|os] (counts|contagens|count|contagem|absolute|absolutos) [numbers"
        "|numeros|terms|figures|valores] (not|nao|e nao|instead of|rather than|em vez de)"
        " [percent|percentage|percentages|percentagem|percentual|percentagens|percentuais|%|shares"
        "|em] [%|percentagem]",
        "(in|em|as) [absolute] (numbers|counts|numero|numeros|quantidade|absolute terms"
        "|numeros absolutos|valores absolutos|absoluto|termos absolutos)",
        "absolute (numbers|counts|figures)", "(numeros|valores) absolutos", "as a number",
        "(not|nao|sem) [in|em] (percent|percentages|percentage|%|percentagem|percentagens)",
    ),
    ("based_on", ""): (
        "(is|was|are|were) (that|this|it|those|these) based on", "(that|this|it) is based on",
        "(behind|go into|goes into|went into) (that|this|it)", "(com base em|baseado em|baseada em)"
        " quantos", "(baseia se|se baseia|baseiam se)", "(isso|isto|esse numero) (tem|teve|usa)",
        "sample size", "tamanho da amostra",
    ),
    ("still", ""): ("(still|ainda)",),
}  # fmt: skip


@cache
def phrases() -> dict[str, dict[tuple[str, ...], Meant]]:
    """Return all phrases by their first word."""
    found: dict[str, dict[tuple[str, ...], Meant]] = {}
    for meant, template in _PHRASES.items():
        for phrase in spelled_out(template):
            parts = tuple(phrase.split())
            found.setdefault(parts[0], {}).setdefault(parts, meant)
    return found
