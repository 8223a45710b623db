//! A game in the terminal.

mod saved;
mod texts;

use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
    sync::Arc,
};

use poda_agent::{Agent, GameSession, ThinkingLimits};
use poda_catalog::AnyGame;
use poda_contest::Termination;
use poda_core::{Language, Message, Outcome, Side, TextStyle, Translate};

use self::{
    saved::ResumableGame,
    texts::{NO_MORE_INPUT, PlayCommand, PlayTexts},
};
use super::{SandboxTold, any_seed, best::BestObserver, player};
use crate::{
    arguments::{OutputOptions, PlayArgs},
    catalog::catalog,
    failure::Failure,
    interrupt,
    json::{self, GameJson},
    terminal::{draw, style},
};

pub(crate) fn run(args: &PlayArgs, output: OutputOptions) -> Result<(), Failure> {
    let mut game =
        if args.resume { PlayedGame::resume(args, output)? } else { PlayedGame::begin(args, output)? };
    game.play()
}

enum PlayerAgent {
    Human,
    Machine(Box<dyn Agent>),
}

struct PlayedGame {
    game: Arc<dyn AnyGame>,
    session: GameSession,
    players: [PlayerAgent; 2],
    names: [String; 2],
    thinking: ThinkingLimits,
    max_plies: usize,
    output: OutputOptions,
    language: Language,
    texts: PlayTexts,
    saved: ResumableGame,
}

impl PlayedGame {
    fn begin(args: &PlayArgs, output: OutputOptions) -> Result<Self, Failure> {
        let (game, session) = args.position().open()?;
        let first = game.family().built_in.first();
        let second = args.second.clone().or_else(|| first.map(|player| player.name.clone()));
        let names = [args.first.clone(), second.unwrap_or_else(|| "pvs".into())];
        Self::new(game, session, names, args.seed.unwrap_or_else(any_seed), args, output)
    }

    fn resume(args: &PlayArgs, output: OutputOptions) -> Result<Self, Failure> {
        let saved = ResumableGame::load()?;
        let (game, session) = catalog().open_line(&saved.line())?;
        let seed = args.seed.unwrap_or(saved.seed);
        Self::new(game, session, [saved.first, saved.second], seed, args, output)
    }

    fn new(
        game: Arc<dyn AnyGame>,
        session: GameSession,
        names: [String; 2],
        seed: u64,
        args: &PlayArgs,
        output: OutputOptions,
    ) -> Result<Self, Failure> {
        let (limits, mut told) = (args.limits.limits(), SandboxTold::new(output.language(), false));
        let mut agent = |name: &String| -> Result<PlayerAgent, Failure> {
            Ok(match name.as_str() {
                "human" => PlayerAgent::Human,
                spec => {
                    let mut agent = player(game.as_ref(), spec, &limits, &mut told)?;
                    agent.new_game(seed);
                    PlayerAgent::Machine(agent)
                }
            })
        };
        let players = [agent(&names[0])?, agent(&names[1])?];
        let saved = ResumableGame {
            game: game.spec().to_owned(),
            first: names[0].clone(),
            second: names[1].clone(),
            seed,
            start: session.line().start.clone(),
            moves: Vec::new(),
        };
        Ok(Self {
            session,
            players,
            names,
            thinking: args.thinking.limits(),
            max_plies: args.max_plies,
            output,
            language: output.language(),
            texts: PlayTexts::of(output.language()),
            saved,
            game,
        })
    }

    /// Board and conversation are data for people, but not for machines.
    fn out(&self) -> Box<dyn Write> {
        if self.output.json { Box::new(anstream::stderr()) } else { Box::new(anstream::stdout()) }
    }

    fn play(&mut self) -> Result<(), Failure> {
        writeln!(self.out(), "{}", self.texts.welcome(self.game.spec(), &self.names, self.saved.seed))?;
        self.save()?;
        loop {
            self.draw()?;
            if let Some(outcome) = self.session.outcome() {
                ResumableGame::forget();
                return self.finish(Some(outcome), Termination::Normal);
            }
            if self.session.plies() >= self.max_plies {
                return self.finish(None, Termination::TooLong);
            }
            let side = self.session.to_move();
            match self.players[side.index()] {
                PlayerAgent::Human => {
                    if self.human_turn(side)?.is_break() {
                        return if self.output.json {
                            self.print_json(None, Termination::Interrupted)
                        } else {
                            Ok(())
                        };
                    }
                }
                PlayerAgent::Machine(_) => self.machine_turn(side)?,
            }
        }
    }

    fn draw(&self) -> Result<(), Failure> {
        let mut out = self.out();
        writeln!(out)?;
        draw(&mut out, &self.session.text_board(self.language))?;
        out.flush()?;
        Ok(())
    }

    /// Every move is on disk before the next one is thought of.
    fn save(&mut self) -> Result<(), Failure> {
        self.saved.moves.clone_from(&self.session.line().moves);
        self.saved.save()?;
        interrupt::leave_with(self.texts.interrupted);
        Ok(())
    }

