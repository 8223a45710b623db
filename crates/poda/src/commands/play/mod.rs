//! A game in the terminal.

mod saved;
mod words;

use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
};

use poda_agent::{Agent, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, GAMES};
use poda_core::{Language, Outcome, Side, TextStyle};
use serde_json::json;

use self::{
    saved::SavedGame,
    words::{PlayCommand, PlayTexts},
};
use super::{any_seed, best::BestObserver, outcome_json, player, print_json};
use crate::{
    arguments::{OutputOptions, PlayArgs},
    failure::Failure,
    interrupt,
    terminal::{draw, style},
};

pub(crate) fn run(args: &PlayArgs, output: OutputOptions) -> Result<(), Failure> {
    let mut match_ =
        if args.resume { PlayedGame::resume(args, output)? } else { PlayedGame::begin(args, output)? };
    match_.play()
}

enum PlayerAgent {
    Human,
    Machine(Box<dyn Agent>),
}

struct PlayedGame {
    game: Box<dyn AnyGame>,
    table: Box<dyn GameSession>,
    players: [PlayerAgent; 2],
    names: [String; 2],
    allowance: ThinkingLimits,
    most_plies: usize,
    output: OutputOptions,
    language: Language,
    words: PlayTexts,
    saved: SavedGame,
}

impl PlayedGame {
    fn begin(args: &PlayArgs, output: OutputOptions) -> Result<Self, Failure> {
        let (game, table) = args.standing().open()?;
        let family = game.spec().split(':').next().unwrap_or_default();
        let house = GAMES.iter().find(|entry| entry.name == family).and_then(|entry| entry.built_in.first());
        let second = args.second.clone().or_else(|| house.map(|player| player.name.to_owned()));
        let names = [args.first.clone(), second.unwrap_or_else(|| "pvs".into())];
        Self::new(game, table, names, args.seed.unwrap_or_else(any_seed), args, output)
    }

    fn resume(args: &PlayArgs, output: OutputOptions) -> Result<Self, Failure> {
        let saved = SavedGame::load()?;
        let (game, table) = poda_catalog::open_line(&saved.line())?;
        let seed = args.seed.unwrap_or(saved.seed);
        Self::new(game, table, [saved.first, saved.second], seed, args, output)
    }

    fn new(
        game: Box<dyn AnyGame>,
        table: Box<dyn GameSession>,
        names: [String; 2],
        seed: u64,
        args: &PlayArgs,
        output: OutputOptions,
    ) -> Result<Self, Failure> {
        let agent = |name: &String| -> Result<PlayerAgent, Failure> {
            Ok(match name.as_str() {
                "human" => PlayerAgent::Human,
                spec => {
                    let mut agent = player(game.as_ref(), spec)?;
                    agent.new_game(seed);
                    PlayerAgent::Machine(agent)
                }
            })
        };
        let players = [agent(&names[0])?, agent(&names[1])?];
        let saved = SavedGame {
            game: game.spec().to_owned(),
            first: names[0].clone(),
            second: names[1].clone(),
            seed,
            start: table.line().start.clone(),
            moves: Vec::new(),
        };
        Ok(Self {
            table,
            players,
            names,
            allowance: args.thinking.limits(),
            most_plies: args.max_plies,
            output,
            language: output.language(),
            words: PlayTexts::of(output.language()),
            saved,
            game,
        })
    }

    /// Board and conversation are data for people, but not for machines.
    fn out(&self) -> Box<dyn Write> {
        if self.output.json { Box::new(anstream::stderr()) } else { Box::new(anstream::stdout()) }
    }

    fn play(&mut self) -> Result<(), Failure> {
        writeln!(self.out(), "{}", self.words.welcome(self.game.spec(), &self.names, self.saved.seed))?;
        self.save()?;
        loop {
            self.draw()?;
            if let Some(outcome) = self.table.outcome() {
                SavedGame::forget();
                return self.finish(Some(outcome));
            }
            if self.table.line().moves.len() >= self.most_plies {
                return self.finish(None);
            }
            let side = self.table.to_move();
            match self.players[side.index()] {
                PlayerAgent::Human => {
                    if self.human_turn(side)?.is_break() {
                        return Ok(());
                    }
                }
                PlayerAgent::Machine(_) => self.machine_turn(side)?,
            }
        }
    }

    fn draw(&self) -> Result<(), Failure> {
        let mut out = self.out();
        writeln!(out)?;
        draw(&mut out, &self.table.text_board(self.language))?;
        out.flush()?;
        Ok(())
    }

