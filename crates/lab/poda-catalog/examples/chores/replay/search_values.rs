//! Recorded searches of Parchís: exact values and first best moves, through our textbook engines.

use anyhow::{Context, Result, bail, ensure};
use poda_agent::{GameSession, ThinkingLimits};
use poda_core::{NoObserver, Score};
use serde_json::Value;

use super::{Compared, parchis::SPECIAL};

/// What the original gives for a win; it does not fit our scores, where all wins of a textbook search are alike too.
const WIN: i64 = 9_999_999_998;

/// Compares a file of recorded searches, given as its lines. A "game" is a position, a "ply" a search.
pub(super) fn compare(lines: &mut dyn Iterator<Item = std::io::Result<String>>) -> Result<Compared> {
    let mut compared = Compared::default();
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let record: Value = serde_json::from_str(&line?).with_context(|| format!("line {number}"))?;
        compared.plies += compare_position(&record).with_context(|| format!("line {number}"))?;
        compared.games += 1;
    }
    Ok(compared)
}

fn compare_position(record: &Value) -> Result<u64> {
    let game = poda_catalog::Catalog::built_in().open(&spec(record)?)?;
    let session = GameSession::from_position(game.start().read(&position_line(&record["s"])?)?);
    let values = array(&record["value"])?;
    let mut searches = 0;
    for (index, value) in values.iter().enumerate() {
        let depth = index + 1;
        let expected = match value.as_i64().context("a value is a number")? {
            WIN => Score::win_at(0),
            value if value == -WIN => Score::loss_at(0),
            value => Score::heuristic(i32::try_from(value)?),
        };
        let expected = (Some(expected), move_text(&record["first_best"][index])?);
        for engine in ["alphabeta", "minimax"] {
            let spec = format!("{engine}:depth={depth},eval=test");
            let mut agent = poda_catalog::agent(game.as_ref(), &spec)?;
            let choice = agent.choose(&session, ThinkingLimits::default(), &mut NoObserver)?;
            let found = (choice.score, choice.mv);
            ensure!(found == expected, "{spec}: expected {expected:?}, found {found:?}");
            searches += 1;
        }
    }
    Ok(searches)
}

/// The recordings number the colours so.
const LETTERS: [char; 4] = ['b', 'r', 'g', 'y'];
/// The numbers of the colours in the order of our position lines.
const IN_TURN: [usize; 4] = [3, 0, 1, 2];
const STATUSES: [&str; 6] = ["star", "ghost", "mega", "small", "normal", "slipped"];
/// The rules of a record: its edition, and a start with as many pieces as it has.
fn spec(record: &Value) -> Result<String> {
    let four = array(&record["s"]["b"][0])?.len() == 4;
    Ok(match (record["ed"].as_u64(), four) {
        (Some(2122), _) => "parchis:2022".into(),
        (Some(2223), false) => "parchis:2023".into(),
        (Some(2223), true) => "parchis:2023:grouped-legacy".into(),
        (Some(2324), false) => "parchis:2024".into(),
        (Some(2324), true) => "parchis:2024:grouped-legacy".into(),
        _ => bail!("unknown edition {}", record["ed"]),
    })
}

/// The text of a recorded move.
fn move_text(triple: &Value) -> Result<String> {
    let die = die_text(&triple[1])?;
    match triple[2].as_i64().context("a move has a piece")? {
        -1 => Ok(format!("skip:{die}")),
        piece => Ok(format!("{}{}:{die}", letter(&triple[0])?, piece + 1)),
    }
}

