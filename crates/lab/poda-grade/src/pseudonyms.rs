//! Names for a league whose players should not know each other: the same for the same student every time, and different from
//! everybody else's.

use std::collections::BTreeSet;

use poda_core::{Message, Text};
use sha2::{Digest, Sha256};

/// English, Spanish, and whether the Spanish word is feminine.
const ANIMALS: [(&str, &str, bool); 32] = [
    ("badger", "tejón", false),
    ("bat", "murciélago", false),
    ("bear", "oso", false),
    ("beaver", "castor", false),
    ("bison", "bisonte", false),
    ("camel", "camello", false),
    ("cricket", "grillo", false),
    ("crow", "cuervo", false),
    ("deer", "ciervo", false),
    ("dolphin", "delfín", false),
    ("duck", "pato", false),
    ("eagle", "águila", true),
    ("falcon", "halcón", false),
    ("fox", "zorro", false),
    ("frog", "rana", true),
    ("goat", "cabra", true),
    ("hedgehog", "erizo", false),
    ("heron", "garza", true),
    ("horse", "caballo", false),
    ("lizard", "lagarto", false),
    ("lynx", "lince", false),
    ("moth", "polilla", true),
    ("otter", "nutria", true),
    ("owl", "búho", false),
    ("panther", "pantera", true),
    ("seal", "foca", true),
    ("snail", "caracol", false),
    ("squirrel", "ardilla", true),
    ("stork", "cigüeña", true),
    ("turtle", "tortuga", true),
    ("whale", "ballena", true),
    ("wolf", "lobo", false),
];

/// English, Spanish masculine and feminine.
const COLOURS: [(&str, &str, &str); 16] = [
    ("amber", "ámbar", "ámbar"),
    ("black", "negro", "negra"),
    ("blue", "azul", "azul"),
    ("brown", "marrón", "marrón"),
    ("crimson", "carmesí", "carmesí"),
    ("golden", "dorado", "dorada"),
    ("green", "verde", "verde"),
    ("grey", "gris", "gris"),
    ("indigo", "índigo", "índigo"),
    ("orange", "naranja", "naranja"),
    ("pink", "rosa", "rosa"),
    ("purple", "morado", "morada"),
    ("red", "rojo", "roja"),
    ("silver", "plateado", "plateada"),
    ("white", "blanco", "blanca"),
    ("yellow", "amarillo", "amarilla"),
];

/// A name for each id. `seed` is the rubric's: another course has other names.
pub(super) fn pseudonyms<'a>(ids: impl IntoIterator<Item = &'a str>, seed: u64) -> Vec<Message> {
    let all = ANIMALS.len() * COLOURS.len();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    ids.into_iter()
        .map(|id| {
            let digest = Sha256::new().chain_update(seed.to_le_bytes()).chain_update(id).finalize();
            let start = u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]]) as usize;
            // Beyond all combinations names are numbered.
            let lap = taken.len() / all;
            let free =
                (0..all).map(|step| lap * all + (start + step) % all).find(|place| !taken.contains(place));
            let place = free.unwrap_or(taken.len());
            taken.insert(place);
            name(place % all, place / all)
        })
        .collect()
}

fn name(place: usize, lap: usize) -> Message {
    let (animal, colour) = (ANIMALS[place % ANIMALS.len()], COLOURS[place / ANIMALS.len()]);
    let animal_text = Text::new(animal.0, animal.1);
    let colour_text = Text::new(colour.0, if animal.2 { colour.2 } else { colour.1 });
    let number = if lap == 0 { String::new() } else { format!(" {}", lap + 1) };
    Message::new(|language| {
        language.pick(
            format!("{} {}{number}", colour_text.english, animal_text.english),
            format!("{} {}{number}", animal_text.spanish, colour_text.spanish),
        )
    })
}

#[cfg(test)]
mod tests {
    use poda_core::{Language, Translate};

    use super::*;

    #[test]
    fn names_are_stable_and_different() {
        let ids: Vec<String> = (0..1200).map(|number| format!("s{number}")).collect();
        let names = |seed| pseudonyms(ids.iter().map(String::as_str), seed);
        let all = names(7);
        for language in [Language::English, Language::Spanish] {
            let texts: BTreeSet<String> = all.iter().map(|name| name.text(language)).collect();
            assert_eq!(texts.len(), ids.len());
        }
        assert_eq!(names(7), all);
        assert_ne!(names(8)[..9], all[..9]);
        // Few students more change nobody's name, or nearly nobody's.
        assert_eq!(pseudonyms(["s0", "s1", "s2"], 7)[..2], pseudonyms(["s0", "s1"], 7)[..]);
        assert_eq!(name(17, 0).text(Language::English), "amber heron");
        assert_eq!(name(17 + 32 * 5, 1).text(Language::Spanish), "garza dorada 2");
    }
}
