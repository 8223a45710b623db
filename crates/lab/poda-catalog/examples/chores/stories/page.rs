//! The page that is made of the results.

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result};
use poda_catalog::{STORIES, Stage, StageKind, Story};
use poda_core::Language;

use super::{CLASSMATES, FEW, MANY, classmates_arguments, results_path, story_arguments};
use crate::{
    root,
    share::{elo, share},
};

/// What the page says beside the figures, in one language.
struct StoryWords {
    path: &'static str,
    language: Language,
    head: &'static str,
    stages: &'static str,
    kinds: [&'static str; 3],
    worth: &'static str,
    to: &'static str,
    depth: fn(u32) -> String,
    classmates: &'static str,
    many: fn(u32) -> String,
    table: [&'static str; 3],
    with_each: fn(u32) -> String,
    all: &'static str,
}

pub(super) fn write() -> Result<()> {
    for words in [&ENGLISH, &SPANISH] {
        let path = root().join(words.path);
        fs::write(&path, page(words)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn page(words: &StoryWords) -> Result<String> {
    let mut page = String::from(words.head);
    for story in STORIES {
        write_story(&mut page, story, words)?;
    }
    write_classmates(&mut page, words)?;
    Ok(page)
}

fn write_story(page: &mut String, story: &Story, words: &StoryWords) -> Result<()> {
    let language = words.language;
    writeln!(
        page,
        "\n## `{}`: {}\n\n{}\n",
        story.name,
        story.title.get(language),
        story.summary.get(language)
    )?;
    writeln!(page, "{}\n|---|---|---|", words.stages)?;
    for stage in story.stages {
        let adds = stage.adds.get(language);
        writeln!(page, "| {} | `{}` | {adds}{} |", name(stage), stage.spec, kind(stage, words))?;
    }
    writeln!(page, "\n```console\n$ poda {}\n```\n", story_arguments(story)?.join(" "))?;
    if let Some(depth) = story.depth {
        writeln!(page, "{}\n", (words.depth)(depth))?;
    }
    let names: Vec<String> = story.stages.iter().map(name).collect();
    writeln!(page, "| | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()))?;
    for one in story.stages {
        write!(page, "| **{}** |", name(one))?;
        for other in story.stages {
            let met = story.between(one.name, other.name);
            write!(page, " {} |", met.map_or_else(|| "–".to_owned(), |met| share(met.counts())))?;
        }
        writeln!(page)?;
    }
    writeln!(page, "\n{}\n", words.worth)?;
    let path: Vec<&Stage> = story.path().collect();
    for pair in path.windows(2) {
        let [before, after] = pair else { continue };
        if let Some(result) = story.between(after.name, before.name) {
            let worth = elo(result.counts(), words.to);
            writeln!(page, "* {} → {}: {worth}", name(before), name(after))?;
        }
    }
    for stage in story.stages.iter().filter(|stage| stage.kind != StageKind::Kept) {
        if let Some(result) = story.between(stage.name, story.name) {
            let worth = elo(result.counts(), words.to);
            writeln!(page, "* `{}` → {}{}: {worth}", story.name, name(stage), kind(stage, words))?;
        }
    }
    writeln!(page, "\n{}", story.lesson.get(language))?;
    Ok(())
}

fn name(stage: &Stage) -> String {
    format!("`{}`", stage.name)
}

/// Whose idea a stage is, if it is not the report's own way.
fn kind(stage: &Stage, words: &StoryWords) -> &'static str {
    match stage.kind {
        StageKind::Kept => words.kinds[0],
        StageKind::GivenUp => words.kinds[1],
        StageKind::Reading => words.kinds[2],
    }
}

/// What `lines` got against a classmate in one of the two experiments.
fn classmate(text: &str, contest: &str, name: &str) -> Option<[u32; 3]> {
    text.lines().find_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers = |from: usize| {
            let mut numbers = words.get(from..)?.iter().map(|word| word.parse::<u32>().ok());
            Some([numbers.next()??, numbers.next()??, numbers.next()??])
        };
        match words[..] {
            [story, "lines", other, ..] if story == contest && other == name => numbers(3),
            [story, other, "lines", ..] if story == contest && other == name => {
                let [wins, losses, draws] = numbers(3)?;
                Some([losses, wins, draws])
            }
            _ => None,
        }
    })
}

fn write_classmates(page: &mut String, words: &StoryWords) -> Result<()> {
    let text = fs::read_to_string(results_path())?;
    writeln!(page, "\n{}\n", words.classmates)?;
    writeln!(page, "```console\n$ poda {}\n```\n", classmates_arguments(FEW.1).join(" "))?;
    let [who, record_of, share_of] = words.table;
    let [few, many] = [FEW.1, MANY.1].map(words.with_each);
    writeln!(page, "| {who} | {few}: {record_of} | {many}: {share_of} |\n|---|---|---|")?;
    let mut sums = [[0; 3]; 2];
    for spec in CLASSMATES {
        let name = spec.split('=').next().unwrap_or(spec);
        let results = [FEW, MANY].map(|(contest, _)| classmate(&text, contest, name).unwrap_or_default());
        for (sum, results) in sums.iter_mut().zip(results) {
            for (sum, count) in sum.iter_mut().zip(results) {
                *sum += count;
            }
        }
        let [few, many] = results;
        writeln!(page, "| `{name}` | {} | {} |", record(few), share(many))?;
    }
    let [few, many] = sums;
    writeln!(page, "| {} | {}: {} | {} |", words.all, record(few), share(few), share(many))?;
    writeln!(page, "\n{}", (words.many)(MANY.1))?;
    Ok(())
}

/// `1-0-1`.
fn record([wins, losses, draws]: [u32; 3]) -> String {
    format!("{wins}-{losses}-{draws}")
}

const ENGLISH: StoryWords = StoryWords {
    path: "docs/stories.md",
    language: Language::English,
    stages: "| player | engine | what it adds |",
    kinds: ["", " *(given up)*", " *(another reading)*"],
    worth: "What each step was worth, in Elo with its 95 % interval:",
    to: "to",
    depth: |depth| format!("The stages meet at depth {depth}."),
    table: ["opponent", "wins-losses-draws", "share of points in percent"],
    with_each: |games| format!("{games} games each"),
    all: "all",
    head: "\
# Five stories

*[En español](es/stories.md)*

The project grew from five reports of students who wrote a player for a course. Each report tells a way: a first idea, what was added, what was given up. Here
every stage is a player with a name. You can play it (`poda play crush --second lines-first`, or the page *Stories*), watch its search (`poda tree`) and read in
[heuristics.md](heuristics.md) how each open point of a report was decided.

In the tables each cell is the share of points of the row against the column in percent, with its 95 % interval. The openings are distinct, and each is played
from both sides. `cargo xtask stories` plays everything again; the results are in `crates/lab/poda-catalog/stories/results.txt`.
",
    classmates: "\
## Six classmates

The report on Crush tried its player against the heuristics of six people: \"about 6 games\", one lost, \"a share of 83 %\". The same experiment with six heuristics of ours,
each at depth 8, from both sides:",
    many: |games| {
        format!(
            "\
Six games say little. With five won out of six, every true share from 36 to 99.6 % is compatible at 95 % (Clopper-Pearson), that is, anything between a weaker player and one that
nearly always wins. With `--games {games}` instead of `--games 2` the last column begins to tell them apart."
        )
    },
};

const SPANISH: StoryWords = StoryWords {
    path: "docs/es/stories.md",
    language: Language::Spanish,
    stages: "| jugador | motor | qué añade |",
    kinds: ["", " *(descartada)*", " *(otra lectura)*"],
    worth: "Lo que valió cada paso, en Elo con su intervalo del 95 %:",
    to: "a",
    depth: |depth| format!("Las etapas se enfrentan a profundidad {depth}."),
    table: ["rival", "ganadas-perdidas-tablas", "porcentaje de puntos"],
    with_each: |games| format!("{games} partidas con cada uno"),
    all: "todos",
    head: "\
# Cinco historias

*[In English](../stories.md)*

El proyecto nació de cinco memorias de estudiantes que programaron un jugador para una asignatura. Cada memoria cuenta un camino: una idea inicial, lo que se añadió, lo que
se descartó. Aquí cada etapa es un jugador con nombre. Se puede jugar contra ella (`poda play crush --second lines-first`, o la página *Historias*), ver su búsqueda (`poda tree`)
y leer en [heuristics.md](heuristics.md) cómo se decidió cada punto abierto de una memoria.

En las tablas cada casilla es el porcentaje de puntos de la fila contra la columna, con su intervalo del 95 %. Las aperturas son distintas, y cada una se juega por los dos
lados. `cargo xtask stories` vuelve a jugarlo todo; los resultados están en `crates/lab/poda-catalog/stories/results.txt`.
",
    classmates: "\
## Seis compañeros

La memoria de Crush probó su jugador con las heurísticas de seis personas: «alrededor de 6 partidas», una perdida, «un porcentaje de victoria de un 83 %». El mismo
experimento con seis heurísticas nuestras, cada una a profundidad 8, por los dos lados:",
    many: |games| {
        format!(
            "\
Seis partidas dicen poco. Con cinco ganadas de seis, al 95 % es compatible cualquier porcentaje verdadero del 36 al 99,6 % (Clopper-Pearson), es decir, desde un jugador más flojo hasta
uno que gana casi siempre. Con `--games {games}` en vez de `--games 2` la última columna empieza a distinguirlos."
        )
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_made_of_the_results() {
        for words in [&ENGLISH, &SPANISH] {
            assert_eq!(fs::read_to_string(root().join(words.path)).unwrap(), page(words).unwrap());
        }
    }

    #[test]
    fn the_classmates_have_all_played() {
        let text = fs::read_to_string(results_path()).unwrap();
        for (contest, games) in [FEW, MANY] {
            for spec in CLASSMATES {
                let name = spec.split('=').next().unwrap();
                let sum: u32 = classmate(&text, contest, name).unwrap_or_default().iter().sum();
                assert_eq!(sum, games, "{contest}: {name}");
            }
        }
    }
}
