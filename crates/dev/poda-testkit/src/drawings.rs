use std::{fs, path::Path};

/// Compares the drawings in the documents of a folder with what `draw` gives for their headings, or draws them anew
/// if the variable `PODA_UPDATE` is set:
///
/// ````text
/// ```drawing boom en 7/7/7/7/7/7/7 1 0
/// ```
/// ````
///
/// # Panics
/// If a drawing differs, or a document has fewer than two.
pub fn check_drawings(folder: &Path, draw: impl Fn(&str) -> Option<String>) {
    let mut documents = 0;
    for entry in fs::read_dir(folder).expect("the folder of the rules") {
        check_document(&entry.expect("a file of rules").path(), &draw);
        documents += 1;
    }
    assert!(documents > 0, "{} is empty", folder.display());
}

fn check_document(path: &Path, draw: impl Fn(&str) -> Option<String>) {
    let document = fs::read_to_string(path).expect("a text of rules");
    let (mut drawn, mut drawings) = (String::new(), 0);
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        drawn.push_str(line);
        drawn.push('\n');
        if let Some(drawing) = line.strip_prefix("```drawing ").and_then(&draw) {
            drawings += 1;
            drawn.push_str(&drawing);
            lines.by_ref().take_while(|line| *line != "```").for_each(drop);
            drawn.push_str("```\n");
        }
    }
    assert!(drawings >= 2, "{}: only {drawings} drawings", path.display());
    if std::env::var_os("PODA_UPDATE").is_some() {
        fs::write(path, &drawn).expect("the drawings are written");
    } else {
        assert_eq!(document, drawn, "set PODA_UPDATE=1 to draw them anew");
    }
}
