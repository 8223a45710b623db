use serde_json::{Map, Value, json};

/// A question in the beginner's form: one JSON object on a line. The answer is one of `legal`, on a line of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JsonRequest {
    /// The game's spec.
    pub game: String,
    /// The position line.
    pub position: String,
    /// 1 or 2: whose move is asked for.
    pub mark: u8,
    /// The legal moves in the order of the rules.
    pub legal: Vec<String>,
    /// The moves so far.
    pub moves: Vec<String>,
    /// How long to think.
    pub remaining_ms: u64,
    /// When the answer is too late: the time to think, what is forgiven, and before the first answer the time to start.
    pub limit_ms: u64,
    /// Where chance should come from.
    pub seed: u64,
}

/// The cells of a board that is a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonCells {
    /// Cells from side to side.
    pub columns: usize,
    /// Cells from top to bottom.
    pub rows: usize,
    /// Row by row from the top: 0 empty, 1 and 2 the players' stones, 3 and 4 their bombs.
    pub cells: Vec<u8>,
}

impl JsonCells {
    /// The cells in a position line that begins with ranks from the top; `None` if it does not.
    pub fn read(position: &str) -> Option<Self> {
        let field = position.split_whitespace().next()?;
        let ranks: Option<Vec<Vec<u8>>> = field.split('/').map(read_rank).collect();
        let ranks = ranks?;
        let (rows, columns) = (ranks.len(), ranks.first()?.len());
        let even = columns > 0 && ranks.iter().all(|rank| rank.len() == columns);
        even.then(|| Self { columns, rows, cells: ranks.concat() })
    }
}

fn read_rank(text: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    let mut gap = 0_usize;
    for character in text.chars() {
        if let Some(digit) = character.to_digit(10) {
            gap = gap * 10 + digit as usize;
            if gap > 1000 {
                return None;
            }
            continue;
        }
        cells.resize(cells.len() + gap, 0);
        gap = 0;
        cells.push(match character {
            'x' => 1,
            'o' => 2,
            'X' => 3,
            'O' => 4,
            _ => return None,
        });
    }
    cells.resize(cells.len() + gap, 0);
    Some(cells)
}

impl JsonRequest {
    /// The line that asks it, without its end.
    pub fn line(&self) -> String {
        let mut object = Map::new();
        object.insert("game".into(), json!(self.game));
        if let Some(JsonCells { columns, rows, cells }) = JsonCells::read(&self.position) {
            object.insert("board".into(), json!(cells));
            object.insert("rows".into(), json!(rows));
            object.insert("columns".into(), json!(columns));
        }
        object.insert("mark".into(), json!(self.mark));
        object.insert("legal".into(), json!(self.legal));
        object.insert("remaining_ms".into(), json!(self.remaining_ms));
        object.insert("limit_ms".into(), json!(self.limit_ms));
        object.insert("position".into(), json!(self.position));
        object.insert("moves".into(), json!(self.moves));
        object.insert("seed".into(), json!(self.seed));
        Value::Object(object).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read() {
        let cells = JsonCells::read("3/xo1/XO1 1 0").unwrap();
        assert_eq!((cells.columns, cells.rows), (3, 3));
        assert_eq!(cells.cells, [0, 0, 0, 1, 2, 0, 3, 4, 0]);
        assert_eq!(JsonCells::read("12/12 1").unwrap().cells.len(), 24);
        for line in ["", "turn=1 mover=y", "3/2 1", "7/7/99999999999999999999 1", "/", "3/x?1"] {
            assert_eq!(JsonCells::read(line), None, "{line}");
        }
    }

    #[test]
    fn a_question_is_one_line() {
        let question = JsonRequest {
            game: "connect4:3x2".into(),
            position: "3/1x1 2".into(),
            mark: 2,
            legal: vec!["1".into(), "2".into()],
            moves: vec!["2".into()],
            remaining_ms: 1000,
            limit_ms: 2000,
            seed: 7,
        };
        assert_eq!(
            question.line(),
            "{\"game\":\"connect4:3x2\",\"board\":[0,0,0,0,1,0],\"rows\":2,\"columns\":3,\"mark\":2,\
             \"legal\":[\"1\",\"2\"],\"remaining_ms\":1000,\"limit_ms\":2000,\"position\":\"3/1x1 2\",\"moves\":[\"2\"],\"seed\":7}"
        );
    }
}
