//! How often a player gives something away. What that means is said in `poda-contest`, for the page and for Python too.

use std::{
    fs,
    io::Write,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

use poda_catalog::AnyGame;
use poda_contest::{
    EXAM_PHASES, ExamCount, ExamFinding, ExamPosition, ExamReport, ExamResult, Examiner, JUDGE_MARGIN,
    JUDGE_NODES, JUDGE_SEARCH, JudgedMove, OpeningError, read_positions, sample_positions,
};
use poda_core::{Language, Translate, break_if, message, stop_when, text};
use serde_json::{Value, json};

use super::{SandboxTold, seat, stdout};
use crate::{
    arguments::{ExamineArgs, OutputOptions},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    table::{Align, TableFormat, TextTable},
    terminal::{be_quiet, say, thousands, whisper},
    weights,
};

pub(crate) fn run(args: &ExamineArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    be_quiet(args.quiet);
    let game = catalog().open(&args.game)?;
    let (groups, positions) = positions(args, game.as_ref(), language)?;
    let findings = examine_all(args, game.as_ref(), &positions, language)?;
    let report = ExamReport::new(groups, &findings);
    if output.json {
        json::print(
            "examination",
            to_json(args, game.as_ref(), &report, &findings, positions.len(), language),
        )?;
    } else {
        print(args, &report, &findings, language)?;
    }
    if interrupt::asked() {
        let (done, all) = (findings.len(), positions.len());
        return Err(Failure::Interrupted(message!(
            "stopped after {done} of {all} positions",
            "detenido tras {done} de {all} posiciones",
            done,
            all
        )));
    }
    if report.all.positions == 0 && report.all.faults > 0 {
        let faults = report.all.faults;
        return Err(Failure::Failed(message!(
            "the player chose no move in any of {faults} positions",
            "el jugador no eligió jugada en ninguna de {faults} posiciones",
            faults
        )));
    }
    Ok(())
}

/// The names of the rows, and the positions.
fn positions(
    args: &ExamineArgs,
    game: &dyn AnyGame,
    language: Language,
) -> Result<(Vec<String>, Vec<ExamPosition>), Failure> {
    if args.positions_file.is_empty() {
        let all = args.positions as usize;
        let mut tell = |number| {
            let sampled = text!(
                language,
                "position {number} of {all} sampled",
                "muestreada la posición {number} de {all}",
                number,
                all
            );
            whisper(&sampled);
            break_if(interrupt::asked())
        };
        let positions = sample_positions(game, args.seed, all, &mut tell)?;
        return Ok((EXAM_PHASES.map(|phase| phase.get(language).to_owned()).to_vec(), positions));
    }
    let (mut names, mut positions) = (Vec::new(), Vec::new());
    for (group, path) in args.positions_file.iter().enumerate() {
        let text = path.to_string_lossy();
        let read = |path: &str| fs::read_to_string(path);
        positions.extend(read_positions(game, &text, group, &read).map_err(refused)?);
        names.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    }
    Ok((names, positions))
}

/// A file of positions that cannot be used.
fn refused(error: OpeningError) -> Failure {
    Failure::Failed(match error {
        OpeningError::Unreadable { path, why } => message!(
            language => "cannot read {path}: {why}",
            "no se puede leer {path}: {why}",
            path,
            why = why.text(language)
        ),
        OpeningError::Broken { path, line, why } => message!(
            language => "line {line} of {path}: {why}",
            "línea {line} de {path}: {why}",
            line,
            path,
            why = why.text(language)
        ),
        error => error.message(),
    })
}

/// Asks the player about every position, in several threads. What comes out is in the order of the positions, whatever the
/// threads; after Ctrl-C it is what was finished.
fn examine_all(
    args: &ExamineArgs,
    game: &dyn AnyGame,
    positions: &[ExamPosition],
    language: Language,
) -> Result<Vec<ExamFinding>, Failure> {
    let bots = args.limits.limits();
    let given = args.thinking.limits();
    let player = weights::player(&args.player, game)?;
    let thinking = player.thinking(given);
    let mut told = SandboxTold::new(language, args.quiet);
    let mut examiners = Vec::new();
    for _ in 0..usize::from(args.concurrency).min(positions.len()) {
        let agent = seat(&player, game, &bots, &mut told)?;
        examiners.push(Examiner::new(game, agent, thinking, args.seed)?);
    }
    let next = AtomicUsize::new(0);
    let findings: Mutex<Vec<(usize, ExamFinding)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for mut examiner in examiners {
            let (next, findings) = (&next, &findings);
            scope.spawn(move || {
                while !interrupt::asked() {
                    let number = next.fetch_add(1, SeqCst);
                    let Some(position) = positions.get(number) else { return };
                    let Some(found) =
                        examiner.examine(number, position, &mut stop_when(|_| interrupt::asked()))
                    else {
                        return;
                    };
                    let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
                    findings.push((number, found));
                    let (done, all) = (findings.len(), positions.len());
                    whisper(&text!(
                        language,
                        "position {done} of {all}",
                        "posición {done} de {all}",
                        done,
                        all
                    ));
                }
            });
        }
    });
    whisper("");
    let mut findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    findings.sort_by_key(|(number, _)| *number);
    Ok(findings.into_iter().map(|(_, found)| found).collect())
}