    /// Every move is on disk before the next one is thought of.
    fn save(&mut self) -> Result<(), Failure> {
        self.saved.moves.clone_from(&self.table.line().moves);
        self.saved.save()?;
        interrupt::leave_with(self.words.interrupted);
        Ok(())
    }

    /// Breaks if the person leaves the game.
    fn human_turn(&mut self, side: Side) -> Result<ControlFlow<()>, Failure> {
        loop {
            let mut out = self.out();
            let ink = style(TextStyle::of_side(side));
            write!(out, "{ink}{}{ink:#} ", self.words.prompt(side))?;
            out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Err(Failure::Failed(self.words.no_more_input.into()));
            }
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            // A legal move is a move, whatever else the word might mean.
            let legal = self.table.legal();
            if legal.iter().any(|text| text == line) {
                self.table.play(line)?;
                self.save()?;
                return Ok(ControlFlow::Continue(()));
            }
            match PlayCommand::of(line) {
                Some(PlayCommand::Undo) if self.undo(side) => {
                    self.save()?;
                    return Ok(ControlFlow::Continue(()));
                }
                Some(PlayCommand::Undo) => writeln!(out, "{}", self.words.nothing_to_undo)?,
                Some(PlayCommand::Hint) => self.hint()?,
                Some(PlayCommand::Moves) => writeln!(out, "{}", legal.join(" "))?,
                Some(PlayCommand::Board) => self.draw()?,
                Some(PlayCommand::Help) => writeln!(out, "{}", self.words.help)?,
                Some(PlayCommand::Quit) => {
                    writeln!(out, "{}", self.words.interrupted)?;
                    return Ok(ControlFlow::Break(()));
                }
                None => writeln!(out, "{}", self.words.not_a_move(line, &legal))?,
            }
        }
    }

    /// Takes back to the last position in which this person decided.
    fn undo(&mut self, side: Side) -> bool {
        let before = self.table.line().moves.len();
        while self.table.undo() {
            let decided = self.table.to_move() == side || self.both_human();
            if decided {
                return true;
            }
        }
        // Only the machine has moved so far: play its moves again.
        for text in &self.saved.moves[..before] {
            if self.table.play(text).is_err() {
                break;
            }
        }
        false
    }

    fn both_human(&self) -> bool {
        self.players.iter().all(|player| matches!(player, PlayerAgent::Human))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let mut agent = poda_catalog::agent(self.game.as_ref(), "pvs:time=1000,tt=64")?;
        let choice =
            agent.choose(self.table.line(), ThinkingLimits::default(), &mut BestObserver::new(true))?;
        let score = choice.score.map_or_else(String::new, |score| format!("{score}, "));
        let depth = choice.depth;
        writeln!(self.out(), "{}: {}  ({score}{} {depth})", self.words.hint, choice.mv, self.words.depth)?;
        Ok(())
    }

    fn machine_turn(&mut self, side: Side) -> Result<(), Failure> {
        let PlayerAgent::Machine(agent) = &mut self.players[side.index()] else { return Ok(()) };
        let mut observer = BestObserver::new(true);
        let name = &self.names[side.index()];
        let failed = |why: String| Failure::Failed(format!("{name}: {why}"));
        let choice = agent
            .choose(self.table.line(), self.allowance, &mut observer)
            .map_err(|error| failed(error.to_string()))?;
        self.table.play(&choice.mv).map_err(|error| failed(error.to_string()))?;
        let ink = style(TextStyle::of_side(side));
        let score = choice.score.map_or_else(String::new, |score| {
            format!(
                "  ({score}, {} {}, {} {})",
                self.words.depth, choice.depth, choice.nodes, self.words.nodes
            )
        });
        writeln!(self.out(), "{ink}{}{ink:#}{score}", self.words.plays(name, &choice.mv))?;
        self.save()
    }

    fn finish(&self, outcome: Option<Outcome>) -> Result<(), Failure> {
        if self.output.json {
            return print_json(&json!({
                "game": self.game.spec(),
                "first": self.names[0],
                "second": self.names[1],
                "seed": self.saved.seed,
                "start": self.table.line().start,
                "moves": self.table.line().moves,
                "outcome": outcome_json(outcome),
                "termination": if outcome.is_some() { "normal" } else { "too-long" },
            }));
        }
        let strong = style(TextStyle::Strong);
        let sentence = match outcome {
            Some(outcome) => self.words.result(outcome, &self.names),
            None => self.words.too_long(self.most_plies),
        };
        writeln!(self.out(), "{strong}{sentence}{strong:#}")?;
        let moves = self.table.tokens().join(&self.table.line().moves);
        writeln!(self.out(), "{} {moves}", self.words.moves)?;
        Ok(())
    }
}
