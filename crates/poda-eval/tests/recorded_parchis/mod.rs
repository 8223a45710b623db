//! The recordings' JSON as our texts.

use poda_parchis::Parchis;
use serde_json::Value;

/// The recordings number the colours so.
const LETTERS: [char; 4] = ['b', 'r', 'g', 'y'];
/// The numbers of the colours in the order of our position lines.
const IN_TURN: [usize; 4] = [3, 0, 1, 2];
/// The special dice from 100 on.
const WORDS: [&str; 11] = [
    "energy",
    "star",
    "boo",
    "bullet",
    "red-shell",
    "blue-shell",
    "mushroom",
    "mega",
    "shock",
    "horn",
    "banana",
];

/// The rules of a record.
pub(crate) fn rules_of(record: &Value) -> Parchis {
    let four = record["s"]["b"][0].as_array().unwrap().len() == 4;
    let spec = match (record["ed"].as_u64().unwrap(), four) {
        (2122, _) => "2022",
        (2223, false) => "2023",
        (2223, true) => "2023:grouped-legacy",
        (_, false) => "2024",
        (_, true) => "2024:grouped-legacy",
    };
    spec.parse().unwrap()
}

/// The text of a recorded move.
pub(crate) fn move_text(triple: &Value) -> String {
    let [colour, die, piece] = [0, 1, 2].map(|index| triple[index].as_i64().unwrap());
    let die = if die >= 100 { WORDS[die as usize - 100].to_owned() } else { die.to_string() };
    if piece < 0 { format!("skip:{die}") } else { format!("{}{}:{die}", LETTERS[colour as usize], piece + 1) }
}

/// The position line of a recorded state in which the game goes on.
pub(crate) fn position_line(state: &Value) -> String {
    let mut fields = vec![format!("turn={}", state["t"]), format!("mover={}", LETTERS[number(&state["c"])])];
    for colour in IN_TURN {
        fields.push(format!("{}={}", LETTERS[colour], list(&state["b"][colour], piece_text)));
    }
    let sets = state["d"].as_array().unwrap();
    let order: &[usize] = if sets.len() == 2 { &[1, 0] } else { &IN_TURN };
    let each_set = |text: &dyn Fn(&Value) -> String| {
        let texts: Vec<String> = order.iter().map(|set| text(&sets[*set])).collect();
        texts.join("/")
    };
    let ordinary = |set: &Value| list(&set[0], Value::to_string).replace("100", "e").replace(',', "");
    fields.push(format!("dice={}", each_set(&ordinary)));
    if let Some(objects) = state.get("it") {
        let hand = |set: &Value| list(&set[1], |die| WORDS[number(die) - 100].to_owned());
        fields.push(format!("hands={}", each_set(&hand)));
        fields.push(format!("objects={}", list(objects, Value::to_string)));
        fields.push(format!("bananas={}", list(&state["tr"], Value::to_string)));
    }
    if let Some(energy) = state.get("e") {
        fields.push(format!("energy={}/{}", energy[0], energy[1]));
    }
    let raised = [
        ("capture", &state["f"][0]),
        ("goal", &state["f"][1]),
        ("six", &state["f"][2]),
        ("slip", &state["bn"]),
    ];
    let flags: Vec<&str> =
        raised.iter().filter(|(_, flag)| flag.as_u64() == Some(1)).map(|(word, _)| *word).collect();
    fields.push(format!("flags={}", if flags.is_empty() { "-".to_owned() } else { flags.join(",") }));
    fields.push(format!("bounces={}", IN_TURN.map(|colour| state["bo"][colour].to_string()).join(",")));
    fields.push("winner=-".to_owned());
    fields.join(" ")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn list(values: &Value, text: impl Fn(&Value) -> String) -> String {
    let texts: Vec<String> = values.as_array().unwrap().iter().map(text).collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(",") }
}

fn piece_text(piece: &Value) -> String {
    let place = |code: usize| match code {
        0 => "home".to_owned(),
        200 => "goal".to_owned(),
        101.. => format!("c{}", code - 100),
        _ => code.to_string(),
    };
    if piece.is_array() {
        let [code, status, counter] = [0, 1, 2].map(|index| number(&piece[index]));
        let status = ["star", "ghost", "mega", "small", "normal", "slipped"][status];
        format!("{}:{status}{counter}", place(code))
    } else {
        place(number(piece))
    }
}
