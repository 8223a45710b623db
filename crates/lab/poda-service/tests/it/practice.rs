//! Exercises, and quizzes in the form that Moodle documents.

use poda_core::Language;
use serde_json::json;

use crate::Client;

#[test]
fn a_tree_is_drawn_and_searched() {
    let mut client = Client::default();
    let drawn = client.ask(json!({ "do": "draw-tree", "seed": 7, "level": 2 })).unwrap();
    assert_eq!(drawn, client.ask(json!({ "do": "draw-tree", "seed": 7, "level": 2 })).unwrap());
    let ask = |engine: &str| json!({ "do": "practice", "tree": drawn["tree"], "engine": engine });
    let plain = client.ask(ask("minimax")).unwrap();
    let pruned = client.ask(ask("alphabeta")).unwrap();
    assert_eq!(plain["score"], pruned["score"]);
    assert!(pruned["nodes"].as_u64() < plain["nodes"].as_u64(), "{pruned}");
    assert_eq!(pruned["log"]["form"], "depth-first");
    let error = client.ask(json!({ "do": "practice", "tree": "(3 x)", "engine": "minimax" })).unwrap_err();
    assert!(error.to_string().contains("\"x\" is no number"), "{error}");
    let error = client.ask(json!({ "do": "practice", "tree": "(3 4)", "engine": "mcts" })).unwrap_err();
    assert!(error.to_string().contains("no tree"), "{error}");
}

/// A question as the documentation of the format describes it.
#[derive(Debug, Default)]
struct GiftQuestion {
    title: String,
    text: String,
    /// The number that is right, if one is asked for.
    number: Option<f64>,
    /// Choices and their percents.
    choices: Vec<(String, f64)>,
    feedback: String,
}

/// Cuts a text at the first mark that no backslash stands before.
fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' {
            is_escaped = true;
        } else if text[at..].starts_with(mark) {
            return Some((&text[..at], &text[at + mark.len()..]));
        }
    }
    None
}

/// The text without its backslashes; nothing in it may mean something.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.trim().chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            let next = characters.next().unwrap();
            assert!(r"~=#{}:\".contains(next), "a backslash before {next:?}");
            plain.push(next);
        } else {
            assert!(!"~=#{}".contains(character), "{character:?} means something in {text:?}");
            plain.push(character);
        }
    }
    plain
}

/// The percents that Moodle knows.
const PERCENTS: [f64; 21] = [
    100.0, 90.0, 83.33333, 80.0, 75.0, 70.0, 66.66667, 60.0, 50.0, 40.0, 33.33333, 30.0, 25.0, 20.0,
    16.66667, 14.28571, 12.5, 11.11111, 10.0, 5.0, 0.0,
];

fn read(gift: &str) -> Vec<GiftQuestion> {
    let mut questions = Vec::new();
    // Questions have blank lines between them, and comments begin with two slashes.
    for block in gift.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let lines: Vec<&str> = block.lines().filter(|line| !line.starts_with("//")).collect();
        assert!(lines.iter().all(|line| !line.trim().is_empty()), "a blank line in {block:?}");
        let text = lines.join("\n");
        let rest = text.strip_prefix("::").expect("a title");
        let (title, rest) = cut(rest, "::").unwrap();
        let rest = rest.strip_prefix("[html]").expect("a format");
        let (text, rest) = cut(rest, "{").unwrap();
        let (answers, end) = cut(rest, "}").unwrap();
        assert!(end.trim().is_empty(), "{end:?} after the answers");
        let (answers, feedback) = cut(answers, "####").unwrap_or((answers, ""));
        let mut question = GiftQuestion {
            title: plain(title),
            text: plain(text),
            feedback: plain(feedback),
            ..GiftQuestion::default()
        };
        if let Some(number) = answers.trim().strip_prefix('#') {
            question.number = Some(number.trim().parse().expect("a number"));
        } else {
            for choice in answers.trim().strip_prefix("~").expect("a choice").split("\n~") {
                let (share, choice) =
                    choice.strip_prefix('%').and_then(|choice| choice.split_once('%')).unwrap();
                let share: f64 = share.parse().unwrap();
                assert!(PERCENTS.contains(&share.abs()), "Moodle knows no {share} %");
                question.choices.push((plain(choice), share));
            }
        }
        questions.push(question);
    }
    questions
}

#[test]
fn a_quiz_has_the_documented_form_and_the_right_answers() {
    for language in [Language::English, Language::Spanish] {
        let mut client = Client { language, ..Client::default() };
        for level in 1..=4 {
            let request = json!({ "do": "quiz", "seed": 1, "level": level, "trees": 10 });
            let quiz = client.ask(request).unwrap();
            let questions = read(quiz["gift"].as_str().unwrap());
            assert_eq!(questions.len(), 30, "three for each tree");
            let mut titles: Vec<&str> = questions.iter().map(|question| question.title.as_str()).collect();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), 30, "every question has a name of its own");
            for (place, three) in questions.chunks(3).enumerate() {
                let [value, cuts, leaves] = three else { panic!("not three") };
                let tree =
                    client.ask(json!({ "do": "draw-tree", "seed": 1 + place, "level": level })).unwrap();
                let search = json!({ "do": "practice", "tree": tree["tree"], "engine": "alphabeta" });
                let search = client.ask(search).unwrap();
                assert_eq!(value.number, search["score"]["points"].as_f64(), "{}", value.title);
                assert_eq!(leaves.number, search["leaves"].as_f64(), "{}", leaves.title);
                let right: f64 =
                    cuts.choices.iter().map(|(_, share)| *share).filter(|share| *share > 0.0).sum();
                assert!((right - 100.0).abs() < 0.001, "{}: {right} %", cuts.title);
                assert!(
                    cuts.choices.iter().any(|(_, share)| *share < 0.0),
                    "{}: nothing is wrong",
                    cuts.title
                );
                for (path, _) in &cuts.choices {
                    assert!(cuts.text.contains(&format!(" {path} ")), "no branch {path} in {}", cuts.text);
                }
                assert!(!cuts.feedback.is_empty() && cuts.text.contains("<pre>MAX\n"), "{}", cuts.text);
            }
        }
    }
}

#[test]
fn a_typed_tree_becomes_a_quiz() {
    let mut client = Client::default();
    let ask = |tree: &str| json!({ "do": "quiz", "tree": tree, "seed": 1, "level": 1, "trees": 1 });
    let quiz = client.ask(ask("((3 12 8) (2 4 6) (14 5 2))")).unwrap();
    let questions = read(quiz["gift"].as_str().unwrap());
    assert_eq!((questions[0].number, questions[2].number), (Some(3.0), Some(7.0)));
    let right = questions[1].choices.iter().filter(|(_, share)| *share > 0.0);
    assert_eq!(right.map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["bb", "bc"]);
    assert!(
        questions[1].feedback.contains("At b MIN has 2 by ba; MAX is already sure of 3 elsewhere"),
        "{}",
        questions[1].feedback
    );
    // Where nothing is pruned there is nothing to mark, and the question still has its form.
    let quiz = client.ask(ask("((6 2) (7 1) (8 9))")).unwrap();
    assert_eq!(read(quiz["gift"].as_str().unwrap()).len(), 3);
    assert!(client.ask(ask("3")).is_err());
}
