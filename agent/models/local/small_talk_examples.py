"""What people say that asks for nothing, by what they mean with it."""

from __future__ import annotations

# Examples, not a table of phrases: a message belongs to the intent whose examples it resembles.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "greeting": (
        "hello", "hi there", "hey", "good morning", "good evening everyone", "hi, nice to meet you",
        "oi", "olá", "bom dia", "boa tarde", "opa, tudo certo?", "oi pessoal", "e aí",
    ),
    "thanks": (
        "thanks", "thank you very much", "I really appreciate your help", "that helped, thanks",
        "obrigado", "muito obrigada", "valeu", "agradeço a ajuda", "brigadão, ajudou muito",
    ),
    "goodbye": (
        "bye", "goodbye", "see you later", "I have to go now", "talk to you soon",
        "good night, bye",
        "tchau", "até logo", "até mais", "tenho que ir embora", "falou, um abraço", "até amanhã",
    ),
    "how_are_you": (
        "how are you?", "how are you doing today?",
        "how is it going?", "are you ok?",
        "como vai você?", "tudo bem com você?", "como você está se sentindo?", "como tem passado?",
    ),
    "who_are_you": (
        "who are you?", "what is your name?", "are you a human or a machine?", "are you an AI?",
        "introduce yourself", "what are you?", "o que você é?", "which model are you?",
        "are you ChatGPT?", "am I talking to a machine?",
        "quem é você?", "qual é o seu nome?", "você é um robô?", "você é uma pessoa de verdade?",
        "se apresente", "com quem eu falo?", "você é o ChatGPT?", "estou falando com uma máquina?",
    ),
    "made_by": (
        "who made you?", "who created you?", "who built you?", "which company developed you?",
        "quem te criou?", "quem te fez?", "quem desenvolveu você?", "qual empresa fez você?",
    ),
    "help": (
        "help", "what can you do?", "how can you help me?", "what are your features?",
        "which tools do you have?", "how does this work?", "what can I ask you?",
        "I don't know what to do here", "show me the options", "what are you capable of?",
        "ajuda", "o que você sabe fazer?", "como você pode me ajudar?",
        "quais são as suas funções?",
        "o que posso pedir?", "como isso funciona?", "não sei por onde começar",
        "quais ferramentas você tem?", "me mostra as opções",
    ),
    "fine": (
        "ok", "great", "nice, cool", "all right", "I see", "perfect", "awesome",
        "beleza", "legal", "certo", "entendi", "perfeito", "show de bola", "tá bom",
    ),
    "upset": (
        "this is frustrating", "you are useless", "you stupid machine", "I hate this", "fuck you",
        "you didn't answer my question", "this does not work at all", "what a piece of garbage",
        "you don't understand anything", "I am angry", "shut up, idiot", "you are dumb",
        "terrible service", "this chatbot is rubbish", "you people are incompetent",
        "you idiot", "get lost", "are you kidding me?", "you are rubbish", "piss off",
        "você é uma merda", "que merda", "tá de sacanagem comigo", "vai à merda", "seu idiota",
        "você é péssimo", "vá se danar", "está brincando comigo?",
        "que atendimento horrível", "vocês são incompetentes", "isso é um absurdo", "péssimo",
        "what a waste of time", "that's wrong", "that is not true", "que perda de tempo",
        "isso é frustrante", "você é inútil", "você é burro", "que porcaria", "vai se ferrar",
        "você não respondeu a minha pergunta", "isso não funciona", "você não ajuda em nada",
        "você não entende nada", "que raiva", "cala a boca, idiota", "seu lixo",
    ),
    "languages": (
        "speak English, please", "do you speak English?", "which languages do you speak?",
        "fala português?", "fale em português", "que línguas você fala?",
    ),
    "kind": (
        "I love you", "you are sweet", "you are the best", "I like you", "marry me",
        "great job", "well done", "you are very helpful", "excellent service", "I love this",
        "parabéns pelo atendimento", "ótimo trabalho", "vocês são ótimos", "adorei", "que legal",
        "te amo", "você é demais", "gosto muito de você", "você é um amor", "casa comigo",
    ),
    "low": (
        "I feel sad and lonely today", "I am so tired of everything", "I had a terrible day",
        "nobody cares about me", "estou me sentindo sozinha", "hoje estou muito triste",
        "tive um dia péssimo", "ando desanimado ultimamente",
    ),
    "chat": (
        "I just want to talk", "can we chat a little?", "keep me company", "I'm bored",
        "queria só conversar um pouco", "vamos bater um papo?", "me faz companhia",
        "estou entediado",
    ),
    "human": (
        "talk to a human", "I want to speak to a person", "connect me to an agent",
        "let me talk to a real person", "get me your manager", "transfer me to support",
        "quero falar com um atendente", "me passa para uma pessoa", "falar com um humano",
        "quero falar com alguém de verdade", "chama o gerente",
    ),
    "about_me": (
        "what do you know about me?", "what's my name?", "how old am I?", "what is my age?",
        "what city do I live in?", "where do I live?", "who am I?", "show my profile",
        "what is my e-mail?", "do you remember me?", "do you know who I am?",
        "o que você sabe sobre mim?", "qual é o meu nome?", "qual é a minha idade?",
        "quantos anos eu tenho?", "em que cidade eu moro?", "onde eu moro?", "quem sou eu?",
        "mostra o meu perfil", "qual é o meu e-mail?", "você se lembra de mim?",
        "você me conhece?",
    ),
    "recall": (
        "where were we?", "what were we talking about?", "what did I ask before?",
        "what did I just say?", "what was my last message?", "where did we stop?",
        "onde paramos?", "do que estávamos falando?", "o que eu perguntei antes?",
        "o que eu acabei de dizer?", "qual foi a minha última mensagem?",
    ),
    "telling": (
        "I moved to another city", "I live in Lisbon now", "my name is Anna", "I am 30 years old",
        "I work as a nurse", "I changed my phone number", "I have two children",
        "mudei de cidade", "agora moro em Recife", "meu nome é Ana", "tenho 30 anos",
        "trabalho como enfermeira", "mudei de telefone", "tenho dois filhos",
    ),
    "beyond": (
        "what time do you close?", "what time does the shop open?", "que horas vocês fecham?",
        "a que horas abre a loja?",
        "write a poem", "tell me a joke", "translate this sentence into French", "write an essay",
        "what is the weather like?", "will it rain tomorrow?", "who is the president of Brazil?",
        "who wrote this book?", "who discovered America?", "explain inflation to me",
        "who invented the telephone?", "explain the theory of relativity", "summarise this text",
        "what is the capital of Australia?", "give me a recipe for pancakes", "write python code",
        "what do you think about politics?", "recommend a good film", "book a flight to Paris",
        "what is the meaning of life?", "latest news about football", "correct my grammar",
        "why is the sky blue?", "how do vaccines work?",
        "escreva um poema", "conte uma história engraçada", "traduza esta frase para o inglês",
        "como está o tempo lá fora?", "vai fazer sol no fim de semana?", "quem descobriu o Brasil?",
        "quem escreveu esse livro?", "o que é blockchain?", "quando é a Páscoa?",
        "explique a fotossíntese", "resuma este texto", "qual é a capital da França?",
        "me dá uma receita de pão", "escreva um código em python", "recomende um bom livro",
        "compre um ingresso para o show", "quais são as notícias de hoje?", "quem ganhou o jogo?",
        "como faço para emagrecer?", "qual é o sentido da vida?", "corrija o meu texto",
    ),
}  # fmt: skip
