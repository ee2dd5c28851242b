"""How people name cards, in the languages the clients speak: data for `chat`, which reads it.

Colours in the forms they take in a sentence; what is printed on a card, short names too. `chat`
looks past capitals and accents. A word that is an everyday one in some language is not listed
(`stop`, `jolly`, `salto`): a warning nobody understands would cost them four cards.
"""

COLOURS: dict[str, tuple[str, ...]] = {
    "en": ("red", "reds", "blue", "blues", "green", "greens", "yellow", "yellows"),
    "es": (
        *("rojo", "roja", "rojos", "rojas", "azul", "azules", "verde", "verdes"),
        *("amarillo", "amarilla", "amarillos", "amarillas"),
    ),
    "de": (
        *("rot", "rote", "roten", "roter", "rotes", "rotem"),
        *("blau", "blaue", "blauen", "blauer", "blaues", "blauem"),
        *("grün", "grüne", "grünen", "grüner", "grünes", "grünem", "gruen", "gruene", "gruenen"),
        *("gelb", "gelbe", "gelben", "gelber", "gelbes", "gelbem"),
    ),
    "fr": (
        *("rouge", "rouges", "bleu", "bleue", "bleus", "bleues"),
        *("vert", "verte", "verts", "vertes", "jaune", "jaunes"),
    ),
    "pt": (
        *("vermelho", "vermelha", "vermelhos", "vermelhas", "azul", "azuis", "verde", "verdes"),
        *("amarelo", "amarela", "amarelos", "amarelas"),
    ),
    "it": (
        *("rosso", "rossa", "rossi", "rosse", "blu", "verde", "verdi"),
        *("giallo", "gialla", "gialli", "gialle"),
    ),
    "pl": (
        *("czerwony", "czerwona", "czerwone", "czerwoną", "czerwonej", "czerwonego"),
        *("niebieski", "niebieska", "niebieskie", "niebieską", "niebieskiej", "niebieskiego"),
        *("zielony", "zielona", "zielone", "zieloną", "zielonej", "zielonego"),
        *("żółty", "żółta", "żółte", "żółtą", "żółtej", "żółtego"),
    ),
    "tr": ("kirmizi", "kirmiziyi", "mavi", "maviyi", "yeşil", "yeşili", "sari", "sariyi"),
    "ar": ("أحمر", "حمراء", "أزرق", "زرقاء", "أخضر", "خضراء", "أصفر", "صفراء"),
    "hi": ("लाल", "नीला", "नीली", "नीले", "हरा", "हरी", "हरे", "पीला", "पीली", "पीले"),
    "zh": (
        *(colour + noun for colour in "红紅蓝藍绿綠黄黃" for noun in "色牌的"),
        *(verb + colour for verb in "出打" for colour in "红紅蓝藍绿綠黄黃"),
    ),
    "ja": (
        *(colour + more for colour in "赤青緑黄" for more in ("色", "い", "の", "を", "だ", "で")),
        *("みどり", "きいろ"),
    ),
}
"""By language."""

FACES: dict[str, tuple[str, ...]] = {
    "en": (
        *("skip", "skips", "reverse", "reverses", "wild", "wilds", "wild card", "joker"),
        *("draw two", "draw four", "draw 2", "draw 4", "plus two", "plus four"),
        *("swap hands", "shuffle hands", "customisable", "customizable", "blank card"),
    ),
    "es": (
        *("carta de salto", "pierde turno", "reversa", "cambio de sentido", "comodín"),
        *("roba dos", "roba cuatro", "toma dos", "toma cuatro", "más dos", "más cuatro"),
    ),
    "de": (
        *("aussetzen", "richtungswechsel", "farbwahl", "farbwahlkarte", "wunschkarte"),
        *("zieh zwei", "zieh vier", "plus zwei", "plus vier"),
    ),
    "fr": (
        *("passe ton tour", "carte inversion", "changement de sens", "joker"),
        *("pioche deux", "pioche quatre", "plus deux", "plus quatre"),
    ),
    "pt": (
        *("carta bloqueio", "pular a vez", "inverter", "reverso", "coringa", "curinga"),
        *("compra dois", "compra duas", "compra quatro", "mais dois", "mais quatro"),
    ),
    "it": (
        *("salta turno", "salta il turno", "cambio giro", "il jolly", "un jolly", "cambio colore"),
        *("pesca due", "pesca quattro", "più due", "più quattro"),
    ),
    "pl": (
        *("karta stop", "postój", "zmiana kierunku", "odwrotka", "zmiana koloru", "dzika karta"),
        *("weź dwie", "weź cztery", "plus dwa", "plus cztery"),
    ),
    "tr": (
        *("pas karti", "engel karti", "yön değiştir", "yön değiştirme", "renk değiştirme"),
        *("iki çek", "dört çek", "arti iki", "arti dört"),
    ),
    "ar": (
        *("تخطي", "عكس الاتجاه", "جوكر"),
        *("اسحب اثنين", "اسحب ورقتين", "اسحب أربعة"),
    ),
    "hi": (
        *("स्किप", "रिवर्स", "वाइल्ड", "जोकर", "ड्रॉ टू", "ड्रॉ फोर", "दो उठाओ", "चार उठाओ"),
        *("प्लस टू", "प्लस फोर"),
    ),
    "zh": (
        *("跳过", "跳過", "禁止牌", "反转", "反轉", "转向牌", "轉向牌"),
        *("万能牌", "萬能牌", "变色牌", "變色牌"),
        *("加二", "加四", "加两张", "加兩張", "加四张", "加四張"),
    ),
    "ja": (
        *("スキップ", "リバース", "ワイルド", "ドロー2", "ドロー4", "ドローツー", "ドローフォー"),
        *("二枚引", "四枚引"),
    ),
}
"""By language; the numbers on cards alone suggest nothing (everyone counts aloud)."""

ALONE = "红紅蓝藍绿綠黄黃赤青緑"
"""Colours of one sign, where no other such sign adjoins: those make other words of them."""
PICTURES = "🔴🟢🔵🟡🟥🟩🟦🟨"
ARTICLES = ("", "ال", "وال", "بال", "كال", "فال", "لل", "و", "ب", "ل")
"""What Arabic writes in one with the word after it."""