    /// Breaks if the person leaves the game.
    fn human_turn(&mut self, side: Side) -> Result<ControlFlow<()>, Failure> {
        loop {
            let mut out = self.out();
            let ink = style(TextStyle::of_side(side));
            write!(out, "{ink}{}{ink:#} ", self.texts.prompt(side))?;
            out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Err(Failure::Failed(NO_MORE_INPUT.message()));
            }
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            // A legal move is a move, whatever else the word might mean.
            let legal = self.session.legal();
            if legal.iter().any(|text| text == line) {
                self.session.play(line)?;
                self.save()?;
                return Ok(ControlFlow::Continue(()));
            }
            match PlayCommand::of(line) {
                Some(PlayCommand::Undo) if self.undo(side) => {
                    self.save()?;
                    return Ok(ControlFlow::Continue(()));
                }
                Some(PlayCommand::Undo) => writeln!(out, "{}", self.texts.nothing_to_undo)?,
                Some(PlayCommand::Hint) => self.hint()?,
                Some(PlayCommand::Moves) => writeln!(out, "{}", legal.join(" "))?,
                Some(PlayCommand::Board) => self.draw()?,
                Some(PlayCommand::Rules) => self.rules()?,
                Some(PlayCommand::Help) => writeln!(out, "{}", self.texts.help)?,
                Some(PlayCommand::Quit) => {
                    writeln!(out, "{}", self.texts.interrupted)?;
                    return Ok(ControlFlow::Break(()));
                }
                None => writeln!(out, "{}", self.texts.not_a_move(line, &legal))?,
            }
        }
    }

    /// Takes back to the last position in which this person decided.
    fn undo(&mut self, side: Side) -> bool {
        let before = self.session.plies();
        while self.session.undo() {
            let decided = self.session.to_move() == side || self.both_human();
            if decided {
                return true;
            }
        }
        // Only the machine has moved so far: play its moves again.
        for text in &self.saved.moves[..before] {
            if self.session.play(text).is_err() {
                break;
            }
        }
        false
    }

    fn both_human(&self) -> bool {
        self.players.iter().all(|player| matches!(player, PlayerAgent::Human))
    }

    /// The rules of the game, as the page shows them, without the positions that are drawn there.
    fn rules(&self) -> Result<(), Failure> {
        let rules = self.game.family().rules.get(self.language);
        let mut is_drawing = false;
        let mut out = self.out();
        for line in rules.lines() {
            if line.starts_with("```") {
                is_drawing = !is_drawing;
            } else if !is_drawing {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let mut agent = poda_catalog::agent(self.game.as_ref(), "pvs:time=1000,tt=64")?;
        let choice = agent.choose(&self.session, ThinkingLimits::default(), &mut BestObserver::silent())?;
        let score = choice.score.map_or_else(String::new, |score| format!("{}, ", score.text(self.language)));
        let depth = choice.depth;
        writeln!(self.out(), "{}: {}  ({score}{} {depth})", self.texts.hint, choice.mv, self.texts.depth)?;
        Ok(())
    }

    fn machine_turn(&mut self, side: Side) -> Result<(), Failure> {
        let PlayerAgent::Machine(agent) = &mut self.players[side.index()] else { return Ok(()) };
        let mut observer = BestObserver::silent();
        let name = &self.names[side.index()];
        let failed = |why: &dyn Translate| {
            Failure::Failed(Message::new(|language| format!("{name}: {}", why.text(language))))
        };
        let choice =
            agent.choose(&self.session, self.thinking, &mut observer).map_err(|error| failed(&error))?;
        self.session.play(&choice.mv).map_err(|error| failed(&error))?;
        let ink = style(TextStyle::of_side(side));
        let score = choice.score.map_or_else(String::new, |score| {
            format!(
                "  ({}, {} {}, {} {})",
                score.text(self.language),
                self.texts.depth,
                choice.depth,
                choice.nodes,
                self.texts.nodes
            )
        });
        writeln!(self.out(), "{ink}{}{ink:#}{score}", self.texts.plays(name, &choice.mv))?;
        self.save()
    }

    fn print_json(&self, outcome: Option<Outcome>, end: Termination) -> Result<(), Failure> {
        let line = self.session.line();
        json::print(
            "game",
            GameJson {
                run: None,
                number: None,
                game: line.game.clone(),
                players: self.names.iter().map(|name| json::unnamed(name)).collect(),
                seed: self.saved.seed,
                start: line.start.clone(),
                opening: Vec::new(),
                moves: line.moves.clone(),
                outcome: json::outcome(outcome),
                end: json::end(end, ""),
                thoughts: None,
            },
        )
    }

    fn finish(&self, outcome: Option<Outcome>, end: Termination) -> Result<(), Failure> {
        if self.output.json {
            return self.print_json(outcome, end);
        }
        let strong = style(TextStyle::Strong);
        let sentence = match outcome {
            Some(outcome) => self.texts.result(outcome, &self.names),
            None => self.texts.too_long(self.max_plies),
        };
        writeln!(self.out(), "{strong}{sentence}{strong:#}")?;
        let moves = self.session.tokens().join(&self.session.line().moves);
        writeln!(self.out(), "{} {moves}", self.texts.moves)?;
        Ok(())
    }
}
