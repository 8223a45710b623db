//! What a page of commands cannot show about `poda solve`: interrupted searches, positions from standard input, and
//! certificates under the eyes of a checker that shares no code with us.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

fn solve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.arg("solve").args(arguments).env("PODA_LANG", "en").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = solve(arguments).spawn().unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The words of each line without its nodes and microseconds, which must be numbers.
fn scores(output: &Output) -> Vec<String> {
    let strip = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (known, numbers) = words.split_at(words.len() - 2);
        assert!(numbers.iter().all(|number| number.parse::<u64>().is_ok()), "{line}");
        known.join(" ")
    };
    text(&output.stdout).lines().map(strip).collect()
}

#[test]
fn positions_are_read_from_standard_input() {
    // Moves, and in some lines the expected score.
    let boom = "112233441 win 2\n11122233\n17732 win 2\n";
    let crush = "112233 win 1\n3344\n";
    for (game, input, expected) in [
        ("connect4:4x4", "-\n\n1\n", &["- 0", "- 0", "1 0"][..]),
        ("boom", boom, &["112233441 win 2", "11122233 loss 11", "17732 win 2"]),
        ("crush", crush, &["112233 win 1", "3344 win 3"]),
    ] {
        let output = with_input(&[game], input);
        assert_eq!(scores(&output), expected, "{game}: {}", text(&output.stderr));
    }
    let wrong = with_input(&["connect4"], "2252576253462244111563365343671351441 5\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("score -1, expected 5"), "{}", text(&wrong.stderr));
    let wrong = with_input(&["boom"], "11122233 loss 9\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("score loss 11, expected loss 9"), "{}", text(&wrong.stderr));
    let broken = with_input(&["boom"], "11122233 perhaps\n");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains("\"perhaps\" is not a score"), "{}", text(&broken.stderr));
    // A line that cannot be solved is named; those behind it are solved all the same.
    let mut input = b"112233\n1122334\n9\n".to_vec();
    input.extend([0xFF, b'\n']);
    input.extend(b"3344\n");
    let mut child = solve(&["crush"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let over = child.wait_with_output().unwrap();
    assert_eq!(scores(&over), ["112233 win 1", "3344 win 3"]);
    let errors = text(&over.stderr);
    let expected = [
        "moves score nodes microseconds",
        "poda: line 2: position \"1122334\": the game is over: player 1 has won",
        "poda: line 3: position \"9\": ",
        "poda: line 4: it is not UTF-8",
        "poda: 3 of 5 positions could not be solved",
    ];
    assert_eq!((over.status.code(), errors.lines().count()), (Some(1), expected.len()), "{errors}");
    assert!(errors.lines().zip(expected).all(|(line, start)| line.starts_with(start)), "{errors}");
}

#[test]
fn every_move_has_a_score() {
    for (arguments, expected) in [
        (&["connect4", "--moves", "225257625346224411156336534"][..], "7 -1000 7 8 7 8 7"),
        (&["boom", "--moves", "11122233"], "1=loss 11 2=loss 3 3=loss 3 4=loss 3 5=loss 3 6=loss 3 7=loss 3"),
        (
            &["crush", "--moves", "3344", "--within", "5"],
            "1=no win within 5 2=win 3 3=no win within 5 4=no win within 5 5=win 3 6=no win within 5 \
             7=no win within 5",
        ),
    ] {
        let output = with_input(&[arguments, &["--all"]].concat(), "");
        assert_eq!(scores(&output), [format!("{} {expected}", arguments[2])], "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_bounds_so_far() {
    for (arguments, bounds) in [
        (&["connect4", "--no-book", "--moves", ""][..], ".."),
        (&["boom", "--moves", "3"], "no win within "),
        (&["crush", "--moves", ""], "no win within "),
        (&["crush", "--all", "--moves", ""], "1=no win within "),
    ] {
        let mut child = solve(arguments).spawn().unwrap();
        // The first line of progress proves that it searches; no clock is needed.
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        assert!(line.contains(" nodes"), "{arguments:?}: {line}");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let (mut out, mut rest) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        errors.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}: {rest}");
        assert!(out.starts_with("- ") || out.starts_with("3 "), "{arguments:?}: {out}");
        assert!(out.contains(bounds), "{arguments:?}: {out}");
        assert!(rest.contains("stopped: what is known so far is above"), "{arguments:?}: {rest}");
    }
}

fn certify(folder: &Path, arguments: &[&str]) -> String {
    let path = folder.join("certificate.txt");
    let all = [arguments, &["--certificate", path.to_str().unwrap()]].concat();
    let output = with_input(&all, "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    fs::read_to_string(path).unwrap()
}

/// What the checker says, and whether it accepts.
fn checked(folder: &Path, certificate: &str) -> (bool, String) {
    let path = folder.join("checked.txt");
    fs::write(&path, certificate).unwrap();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tools/check_certificate.py");
    let output = Command::new("python3").arg(checker).arg(path).output().expect("python3 runs the checker");
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
    (output.status.success(), said)
}

/// The certificate with a checksum that fits, whatever its choices are.
fn sealed(certificate: &str) -> String {
    let body = certificate.split("checksum").next().unwrap();
    let sum = body
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    format!("{body}checksum {sum:016x}\n")
}

#[test]
fn certificates_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, claim) in [
        (&["boom", "--moves", "11122233"][..], "player 2 wins within 11 actions"),
        (&["boom", "--moves", "4433"], "player 1 wins within 13 actions"),
        (&["crush", "--moves", "3344"], "player 1 wins within 3 actions"),
        (&["crush", "--moves", "33445"], "player 1 wins within 2 actions"),
    ] {
        let certificate = certify(folder.path(), arguments);
        assert_eq!(sealed(&certificate), certificate);
        let (is_accepted, said) = checked(folder.path(), &certificate);
        assert!(is_accepted && said.contains(claim), "{arguments:?}: {said}");
        // A claim of one action less is refused.
        let within = certificate.lines().find(|line| line.starts_with("within ")).unwrap();
        let actions: u32 = within["within ".len()..].parse().unwrap();
        let bolder = sealed(&certificate.replace(within, &format!("within {}", actions - 1)));
        let (is_accepted, said) = checked(folder.path(), &bolder);
        assert!(!is_accepted && said.contains("the strategy takes up to"), "{said}");
    }
}

#[test]
fn a_certificate_with_a_changed_move_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = certify(folder.path(), &["boom", "--moves", "11122233"]);
    let start = certificate.find("choices\n").unwrap() + "choices\n".len();
    let end = certificate.find("checksum").unwrap();
    let letters: Vec<usize> = (start..end).filter(|at| certificate.as_bytes()[*at] != b'\n').collect();
    let (mut refuted, mut tried) = (0, 0);
    for at in letters.iter().copied().step_by(letters.len() / 12) {
        let old = certificate.as_bytes()[at];
        let new = if old == b'7' { '1' } else { '7' };
        let mut changed = certificate.clone();
        changed.replace_range(at..=at, &new.to_string());
        let (is_accepted, said) = checked(folder.path(), &changed);
        assert!(!is_accepted && said.contains("it was changed"), "letter {at}: {said}");
        // Even with a checksum that fits: the strategy does not win any more. Where it does, by chance, it is right to accept.
        let (is_accepted, _) = checked(folder.path(), &sealed(&changed));
        tried += 1;
        refuted += u32::from(!is_accepted);
    }
    assert!(tried > 10 && refuted * 10 >= tried * 8, "{refuted} of {tried} changed strategies are refuted");
    for (broken, why) in [
        (certificate[..end - 2].to_owned(), "it was changed"),
        (sealed(&certificate[..end - 2]), "which is not legal"),
        (sealed(&format!("{}4\n", &certificate[..end])), "choices were needed"),
        (sealed(&certificate.replace("winner 2", "winner 1")), "not"),
        (sealed(&certificate.replace("game boom", "game chess")), "field"),
    ] {
        let (is_accepted, said) = checked(folder.path(), &broken);
        assert!(!is_accepted && said.contains(why), "{why}: {said}");
    }
}

/// Hands that write what no game reaches, with a checksum that fits, prove nothing; neither do strange digits.
#[test]
fn impossible_positions_prove_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = |position: &str, within: &str| {
        sealed(&format!("game boom\nposition {position}\nwinner 1\nwithin {within}\nchoices\n"))
    };
    for (position, within, why) in [
        ("7/7/7/7/7/7/xxxx3 1 -1", "1", "'-1' is no number"),
        ("7/7/7/7/7/7/xxxx3 1 0", "0", "4 pieces on the board after 0 actions"),
        ("7/7/7/7/7/7/xxxx3 2 5", "0", "player 1 has 4 pieces after 3 actions"),
        ("7/7/7/7/7/7/XXXX3 1 16", "0", "player 1 has 4 bombs"),
        ("7/7/7/7/7/7/Xxxx3 1 8", "0", "before there are any"),
        ("7/7/7/7/7/7/O6 2 13", "0", "player 2 has a bomb before there are any"),
        ("7/7/7/7/7/7/7 1 8", "0", "0 pieces on the board after 8 actions"),
        ("7/7/7/7/7/oooo3/xxxo3 1 8", "0", "after 4 actions"),
        ("7/7/7/7/7/x6/ooooxxx 1 8", "0", "did not make the last action"),
        ("7/7/7/7/7/7/² 1 0", "1", "is no rank of 7 cells"),
        ("7/7/7/7/7/7/7 1 ²", "1", "'²' is no number"),
        ("7/7/7/7/7/7/7 1 0", "²", "'²' is no number"),
        ("7/7/7/7/7/7/7 1 99999999999999999999", "1", "is no number"),
        ("7/7/7/7/7/7/7 1 900000", "1", "too many"),
    ] {
        let (is_accepted, said) = checked(folder.path(), &certificate(position, within));
        assert!(!is_accepted && said.contains(why) && !said.contains("Traceback"), "{position}: {said}");
    }
}

/// What is no certificate at all is refused in one line.
#[test]
fn the_checker_survives_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.txt");
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tools/check_certificate.py");
    let refused = |path: &Path| {
        let output =
            Command::new("python3").arg(checker).arg(path).output().expect("python3 runs the checker");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("not proved: ") && said.lines().count() == 1, "{said}");
    };
    for bytes in [&b""[..], b"\xFF\xFE", b"\0", b"checksum ", b"choices\n", "checksum ²".as_bytes()] {
        fs::write(&path, bytes).unwrap();
        refused(&path);
    }
    refused(folder.path());
    refused(&folder.path().join("none"));
}

#[test]
fn what_is_not_proved_has_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.txt");
    let path = path.to_str().unwrap();
    for (arguments, code, why) in [
        (&["crush", "--within", "4", "--moves", ""][..], 1, "nobody is proved to win"),
        (&["connect4", "--moves", "112233"], 1, "only games with bombs have certificates"),
        (&["boom"], 2, "--certificate is for one position"),
    ] {
        let output = with_input(&[arguments, &["--certificate", path]].concat(), "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(text(&output.stderr).contains(why), "{arguments:?}: {}", text(&output.stderr));
        assert!(!Path::new(path).exists());
    }
}
