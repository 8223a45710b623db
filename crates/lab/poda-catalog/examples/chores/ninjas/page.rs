//! The page about the ninjas, in both languages.

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result};

use super::{MEASURED, Measured, PairResult, cpu, results};
use crate::{root, share::share};

pub(super) fn write() -> Result<()> {
    for words in [&ENGLISH, &SPANISH] {
        let path = root().join(words.path);
        fs::write(&path, page(words)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// What a page says beside the figures, in one language.
struct NinjaWords {
    path: &'static str,
    head: &'static str,
    columns: &'static str,
    placeholders: [&'static str; 2],
    not_measured: &'static str,
    met_or_missed: [&'static str; 2],
    /// How many games were won for `sensei` after the opening, and how many of them it won.
    stood_and_won: fn(u32, u32) -> String,
    /// What a move of `sensei` costs in milliseconds: the median, what 95 % stay below, and the most.
    cost: fn(cpu::Cost) -> String,
}

fn page(words: &NinjaWords) -> Result<String> {
    let all = results();
    let mut page = String::from(words.head);
    for measured in MEASURED {
        let [one, other] = words.placeholders;
        writeln!(page, "\n## {}\n", measured.game)?;
        writeln!(page, "```console\n$ poda {}\n```\n", measured.arguments(one, other).join(" "))?;
        write_table(&mut page, measured, &all, words)?;
        let of_it = all.iter().filter(|outcome| outcome.game == measured.game);
        let stood: Vec<[u32; 2]> = of_it.filter_map(|outcome| outcome.stood).collect();
        if !stood.is_empty() {
            let sum = |index: usize| stood.iter().map(|counts| counts[index]).sum();
            writeln!(page, "\n{}", (words.stood_and_won)(sum(0), sum(1)))?;
        }
        if let Some(cost) = cpu::cost(measured) {
            writeln!(page, "\n{}", (words.cost)(cost))?;
        }
    }
    Ok(page)
}

fn write_table(page: &mut String, measured: &Measured, all: &[PairResult], words: &NinjaWords) -> Result<()> {
    writeln!(page, "{}\n|---|---|---:|---:|---:|---:|---:|---|", words.columns)?;
    for pair in measured.pairs() {
        let found = all.iter().find(|outcome| outcome.is_of(measured, pair));
        write!(page, "| `{}` | `{}` |", pair.one, pair.other)?;
        match found.map(|outcome| outcome.results) {
            Some([wins, losses, draws]) => {
                let games = wins + losses + draws;
                write!(
                    page,
                    " {games} | {wins} | {draws} | {losses} | {} % |",
                    share([wins, losses, draws])
                )?;
            }
            None => write!(page, " | | | | {} |", words.not_measured)?,
        }
        writeln!(page, " {} |", goal(measured.goal(pair), found, words))?;
    }
    Ok(())
}

/// The goal of a line, and whether it is met.
fn goal(goal: Option<f64>, found: Option<&PairResult>, words: &NinjaWords) -> String {
    let Some(goal) = goal else { return String::from("–") };
    let percent = format!("{:.0} %", goal * 100.0);
    match found {
        Some(outcome) => {
            let [met, missed] = words.met_or_missed;
            let verdict = if outcome.share_of_goal() >= goal { met } else { missed };
            match outcome.stood {
                Some([stood, won]) => format!("{percent}: {verdict} ({won}/{stood})"),
                None => format!("{percent}: {verdict}"),
            }
        }
        None => percent,
    }
}

const ENGLISH: NinjaWords = NinjaWords {
    path: "docs/ninjas.md",
    columns: "| player | against | games | won | drawn | lost | points | goal |",
    placeholders: ["PLAYER", "AGAINST"],
    not_measured: "not measured yet",
    met_or_missed: ["met", "missed"],
    stood_and_won: |stood, won| {
        format!("According to the solver, {stood} of `sensei`'s games were won for it after the opening, and it won {won} of them.")
    },
    cost: |cost| {
        let cpu::Cost { median, most_of_them, most } = cost;
        format!("A move of `sensei`: median {median} ms of CPU time, 95 % of them within {most_of_them} ms, the longest {most} ms.")
    },
    head: "\
# The ninjas

*[En español](es/ninjas.md)*

Four opponents of measured strength for every game, offline: `ninja1`, `ninja2`, `ninja3` and `sensei`. Their budgets are nodes and depth, never time: the
same seed gives the same game on every machine, and another seed gives another game. `poda games` describes each one. They keep these budgets whatever
`--time` a match gives to programs.

`sensei` first asks the game's solver, where there is one, who wins. A win is played by the solver's word. In a drawn position `sensei` chooses
among the moves that keep the draw, in a lost one among those that take the solver longest to refute. What the solver does not find out within its nodes
is searched. On 8x8 that decides from about 18 stones on. After 20 stones 83 of the 100 games with `sparring` below were won for
`sensei`, and it won all of them; 13 were lost for it, and it still won nine of those and drew two.

Beside them play the players of the courses ([heuristics.md](heuristics.md)) and `sparring`: textbook alpha-beta with a good heuristic, at the depths
at which the courses' own players search (8 in Connect-4, Crush and BOOM, 6 in Parchís). In Connect-4 it knows open lines, threats by the parity of their
rows, zugzwang and claim-even; in BOOM and Parchís it has the heuristic of the ninjas themselves, in Crush `threats`. It is not the strongest that textbook alpha-beta can
be: in Connect-4 `alphabeta:depth=8,eval=zugzwang` is stronger. Openings are short where longer ones often decide the game before it begins.

Each line is a match: every opening is played twice, with sides changed, and no game is played twice. Points are in percent, with their 95 % interval. The command above each
table plays one of its lines; a line with fewer games is where that match was stopped. `cargo xtask ninjas` plays all of them again, and the results are in
`bench/ninjas`.

The last column is what each line is to show, and whether its points reach it: each ninja beats the one below, `ninja3` beats `sparring` in Connect-4, and
`sensei` hardly ever loses to `sparring` or to a player of the courses. An opening of BOOM decides the game between good players, so there the goal is about
the games in which `sensei` does not stand lost after the opening, by the solver's word: in parentheses how many of them it won. Where few games were played, met
or missed is no more certain than the interval says.

All lines are of the present version. Other openings give other results: with `--seed 2` `sensei` got 93.5 % against `sparring` in Crush (93 won, 1 drawn, 6 lost), so 95 %
of 200 games. In Parchís `ninja3` and `sparring` are level: there `sparring` has the heuristic of the ninjas, and its depth takes more nodes than `ninja3` has.

What a move of `sensei` costs is measured on positions of its games with `sparring`: the CPU time of `poda best GAME --agent sensei --moves ...` on one
core, start of the program included (`cargo xtask ninjas cpu`).
",
};

const SPANISH: NinjaWords = NinjaWords {
    path: "docs/es/ninjas.md",
    columns: "| jugador | contra | partidas | ganadas | empatadas | perdidas | puntos | objetivo |",
    placeholders: ["JUGADOR", "CONTRA"],
    not_measured: "sin medir todavía",
    met_or_missed: ["cumplido", "no cumplido"],
    stood_and_won: |stood, won| {
        format!("Según el solucionador, `sensei` tenía ganadas {stood} de sus partidas tras la apertura, y ganó {won} de ellas.")
    },
    cost: |cost| {
        let cpu::Cost { median, most_of_them, most } = cost;
        format!("Una jugada de `sensei`: mediana de {median} ms de CPU, el 95 % en {most_of_them} ms o menos, la más larga {most} ms.")
    },
    head: "\
# Los ninjas

*[In English](../ninjas.md)*

Cuatro rivales de fuerza medida para cada juego, sin conexión: `ninja1`, `ninja2`, `ninja3` y `sensei`. Su presupuesto se da en nodos y profundidad, nunca en
tiempo: la misma semilla da la misma partida en cualquier máquina, y otra semilla, otra partida. `poda games --lang es` dice qué es cada uno. Conservan su
presupuesto sea cual sea el `--time` que un enfrentamiento dé a los programas.

`sensei` pregunta primero al solucionador del juego, donde lo hay, quién gana. Una victoria se juega por palabra del solucionador. En una posición de tablas
`sensei` elige entre las jugadas que las conservan; en una perdida, entre las que más le cuesta refutar al solucionador. Lo que este no averigua dentro de sus
nodos se busca. En 8x8 eso decide desde unas 18 fichas. Con 20 fichas, 83 de las 100 partidas con `sparring` de más abajo estaban ganadas para
`sensei`, y las ganó todas; 13 estaban perdidas, y aun así ganó nueve de ellas y empató dos.

Junto a ellos juegan los jugadores de los cursos ([heuristics.md](heuristics.md)) y `sparring`: poda alfa-beta de libro con una buena heurística, a las
profundidades de los propios jugadores de los cursos (8 en Conecta 4, Crush y BOOM, 6 en Parchís). En Conecta 4 conoce las líneas abiertas, las amenazas
según la paridad de su fila, el zugzwang y el *claim-even*; en BOOM y Parchís tiene la heurística de los propios ninjas, y en Crush `threats`. No es lo más fuerte
que puede ser la poda alfa-beta de libro: en Conecta 4 `alphabeta:depth=8,eval=zugzwang` juega mejor. Las aperturas son cortas donde las largas suelen decidir la
partida antes de empezar.

Cada línea es un enfrentamiento: cada apertura se juega dos veces, cambiando de lado, y ninguna partida se repite. Los puntos van en tanto por ciento, con su intervalo del 95 %.
La orden que hay sobre cada tabla juega una de sus líneas; donde hay menos partidas, el enfrentamiento se detuvo ahí. `cargo xtask ninjas` vuelve a jugarlas todas,
y los resultados están en `bench/ninjas`.

La última columna es lo que cada línea debe mostrar, y si sus puntos llegan: cada ninja gana al anterior, `ninja3` gana a `sparring` en Conecta 4, y
`sensei` no pierde casi nunca con `sparring` ni con un jugador de los cursos. Una apertura de BOOM decide la partida entre buenos jugadores, así que allí el objetivo es
sobre las partidas en que `sensei` no está perdido tras la apertura, según el solucionador: entre paréntesis, cuántas de ellas ganó. Con pocas
partidas, cumplido o no cumplido no es más seguro de lo que dice el intervalo.

Todas las líneas son de la versión actual. Otras aperturas dan otros resultados: con `--seed 2` `sensei` logró un 93,5 % contra `sparring` en Crush (93 ganadas, 1 empatada,
6 perdidas), es decir, un 95 % de 200 partidas. En Parchís `ninja3` y `sparring` están igualados: allí `sparring` tiene la heurística de los ninjas, y su profundidad
exige más nodos de los que tiene `ninja3`.

Lo que cuesta una jugada de `sensei` se mide en posiciones de sus partidas con `sparring`: el tiempo de CPU de `poda best JUEGO --agent sensei --moves ...`
en un núcleo, incluido el arranque del programa (`cargo xtask ninjas cpu`).
",
};

#[cfg(test)]
mod tests {
    use poda_catalog::worth;

    use super::*;

    /// The share of points of one against the other in a game, if they met in it. A match that was stopped says less: there it is the
    /// upper end of its interval.
    fn points(measured: &Measured, one: &str, other: &str) -> Option<f64> {
        let is_it = |outcome: &PairResult| {
            outcome.game == measured.game && outcome.one == one && outcome.other == other
        };
        let outcome = results().into_iter().find(is_it)?;
        let is_whole = outcome.results.iter().sum::<u32>() >= measured.games;
        let worth = worth(outcome.results);
        Some(if is_whole { outcome.share() } else { f64::from(worth.share + worth.error) / 100.0 })
    }

    #[test]
    fn a_line_says_whether_its_goal_is_met() {
        let verdict = |line: &str, share: f64| goal(Some(share), PairResult::read(line).as_ref(), &ENGLISH);
        assert_eq!(verdict("crush sensei lines 97 3 0", 0.97), "97 %: met");
        assert_eq!(verdict("crush sensei lines 96 3 1", 0.97), "97 %: missed");
        assert_eq!(verdict("boom sensei runs 55 45 0 50 50", 0.97), "97 %: met (50/50)");
        assert_eq!(goal(Some(0.75), None, &ENGLISH), "75 %");
        assert_eq!(goal(None, None, &ENGLISH), "–");
    }

    /// The committed results show what the ninjas promise.
    #[test]
    fn the_grades_hold() {
        for measured in MEASURED {
            for (upper, lower) in [("sensei", "ninja3"), ("ninja3", "ninja2"), ("ninja2", "ninja1")] {
                let Some(share) = points(measured, upper, lower) else { continue };
                assert!(share >= measured.step, "{}: {upper} scores {share} against {lower}", measured.game);
            }
            for rival in measured.rivals {
                let share = points(measured, "ninja3", rival).unwrap_or(1.0);
                // In Parchís the sparring player has the heuristic of the ninjas and more nodes than `ninja3`: they are level.
                let is_level = measured.game == "parchis" && *rival == "sparring";
                let needed = if is_level { 0.4 } else { 0.5 };
                assert!(share > needed, "{}: ninja3 scores {share} against {rival}", measured.game);
                // BOOM is decided early: there it has to win what is won.
                let share = points(measured, "sensei", rival).unwrap_or(1.0);
                let needed = if measured.game == "boom" { 0.5 } else { 0.9 };
                assert!(share >= needed, "{}: sensei scores {share} against {rival}", measured.game);
            }
            if let Some(cost) = cpu::cost(measured) {
                assert!(cost.most_of_them <= 1000, "{}: {cost:?}", measured.game);
            }
        }
        // What stands to win in BOOM is won.
        let stood: Vec<[u32; 2]> = results().into_iter().filter_map(|outcome| outcome.stood).collect();
        assert!(!stood.is_empty() && stood.iter().all(|[stood, won]| won == stood), "{stood:?}");
    }

    #[test]
    fn the_page_is_made_of_the_results() {
        for words in [&ENGLISH, &SPANISH] {
            assert_eq!(fs::read_to_string(root().join(words.path)).unwrap(), page(words).unwrap());
        }
    }
}
