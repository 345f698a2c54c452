"""What is said in English when somebody is in danger at this very moment, family by family."""

from __future__ import annotations

from guardrails.danger.people import NEAR, SOMEBODY_EN

_POISON_EN = (
    r"(?:bleach|poison|rat poison|antifreeze|(?:drain|oven|toilet) cleaner|detergent|pesticides?"
    r"|weed ?killer|acid|gasoline|petrol|chemicals?|button battery|batter(?:y|ies)|magnets?)"
)
_MANY_EN = (
    r"(?:too many|too much|so many|a (?:whole )?(?:load|bunch|lot|bottle|box|pack|packet|handful"
    r"|ton)|loads|lots|(?:all|half|most|everything)(?: of)?|the (?:whole|entire)"
    r"|(?:an )?(?:entire"
    r"|whole)|(?:like |about |around )?(?:[1-9]\d|\d\d\d)|a ?bottle|hundreds|dozens)"
)
_PILLS_EN = (
    r"(?:sleeping pills|pills|medications?|medicines?|paracetamol|tylenol|ibuprofen|aspirins?"
    r"|xanax|valium|ambien|antidepressants|opioids|oxy\w*|fentanyl|painkillers|bottle)"
)
_TAKEN_EN = r"(?:just )?(?:took|taken|takes|swallowed|ate|drank|drunk|downed|popped|ingested)"
_WHO_EN = rf"(?:{SOMEBODY_EN}|i|have)"
_AS_MEANT = (
    r"(?! (?:as (?:prescribed|usual|told)|from|today|this morning|already|on time|every|daily"
    r"|with (?:me|us|food)|to the|out of the)\b)"
)
_DOWN = (
    r"(?=\s*(?:$|\.|(?:and|in|on|at|after|suddenly|again|but|while|help|outside|now|just|hes"
    r"|shes)\b))"
)
_HIGH_EN = (
    r"(?:(?:a|the|his|her|that|this) )?(?:\w+ )?(?:bridge|roof|rooftop|building|balcony|window"
    r"|cliff|ledge|overpass|tower)"
)
_NOT_THAT = r"(?!(?: up)? (?:early|for|before|in time|on time|at|to (?:my|our|the)|your))"
EMERGENCIES_EN = (
    rf"\b{_WHO_EN}{NEAR} {_TAKEN_EN} {_MANY_EN}(?: \w+){{0,3}}? {_PILLS_EN}\b{_AS_MEANT}",
    rf"\b{_WHO_EN}{NEAR} {_TAKEN_EN}(?: \w+){{0,3}}? {_POISON_EN}\b",
    rf"\b{_WHO_EN}{NEAR} (?:overdosed|overdosing|od(?:e|i)?d|ods|oding|od ed"
    rf"|having an overdose)\b"
    r"(?! on (?:sugar|chocolate|coffee|caffeine|netflix|work|memes|pizza|vitamins?|cute\w*))",
    rf"\b{SOMEBODY_EN}{NEAR} (?:wont|cant|isnt|not|doesnt|dont)(?: (?:even|really))?"
    rf" (?:wak(?:e|ing)(?: (?:him|her))?(?: up)?|breathing|breathe?|respond(?:ing)?|moving"
    rf"|conscious)\b{_NOT_THAT}",
    r"\b(?:cant|wont) wake (?:him|her|them|my \w+)(?: up)?\b(?! for| early)",
    rf"\b{SOMEBODY_EN}{NEAR} (?:unconscious|unresponsive|choking|turning blue|blue in the face"
    r"|gasping for air|foaming at the mouth|has no pulse|no pulse|convulsing|bleeding out"
    r"|stopped breathing|drowning(?! in (?:debt|work|paper\w*|e?mails?|tasks))"
    rf"|(?:passed out|collapsed|fainted){_DOWN})\b",
    rf"\b(?:{SOMEBODY_EN}|im|i think im){NEAR} (?:is |are )?(?:having|had just"
    rf"|just had) (?:an? )?"
    r"(?:\w+ )?(?:heart attack|stroke|seizure|cardiac arrest|allergic reaction|anaphyla\w+)\b"
    r"(?! (?:over|looking|seeing|at|because of|with) )",
    rf"\bi think {SOMEBODY_EN} (?:had|has had) (?:an? )?(?:heart attack|stroke|seizure"
    rf"|overdose)\b"
    rf"|\b{SOMEBODY_EN} is having (?:an? )?(?:heart attack|stroke|seizure)\b",
    rf"\b{SOMEBODY_EN}{NEAR} (?:gonna|about to|trying to|just|has) (?:shoot|shot|stab|stabbed|hang"
    r"|hanged|drown|poison) (?:him|her|them)sel(?:f|ves)\b(?! in the foot)"
    r"|\b(?:hes|shes|my (?:mom|dad|\w+) is) dying(?=\s*(?:$|\.|right|now|please|help))",
    r"\bi cant breathe\b(?! (?:through my nose|laughing|from laugh\w*|of laugh\w*|in (?:this|these)"
    r"|with all))",
    r"\b(?:wont|doesnt|cant|not|never|isnt) (?:\w+ )?stop(?:ping|s)?(?: the)? bleeding\b"
    r"|\bbleeding (?:wont|doesnt|isnt|not) stop(?:ping)?\b"
    rf"|\b(?:im|{SOMEBODY_EN}){NEAR} (?:bleeding|losing blood|losing (?:a lot|so much) of blood)"
    r" ?(?:(?:really |so |very )?(?:bad(?:ly)?|heavily)|a lot|everywhere|to death|out|so much)\b"
    r"|\b(?:so much|lots of|lot of) blood (?:is )?(?:everywhere|coming out|on the floor)\b"
    r"|\b(?:i|he|she|they|friend|have)(?: \w+)? (?:slit|slashed|cut|cutting)"
    r" (?:my|his|her|their) wrists?\b",
    r"\b(?:house|home|flat|apartment|kitchen|building|room|bedroom|office|car|neighbou?rs?)"
    r"(?: is|s|are)? (?:on fire|burning|in flames|filling with smoke)\b"
    r"|\btheres (?:a )?(?:fire|smoke) (?:here|in (?:my|our|the)|everywhere|at (?:my|our)|coming"
    r"(?! (?:out )?(?:of|from) (?:the|my|its) (?:back|bonnet|hood|engine|motor|exhaust|tailpipe|fan"
    r"|van|bike|printer)\b))"
    r"|\bgas leak (?:here|in (?:my|our|the))\b|\bi (?:can )?smell gas\b",
    rf"\b{SOMEBODY_EN}{NEAR} (?:gonna|about to|trying to|wanna|wants to|threatening to"
    rf"|threatens to|will|tries to|just|has) (?:jump(?:ed|ing)?|fall) (?:off|from"
    rf"|out of) {_HIGH_EN}\b"
    rf"(?! (?:in (?:the|his|her)|with a (?:parachute|bungee)))",
    rf"\b(?:{SOMEBODY_EN}|im){NEAR} (?:standing|sitting|climb(?:ed|ing)) (?:on|onto|out on"
    rf"|up on|at)"
    r" (?:the )?(?:edge|ledge|railings?|roof|wrong side)\b|\bim (?:gonna"
    r"|about to) jump\b(?=\s*(?:$|\.|off|from|now))"
    rf"|\bim on (?:the|a) (?:bridge|roof|ledge|rooftop)\b(?: \w+){{0,6}}? (?:jump|end|die"
    rf"|goodbye)\b",
    rf"\b(?:{SOMEBODY_EN}|im){NEAR} (?:got|has|have|with|holding|pointing)(?: got)? (?:a"
    rf"|the) (?:gun"
    r"|knife|rope|noose|razor|blade)\b(?: \w+){0,8}?"
    r" (?:himself|herself|themselves|myself|throat|wrists?|head|neck|kill|hurt|at me|outside"
    r"|here)\b",
    r"\b(?:some(?:one|body)|a man|a guy|people|they|hes|burglars?|a burglar"
    r"|intruders?)(?: \w+){0,3}?"
    r" (?:broke into|breaking into|broke in|breaking in|trying to (?:break|get) in)\b"
    r"(?! (?:tears|laughter|song|the market|a new))"
    r"|\btheres (?:someone|somebody|a burglar|an intruder|a (?:strange )?man) in(?:side)? my"
    r" (?:house|home|flat|apartment|room)\b",
    rf"\b(?:hes|shes|theyre|my \w+(?: is|s)) (?:beating|hitting|strangling|choking|raping"
    r"|attacking|hurting|punching) (?:me|my (?:mom|mother|sister|kids?|son|daughter))\b"
    rf"|\b(?:i|{SOMEBODY_EN})(?: \w+){{0,2}}? (?:got|been|was just|just got|has been|have been)"
    r" (?:stabbed(?! in the back)|shot(?! (?:down|on|in (?:4k|black)))|electrocuted|run over"
    r"|hit by a (?:car|truck|bus|train)|bitten by a snake)\b",
    rf"\b{SOMEBODY_EN}{NEAR} fell (?:off|from|down|out of)(?: \w+){{1,3}}? (?:and|hes|shes)"
    r"(?: \w+){0,4}? (?:cant|wont|isnt|not|unconscious|bleeding|move|moving|hurt|blood)\b",
    r"\b(?:call|get|send|need)(?: me| us)? (?:an? )?(?:ambulance|paramedics|911|999|112)\b"
    r"(?! (?:cover|bill|costs?|prices?|estimate|quote|fees?|service|ride|for (?:the|an) event))"
    r"|\b(?:call|get|send) (?:the )?(?:police|cops|fire (?:department|brigade))"
    r" (?:now|please|help|quick|fast|to my)\b|\Ahelp(?: me)?(?: please)? (?:im|hes"
    r"|shes) (?:dying|bleeding|hurt|trapped|choking)\b"
    r"(?! (?:of|to|from) )",
)
