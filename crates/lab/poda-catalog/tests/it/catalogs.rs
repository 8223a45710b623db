//! A catalog that is given a family while the program runs.

use poda_catalog::{Catalog, Family, GameOptionError, SpecError};
use poda_core::Message;

use crate::catalog;

/// Tic-tac-toe under its own name, opened by another catalog.
fn noughts() -> Family {
    Family {
        name: "noughts".into(),
        title: Message::verbatim("Noughts"),
        summary: Message::default(),
        goal: Message::default(),
        rules: Message::verbatim("# Noughts"),
        forms: Vec::new(),
        sizes: None,
        samples: vec!["noughts".into()],
        legend: Vec::new(),
        judge: "open-lines".into(),
        built_in: Vec::new(),
        open: Box::new(|_, options| match options {
            "" => Catalog::built_in()
                .open("mnk")
                .map_err(|why| GameOptionError::Other(Message::verbatim(why.to_string()))),
            _ => Err(GameOptionError::Other(Message::verbatim("no options"))),
        }),
    }
}

#[test]
fn a_family_that_was_added_opens_like_any_other() {
    let (before, after) = (catalog(), catalog().with(noughts()));
    assert_eq!(after.families().len(), before.families().len() + 1);
    assert!(before.open("noughts").is_err());
    assert_eq!(after.open("noughts").unwrap().start().legal().len(), 9);
    assert_eq!(after.family("noughts:").map(|family| family.title.english()), Some("Noughts"));
    assert!(after.samples().any(|sample| sample == "noughts"));
    let refused = after.open("noughts:4x4").err();
    assert!(matches!(&refused, Some(SpecError::BadGame { .. })), "{refused:?}");
    assert_eq!(refused.unwrap().to_string(), "bad game \"noughts:4x4\": no options");
    let error = after.open("nought").err().unwrap().to_string();
    assert!(error.contains("did you mean \"noughts\"?"), "{error}");
    // A second one of the name takes the place of the first.
    assert_eq!(after.with(noughts()).families().len(), after.families().len());
}
