"""What counts as a suggestion: by what it means, in twelve languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openuno import Card
from openuno.room.card_words import hint_words, suggests_card

LANGUAGES = ("en", "es", "de", "fr", "pt", "it", "pl", "tr", "ar", "hi", "zh", "ja")
NAMES = ("Ann", "Łukasz")

HINTS = {
    "en": (
        *("play your seven", "the zero!", "plus 4 him", "red 7", "red!", "blue pls", "skip him"),
        *("play blue, Ann", "play seven Ann", "go red", "drop the reverse now", "I need a blue"),
        *("you should really play your blue", "draw four!", "use the wild", "Łukasz, the red one"),
        *("don't play your eight", "say green", "wild!", "keep the wild card"),
    ),
    "es": (
        *("juega el rojo", "juega tu siete", "¡el cero!", "pon el azul", "¡más cuatro!"),
        *("tira la roja ya", "pide verde", "rojo 7", "el siete rojo"),
    ),
    "de": (
        *("spiel die rote Sieben", "spiel deine Sieben", "die Null!", "leg blau", "plus vier"),
        *("wünsch dir grün", "die Sieben spielen!", "nimm den Richtungswechsel", "grün bitte"),
    ),
    "fr": (
        *("joue ton sept", "le zéro !", "mets du rouge", "plus quatre", "passe ton tour"),
        *("pose la verte", "demande bleu", "le sept rouge"),
    ),
    "pt": (
        *("joga o teu sete", "o zero!", "põe azul", "mais quatro", "joga a vermelha"),
        *("escolhe verde", "sete vermelho", "usa o coringa"),
    ),
    "it": (
        *("gioca il sette", "lo zero!", "metti il rosso", "più quattro", "gioca il tuo jolly"),
        *("chiama verde", "il sette rosso", "blu per favore"),
    ),
    "pl": (
        *("zagraj siódemkę", "rzuć zielone", "to zero!", "plus cztery", "daj czerwoną"),
        *("wybierz niebieski", "czerwona siódemka", "zmiana kierunku"),
    ),
    "tr": (
        *("yediyi oyna", "sıfırı at", "kırmızı oyna", "artı dört", "maviyi koy lütfen"),  # noqa: RUF001
        *("yeşil seç", "kırmızı yedi", "SARI"),  # noqa: RUF001
    ),
    "ar": (
        *("العب السبعة", "الصفر!", "العب الأحمر", "العب بالأحمر", "اسحب أربعة", "العب أَحْمَر"),
        *("اختر الأخضر", "أحمر 7"),
    ),
    "hi": (
        *("सात खेलो", "लाल खेलो", "अपना सात", "प्लस फोर", "नीला डालो अभी", "हरा चुनो", "लाल 7"),
        *("स्किप!",),
    ),
    "zh": (
        *("出红", "出你的7", "打七", "红7", "红", "快出红色的", "出蓝色吧", "跳过他", "加四!"),
        *("换成绿色", "那张红的!"),
    ),
    "ja": (
        *("赤を出して", "7を出して", "赤 7", "赤!", "スキップ!", "ドロー4", "その7!", "青にして"),
        *("緑のカードを出せ",),
    ),
}
"""Each tells someone which card to play, or which colour to name."""

TALK = {
    "en": (
        *("I'm feeling blue", "skip lunch", "wild night", "I read it", "blueberry pie", "7"),
        *("wildly good", "greenhouse", "skipper", "well played!", "2+2=4", "10 yr old, br"),
        *("once in a blue moon", "see you at seven", "the red carpet", "green tea?", "draw"),
        *("I won 7 games", "two plus two is four", "out of the blue", "it is 7 already"),
        *("let's skip lunch", "what a wild game", "play 7 more rounds?", "my car is green"),
        *("wait five minutes", "I have seven brothers", "give me five!", "jolly good, stop it"),
        *("reddish? no: bored, tired", "uno!", "good luck", "verdict: overt", "❤️ 😀", ""),
    ),
    "es": (
        *("me siento azul hoy", "nos vemos a las siete", "a las siete?", "2 y 3 son 5"),
        *("el cielo azul de verano", "gracias, muy bien", "vino tinto o verde, da igual"),
    ),
    "de": (
        *("ich sehe rot", "um sieben Uhr", "die rote Katze schläft", "danke, gut gespielt"),
        *("noch drei Runden?", "ich bin ganz grün vor Neid", "spielen wir um acht?"),
    ),
    "fr": (
        *("le ciel bleu", "à sept heures", "pas !", "j'ai deux chats", "je vois rouge"),
        *("on joue à huit heures ?", "bien joué"),
    ),
    "pt": (
        *("o céu azul de hoje", "às 7?", "às sete horas", "tenho dois gatos", "bom jogo"),
        *("estou verde de fome",),
    ),
    "it": (
        *("il cielo blu di oggi", "alle sette", "le sette?", "ho due gatti", "bella partita"),
        *("sono al verde",),
    ),
    "pl": (
        *("niebo jest niebieskie", "o siódmej", "mam dwa koty", "dobra gra"),
        *("zielona herbata z cytryną",),
    ),
    "tr": (
        *("gökyüzü mavi bugün", "saat yedide", "her gün", "iki kedim var", "iyi oyun"),
        *("yeşil çay içelim",),
    ),
    "ar": ("السماء زرقاء اليوم", "الساعة السابعة", "شكرا", "عندي ثلاثة أطفال", "لعبة جميلة"),
    "hi": ("आसमान नीला है", "सात बजे", "हर दिन", "मेरे तीन भाई हैं", "अच्छा खेला"),
    "zh": (
        *("天空是蓝色的", "红色的衣服很好看", "跳过午饭吧", "打三局吧", "七点见", "青年", "黄河"),
        *("用红色的笔写", "打得好"),
    ),
    "ja": (
        *("空は青い", "赤い車", "七時に会おう", "昼ごはんをスキップ", "赤ちゃん", "いい試合"),
        *("三回戦やろう",),
    ),
}
"""Nobody learns from these what to play."""


def test_every_language_we_ship_is_listened_to() -> None:
    listed = hint_words()
    assert {*listed.words, *listed.unspaced} == set(LANGUAGES) == set(HINTS) == set(TALK)


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_telling_someone_what_to_play_is_a_suggestion(language: str) -> None:
    assert [text for text in HINTS[language] if not suggests_card(text, NAMES)] == []


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_could_name_a_card_is_not_enough(language: str) -> None:
    assert [text for text in TALK[language] if suggests_card(text, NAMES)] == []


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("language", hint_words().words)
def test_a_colour_or_a_card_by_itself_is_a_suggestion(language: str) -> None:
    words = hint_words().words[language]
    for word in (*words.colours.split(), *words.faces.split(), *words.cards):
        for said in (word, word.upper(), f"... {word}!", f"({word})"):
            assert suggests_card(said), said


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("card", [card for card in Card if card not in (Card.BACK, Card.W)])
def test_every_card_is_a_suggestion_by_its_name_and_its_code(card: Card) -> None:
    assert suggests_card(f"lay your {card.label} now")
    assert suggests_card(f"lay your {card.value} now")


@pytest.mark.parametrize(
    "text",
    [
        "R7",
        "r7",
        "r-7",
        "R 7",
        "+4!",
        "+ 2",
        "\uff32\uff45\uff44",  # full width
        "\uff52\uff17",
        "r\u200de\u200bd",  # zero width inside
        "b\u00adlue",
        "re\u3164d",
        "r\u0301e\u0302d\u0303",  # accents heaped on
        "𝓇𝑒𝒹",  # noqa: RUF001 - letters borrowed from mathematics
        "grun",
        "zolty",
        "KIRMIZI",
        "r3d!",
        "play gr33n",
        "the s3v3n",
        "r e d",
        "b-l-u-e",
        "play reeeed",
        "greeeeen",
        "العب ٧ أحمر",  # noqa: RUF001 - its own digits
        "🔴",
        "play 🟦 please",
    ],
)
def test_a_card_is_heard_however_it_is_dressed_up(text: str) -> None:
    assert suggests_card(text)


@given(st.text(max_size=300))
def test_any_text_is_a_suggestion_or_not(text: str) -> None:
    assert suggests_card(text) in (True, False)
    assert suggests_card(f"{text}. Play your red seven!")
