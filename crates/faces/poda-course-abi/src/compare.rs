//! What the course's classes show is what our rules say: random games, position by position, through the compiler and back.
#![expect(unsafe_code, reason = "the classes are loaded as a library")]
#![expect(clippy::disallowed_types, reason = "they have to be compiled")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    ffi::{CStr, CString, c_char},
    path::Path,
    process::Command,
};

use poda_core::{Game, Moves, Notation, fold, mix};
use poda_parchis::Parchis;

use crate::table::{ALONE, CallTable, TABLE};

type Compare = extern "C" fn(
    *const CallTable,
    *const c_char,
    *const c_char,
    *const c_char,
    *const c_char,
    *const c_char,
) -> *const c_char;

fn compiled() -> Compare {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::env::temp_dir().join(format!("poda-compare-{}.so", std::process::id()));
    let mut compiler = Command::new("g++");
    compiler.args(["-std=gnu++14", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"]);
    compiler.arg(here.join("../../lab/poda-bots/courses/parchis")).arg("-o").arg(&library);
    let output = compiler.arg(here.join("src/compare.cpp")).output().expect("this test needs g++");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = CString::new(library.to_str().unwrap()).unwrap();
    // SAFETY: the library was just made, and stays open.
    let symbol = unsafe {
        let open = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
        assert!(!open.is_null(), "{}", library.display());
        libc::dlsym(open, c"poda_compare".as_ptr())
    };
    std::fs::remove_file(&library).unwrap();
    assert!(!symbol.is_null());
    // SAFETY: the symbol of that name has this signature.
    unsafe { std::mem::transmute::<*mut libc::c_void, Compare>(symbol) }
}

#[test]
fn the_class_of_the_course_shows_our_rules() {
    let _alone = ALONE.lock().unwrap();
    let compare = compiled();
    for edition in ["2023:grouped", "2024"] {
        shows_the_rules(compare, edition);
    }
}

fn shows_the_rules(compare: Compare, edition: &str) {
    let rules: Parchis = edition.parse().unwrap();
    let text = |text: &str| CString::new(text).unwrap();
    let game = text(&format!("parchis:{edition}"));
    let mut plies = 0;
    for number in 0..16 {
        let mut state = rules.start();
        let mut chance = fold(mix(number), 11);
        loop {
            let mut moves = Moves::new();
            if state.outcome().is_none() {
                rules.moves(&state, &mut moves);
            }
            let legal: Vec<String> = moves.iter().map(|mv| rules.move_text(&state, *mv)).collect();
            chance = mix(chance);
            let index = ((u128::from(chance) * moves.len() as u128) >> 64) as usize;
            let next = moves.get(index).map(|mv| rules.play(&state, *mv));
            let line = text(&rules.position_text(&state));
            let after = text(&next.map_or_else(String::new, |next| rules.position_text(&next)));
            let (all, mv) = (text(&legal.join(" ")), text(legal.get(index).map_or("", String::as_str)));
            let said = compare(
                &raw const TABLE,
                game.as_ptr(),
                line.as_ptr(),
                all.as_ptr(),
                mv.as_ptr(),
                after.as_ptr(),
            );
            // SAFETY: a C text that lives until the next question.
            let said = unsafe { CStr::from_ptr(said) }.to_string_lossy();
            assert_eq!(said, "", "{line:?}");
            plies += 1;
            match next {
                Some(next) => state = next,
                None => break,
            }
        }
    }
    assert!(plies > 3000, "{plies}");
}