/// The worst moves, the costliest first.
fn worst(findings: &[ExamFinding], count: usize) -> Vec<(&ExamFinding, &JudgedMove)> {
    let mut mistakes: Vec<_> = findings
        .iter()
        .filter_map(|found| match &found.result {
            ExamResult::Judged(judged) if judged.is_mistake => Some((found, judged)),
            _ => None,
        })
        .collect();
    mistakes.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
    mistakes.truncate(count);
    mistakes
}

fn print(
    args: &ExamineArgs,
    report: &ExamReport<String>,
    findings: &[ExamFinding],
    language: Language,
) -> Result<(), Failure> {
    let headings = language.pick(
        ["phase", "positions", "at stake", "mistakes", "share", "95 %", "points lost in 100"],
        ["fase", "posiciones", "en juego", "errores", "proporción", "95 %", "puntos perdidos en 100"],
    );
    let align = |column: usize| if column == 0 { Align::Left } else { Align::Right };
    let mut table =
        TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for row in &report.rows {
        table.push(cells(row.name.clone(), &row.count, language));
    }
    table.push(cells(language.pick("all", "todo").to_owned(), &report.all, language));
    let out = &mut stdout();
    write!(out, "{}", table.render(TableFormat::Text))?;
    writeln!(out, "{}", judges(&report.all, language))?;
    for (found, judged) in worst(findings, args.mistakes) {
        let JudgedMove { played, best, loss, .. } = judged;
        let moves = line_text(found, language);
        writeln!(
            out,
            "{}",
            text!(
                language,
                "{moves}: played {played}, {best} was better by {loss:.2}",
                "{moves}: jugó {played}, {best} era mejor en {loss:.2}",
                moves,
                played,
                best,
                loss
            )
        )?;
    }
    tell_faults(report, findings, language);
    Ok(())
}

/// How a position was reached, as it can be typed.
fn line_text(found: &ExamFinding, language: Language) -> String {
    let moves = found.line.moves.join(if found.line.moves.iter().all(|mv| mv.len() == 1) { "" } else { " " });
    match &found.line.start {
        Some(start) => format!("{start} {moves}").trim_end().to_owned(),
        None if moves.is_empty() => language.pick("at the start", "al comienzo").to_owned(),
        None => moves,
    }
}

