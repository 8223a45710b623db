use std::{io::Write, path::Path};

use poda_catalog::{Tuning, TuningRound, TuningSettings};
use poda_core::{Language, Message, TextStyle, Translate, break_if, message, text};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{OutputOptions, TuneArgs},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    terminal::{be_quiet, say, style, whisper},
    weights,
};

pub(crate) fn run(args: &TuneArgs, output: OutputOptions) -> Result<(), Failure> {
    be_quiet(args.quiet);
    let game = catalog().open(&args.game)?;
    let settings = TuningSettings {
        seed: args.seed,
        games: args.games,
        rounds: args.rounds,
        depth: args.depth,
        noise: args.noise,
        opening: args.opening,
        longest: args.longest,
        solved: args.solved,
    };
    let words = TuneTexts::of(output.language());
    let start = match args.start.as_str() {
        "guess" => game.built_in_weights().guess,
        "built-in" => game.built_in_weights().weights,
        file => weights::read(Path::new(file), game.as_ref()).map_err(Failure::Failed)?,
    };
    let tuning = game.tune(&start, &settings, usize::from(args.threads), &|round, games| {
        whisper(&format!("{} {round}/{}: {games}/{}", words.round, args.rounds, args.games));
        break_if(interrupt::asked())
    });
    whisper("");
    if output.json {
        json::print(
            "tuning",
            json!({
                "game": game.spec(),
                "command": command(args),
                "names": tuning.names.iter().map(|name| name.english).collect::<Vec<_>>(),
                "before": tuning.before,
                "rounds": tuning.rounds.iter().map(round_json).collect::<Vec<Value>>(),
                "stopped": interrupt::asked(),
            }),
        )?;
    } else {
        print(&tuning, args, &words)?;
    }
    if let Some(last) = tuning.rounds.last() {
        if last.loss[1] > last.loss[0] {
            say(&worse(last).text(output.language()));
        }
        if let Some(out) = &args.out {
            weights::write(out, game.as_ref(), &last.weights, &command(args))?;
            let evaluator = game.built_in_weights().evaluator;
            say(&text!(
                output.language(),
                "wrote {out}; play with it: eval={evaluator}@{out}",
                "escrito {out}; para jugar con él: eval={evaluator}@{out}",
                out = out.display(),
                evaluator
            ));
        }
    }
    if interrupt::asked() {
        Err(Failure::Interrupted(message!(
            "stopped; all of it: {command}",
            "detenido; para hacerlo entero: {command}",
            command = command(args)
        )))
    } else {
        Ok(())
    }
}

/// Weights that explain the games worse than those they came from.
fn worse(round: &TuningRound) -> Message {
    let [before, after] = round.loss.map(|loss| format!("{loss:.4}"));
    message!(
        "warning: the held-out loss got worse in the last round, from {before} to {after}: the weights before are better; \
         more games or fewer rounds may help",
        "aviso: la pérdida en las partidas reservadas empeoró en la última ronda, de {before} a {after}: son mejores los \
         pesos anteriores; pueden ayudar más partidas o menos rondas",
        before,
        after
    )
}

/// The command that gives the same weights again.
fn command(args: &TuneArgs) -> String {
    let TuneArgs { game, start, games, rounds, depth, noise, opening, longest, solved, seed, .. } = args;
    let start = if start == "guess" { String::new() } else { format!(" --start {start}") };
    let solved = if *solved == 0 { String::new() } else { format!(" --solved {solved}") };
    format!(
        "poda tune {game}{start} --games {games} --rounds {rounds} --depth {depth} --noise {noise} --opening {opening} \
         --longest {longest}{solved} --seed {seed}"
    )
}

fn round_json(round: &TuningRound) -> Value {
    json!({
        "round": round.number,
        "wins_p1": round.results[0],
        "draws": round.results[1],
        "wins_p2": round.results[2],
        "positions": round.positions[0],
        "kept_apart": round.positions[1],
        "loss_before": round.loss[0],
        "loss_after": round.loss[1],
        "weights": round.weights,
    })
}

fn print(tuning: &Tuning, args: &TuneArgs, words: &TuneTexts) -> Result<(), Failure> {
    let out = &mut stdout();
    let (strong, faint) = (style(TextStyle::Strong), style(TextStyle::Faint));
    for round in tuning.rounds.iter().filter(|_| !args.quiet) {
        let [first, draws, second] = round.results;
        say(&format!(
            "{} {}: +{first} ={draws} -{second}, {} + {} {}, {} {:.4} -> {:.4}",
            words.round,
            round.number,
            round.positions[0],
            round.positions[1],
            words.positions,
            words.loss,
            round.loss[0],
            round.loss[1]
        ));
    }
    let Some(last) = tuning.rounds.last() else { return Ok(()) };
    let names: Vec<&str> = tuning.names.iter().map(|name| name.get(words.language)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    writeln!(out, "{strong}{:<width$}  {:>7} {:>7}{strong:#}", words.thing, words.before, words.after)?;
    for (name, (before, after)) in names.iter().zip(tuning.before.iter().zip(&last.weights)) {
        writeln!(out, "{name:<width$}  {faint}{before:>7}{faint:#} {after:>7}")?;
    }
    writeln!(out, "{faint}// {}{faint:#}", command(args))?;
    writeln!(out, "{:?}", last.weights)?;
    Ok(())
}

struct TuneTexts {
    language: Language,
    round: &'static str,
    positions: &'static str,
    loss: &'static str,
    thing: &'static str,
    before: &'static str,
    after: &'static str,
}

impl TuneTexts {
    fn of(language: Language) -> Self {
        Self {
            language,
            round: language.pick("round", "ronda"),
            positions: language.pick("positions", "posiciones"),
            loss: language.pick("loss", "pérdida"),
            thing: language.pick("what is counted", "qué se cuenta"),
            before: language.pick("before", "antes"),
            after: language.pick("after", "después"),
        }
    }
}
