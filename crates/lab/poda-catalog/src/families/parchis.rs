use poda_core::Message;
use poda_parchis::Parchis;

use super::{
    ninjas::{ninja1, ninja2, ninja3, sensei, sparring},
    rules, strings, text,
};
use crate::{BuiltInPlayer, Family, Form, LegendEntry, game::OpenGame};

pub(super) fn family() -> Family {
    Family {
        name: "parchis".into(),
        title: text("Parchís", "Parchís"),
        summary: text(
            "two colours each, chosen dice instead of rolls, and special dice",
            "dos colores por jugador, dados que se eligen en vez de tirarse, y dados especiales",
        ),
        goal: text(
            "bring all pieces of one of your two colours along the track and up to the middle; whoever does it first wins",
            "lleva todas las fichas de uno de tus dos colores por el recorrido hasta el centro; gana quien lo consigue antes",
        ),
        forms: vec![
            Form {
                spec: "parchis".into(),
                meaning: text(
                    "the edition of 2022/23 with its ten objects",
                    "la edición 2022/23, con diez objetos",
                ),
            },
            Form {
                spec: "parchis:2024".into(),
                meaning: text(
                    "2023/24: one die whose effect depends on energy",
                    "2023/24: un dado según la energía",
                ),
            },
            Form {
                spec: "parchis:2022".into(),
                meaning: text("2021/22: plain dice only", "2021/22: solo dados normales"),
            },
            Form {
                spec: "parchis:EDITION:START".into(),
                meaning: text(
                    "another start: grouped, all-at-home, grouped-legacy, alterned, almost-goal, ...",
                    "otro comienzo: grouped, all-at-home, grouped-legacy, alterned, almost-goal, ...",
                ),
            },
        ],
        rules: rules(poda_parchis::rules::PARCHIS, poda_parchis::rules::PARCHIS_ES),
        sizes: None,
        samples: strings(&["parchis", "parchis:2024", "parchis:2022", "parchis:2023:all-at-home"]),
        legend: legend(),
        judge: "journey".into(),
        built_in: vec![
            ninja1("pvs:depth=1,noise=150"),
            ninja2("pvs:depth=2,noise=30"),
            ninja3("pvs:nodes=20000,noise=10,turns=complete"),
            sensei("pvs:nodes=2000000,tt=64,turns=complete,noise=5"),
            sparring("alphabeta:depth=6,eval=journey,wins=sooner"),
            BuiltInPlayer {
                name: "race".into(),
                spec: "alphabeta:depth=6,eval=race".into(),
                level: 0,
                title: text("from the course of 2022/23", "del curso 2022/23"),
                character: text(
                    "races with its better colour, six decisions ahead",
                    "corre con su mejor color, seis decisiones por delante",
                ),
            },
        ],
        open: Box::new(|family, arguments| {
            let game: Parchis = arguments.parse()?;
            Ok(OpenGame::open(family, format!("parchis:{}", game.spec()), game))
        }),
    }
}

/// What every object does, and the two numbers that do more than walk. The words are those of the rules.
fn legend() -> Vec<LegendEntry> {
    let entry =
        |icon: &str, name: Message, meaning: Message| LegendEntry { icon: icon.into(), name, meaning };
    vec![
        entry("5", text("five", "cinco"), text("brings a piece out of home", "saca una ficha de casa")),
        entry(
            "6",
            text("six", "seis"),
            text(
                "gives another turn; walks 7 if no piece of that colour is at home",
                "repite turno; avanza 7 si no hay fichas de ese color en casa",
            ),
        ),
        entry(
            "star",
            text("star", "estrella"),
            text(
                "for three more moves: moves two cells further and sends home the pieces it meets",
                "tres jugadas más: avanza dos casillas más y manda a casa a las fichas que encuentra",
            ),
        ),
        entry(
            "boo",
            text("boo", "fantasma"),
            text(
                "for five more moves: passes through everything and cannot be touched; steals a special die",
                "cinco jugadas más: lo atraviesa todo y nadie lo toca; roba un dado especial",
            ),
        ),
        entry(
            "bullet",
            text("bullet", "bala"),
            text("jumps 40 cells, also from home", "salta 40 casillas, también desde casa"),
        ),
        entry(
            "red-shell",
            text("red shell", "concha roja"),
            text("sends home the nearest pieces ahead", "manda a casa a las fichas más cercanas por delante"),
        ),
        entry(
            "blue-shell",
            text("blue shell", "concha azul"),
            text(
                "sends home the pieces nearest to their goals",
                "manda a casa a las fichas más cercanas a su meta",
            ),
        ),
        entry("mushroom", text("mushroom", "champiñón"), text("jumps 8 cells", "salta 8 casillas")),
        entry(
            "mega",
            text("mega mushroom", "megachampiñón"),
            text(
                "for three more moves: fills two cells and crushes the pieces there",
                "tres jugadas más: ocupa dos casillas y aplasta a las fichas que hay en ellas",
            ),
        ),
        entry(
            "shock",
            text("shock", "rayo"),
            text(
                "all other pieces become small and move half as far; the opponent loses a special die",
                "las demás fichas se vuelven pequeñas y avanzan la mitad; el rival pierde un dado especial",
            ),
        ),
        entry(
            "horn",
            text("horn", "bocina"),
            text(
                "sends home all other pieces within two cells; held in hand, it protects against a shell",
                "manda a casa a las demás fichas a dos casillas o menos; en la mano protege de una concha",
            ),
        ),
        entry(
            "banana",
            text("banana", "plátano"),
            text(
                "leaves a peel on the cell: a piece that passes slips and loses the turn",
                "deja una piel en la casilla: la ficha que pasa resbala y pierde el turno",
            ),
        ),
        entry(
            "energy",
            text("energy", "energía"),
            text(
                "spends all the energy; what it does depends on how much there is",
                "gasta toda la energía; su efecto depende de cuánta haya",
            ),
        ),
    ]
}