fn cells(name: String, count: &ExamCount, language: Language) -> Vec<String> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let interval = count.interval().map(|end| format!("{:.1}", 100.0 * end)).join(" - ");
    let is_empty = count.positions == 0;
    let shown = |text: String| if is_empty { "-".to_owned() } else { text };
    vec![
        name,
        thousands(count.positions, language),
        thousands(count.at_stake, language),
        thousands(count.mistakes, language),
        count.share().map_or_else(|| "-".to_owned(), percent),
        shown(interval),
        count.loss_in_hundred().map_or_else(|| "-".to_owned(), |loss| format!("{loss:.1}")),
    ]
}

/// Who judged.
fn judges(count: &ExamCount, language: Language) -> String {
    let (exact, searched) = (count.exact, count.searched());
    let solver = text!(
        language,
        "{exact} positions judged by a solver",
        "{exact} posiciones juzgadas por un solucionador",
        exact
    );
    let (engine, nodes, margin) = (JUDGE_SEARCH, thousands(JUDGE_NODES, language), JUDGE_MARGIN);
    let search = text!(
        language,
        "{searched} positions judged by the search {engine} with {nodes} nodes: mistakes from {margin} points on",
        "{searched} posiciones juzgadas por la búsqueda {engine} con {nodes} nodos: errores desde {margin} puntos",
        searched,
        engine,
        nodes,
        margin
    );
    match (exact, searched) {
        (_, 0) => solver,
        (0, _) => search,
        _ => format!("{solver}\n{search}"),
    }
}

fn tell_faults(report: &ExamReport<String>, findings: &[ExamFinding], language: Language) {
    let (faults, undecided) = (report.all.faults, report.all.undecided);
    let first = findings.iter().find_map(|found| match &found.result {
        ExamResult::Fault(error) => Some((found, error)),
        _ => None,
    });
    if let Some((found, error)) = first {
        let (moves, why) = (line_text(found, language), error.text(language));
        say(&text!(
            language,
            "no move in {faults} positions; the first one is {moves:?}: {why}",
            "sin jugada en {faults} posiciones; la primera es {moves:?}: {why}",
            faults,
            moves,
            why
        ));
    }
    if undecided > 0 {
        say(&text!(
            language,
            "{undecided} positions could not be judged",
            "{undecided} posiciones no se pudieron juzgar",
            undecided
        ));
    }
}

fn row_json(name: &str, count: &ExamCount) -> Value {
    json!({
        "name": name,
        "positions": count.positions,
        "at_stake": count.at_stake,
        "mistakes": count.mistakes,
        "share": count.share(),
        "interval": count.interval(),
        "loss_in_hundred": count.loss_in_hundred(),
        "undecided": count.undecided,
        "faults": count.faults,
    })
}

fn to_json(
    args: &ExamineArgs,
    game: &dyn AnyGame,
    report: &ExamReport<String>,
    findings: &[ExamFinding],
    asked: usize,
    language: Language,
) -> Value {
    let mistake = |(found, judged): (&ExamFinding, &JudgedMove)| {
        json!({
            "start": found.line.start,
            "moves": found.line.moves,
            "played": judged.played,
            "best": judged.best,
            "loss": judged.loss,
            "exact": judged.is_exact,
        })
    };
    let fault = |found: &ExamFinding| match &found.result {
        ExamResult::Fault(error) => Some(json!({
            "start": found.line.start,
            "moves": found.line.moves,
            "why": error.text(language),
        })),
        _ => None,
    };
    json!({
        "game": game.spec(),
        "player": json::unnamed(&args.player),
        "seed": args.seed,
        "asked": asked,
        "stopped": interrupt::asked(),
        "judge": {
            "exact": report.all.exact,
            "searched": report.all.searched(),
            "search": JUDGE_SEARCH,
            "nodes": JUDGE_NODES,
            "margin": JUDGE_MARGIN,
        },
        "rows": report.rows.iter().map(|row| row_json(&row.name, &row.count)).collect::<Vec<_>>(),
        "all": row_json("all", &report.all),
        "mistakes": worst(findings, usize::MAX).into_iter().map(mistake).collect::<Vec<_>>(),
        "faults": findings.iter().filter_map(fault).collect::<Vec<_>>(),
    })
}