/// The position line of a recorded state in which the game goes on.
fn position_line(state: &Value) -> Result<String> {
    let mut fields = vec![format!("turn={}", state["t"]), format!("mover={}", letter(&state["c"])?)];
    for colour in IN_TURN {
        fields.push(format!("{}={}", LETTERS[colour], list(&state["b"][colour], piece_text)?));
    }
    let sets = array(&state["d"])?;
    let order: &[usize] = if sets.len() == 2 { &[1, 0] } else { &IN_TURN };
    let each_set = |text: &dyn Fn(&Value) -> Result<String>| -> Result<String> {
        let texts: Result<Vec<String>> = order.iter().map(|set| text(&sets[*set])).collect();
        Ok(texts?.join("/"))
    };
    let plain = |value: &Value| Ok(value.to_string());
    let ordinary = |set: &Value| Ok(list(&set[0], plain)?.replace("100", "e").replace(',', ""));
    fields.push(format!("dice={}", each_set(&ordinary)?));
    if let Some(objects) = state.get("it") {
        fields.push(format!("hands={}", each_set(&|set| list(&set[1], die_text))?));
        fields.push(format!("objects={}", list(objects, plain)?));
        fields.push(format!("bananas={}", list(&state["tr"], plain)?));
    }
    if let Some(energy) = state.get("e") {
        fields.push(format!("energy={}/{}", energy[0], energy[1]));
    }
    let [capture, goal, six] = [0, 1, 2].map(|index| &state["f"][index]);
    let raised = [("capture", capture), ("goal", goal), ("six", six), ("slip", &state["bn"])];
    let flags: Vec<&str> =
        raised.iter().filter(|(_, flag)| flag.as_u64() == Some(1)).map(|(word, _)| *word).collect();
    fields.push(format!("flags={}", if flags.is_empty() { "-".into() } else { flags.join(",") }));
    fields.push(format!("bounces={}", IN_TURN.map(|colour| state["bo"][colour].to_string()).join(",")));
    fields.push("winner=-".into());
    Ok(fields.join(" "))
}

fn array(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("{value} is not a list"))
}

fn number(value: &Value) -> Result<usize> {
    let number = value.as_u64().with_context(|| format!("{value} is not a number"))?;
    Ok(usize::try_from(number)?)
}

fn letter(colour: &Value) -> Result<char> {
    LETTERS.get(number(colour)?).copied().with_context(|| format!("{colour} is not a colour"))
}

fn die_text(die: &Value) -> Result<String> {
    match number(die)? {
        number @ 100.. => SPECIAL
            .get(number - 100)
            .map(|word| (*word).to_owned())
            .with_context(|| format!("{die} is not a die")),
        number => Ok(number.to_string()),
    }
}

fn list(values: &Value, text: impl Fn(&Value) -> Result<String>) -> Result<String> {
    let texts: Result<Vec<String>> = array(values)?.iter().map(text).collect();
    let texts = texts?;
    Ok(if texts.is_empty() { "-".into() } else { texts.join(",") })
}

/// A piece is its cell code, or a list of cell code, status and counter.
fn piece_text(piece: &Value) -> Result<String> {
    let place = |code: usize| match code {
        0 => "home".to_owned(),
        200 => "goal".to_owned(),
        101.. => format!("c{}", code - 100),
        _ => code.to_string(),
    };
    if !piece.is_array() {
        return Ok(place(number(piece)?));
    }
    let status = STATUSES.get(number(&piece[1])?).with_context(|| format!("{piece} has no status"))?;
    Ok(format!("{}:{status}{}", place(number(&piece[0])?), piece[2]))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::replay;

    #[test]
    fn recorded_searches_are_ours() {
        let sample = Path::new("examples/chores/data/parchis_search_values.jsonl.gz");
        assert!(replay(sample, None).unwrap().plies >= 100);
    }

    #[test]
    fn another_value_is_noticed() {
        let line = r#"{"ed":2324,"seed":700000,"s":{"t":57,"p":0,"c":3,"b":[[32,0,55],[1,55,30],[21,11,29],[12,52,49]],"d":[[[4,5,6]],[[1,2]]],"e":[15,13],"f":[0,0,0],"bo":[0,0,0,0],"w":-1},"value":[1,0],"first_best":[[3,2,2],[3,2,2]]}"#;
        let compare = |line: String| super::compare(&mut std::iter::once(Ok(line)));
        assert_eq!(compare(line.into()).unwrap().plies, 4);
        for (from, to) in
            [("[1,0]", "[1,1]"), ("[[3,2,2],", "[[3,1,2],"), ("2324", "1999"), ("[32,0,55]", "[32,0]")]
        {
            assert!(compare(line.replace(from, to)).is_err(), "{from} -> {to}");
        }
    }
}
