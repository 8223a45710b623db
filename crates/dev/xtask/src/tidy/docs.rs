//! The documentation: every page in both languages, every relative link and image in place.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Component, Path, PathBuf},
};

/// What is wrong with the documentation below `root`.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let pages = pages(root)?;
    let mut wrong = missing_translations(&pages);
    let mut shown = BTreeSet::new();
    for page in &pages {
        let text = fs::read_to_string(root.join(page))?;
        wrong.extend(missing_switch(page, &text));
        for target in targets(&text) {
            let path = resolve(page, &target);
            if !root.join(&path).exists() {
                wrong.push(format!("{page}: {target:?} does not exist"));
            }
            shown.insert(path);
        }
    }
    for image in files(root, "docs/images")? {
        if !shown.contains(Path::new(&image)) {
            wrong.push(format!("{image}: no page shows it"));
        }
    }
    Ok(wrong)
}

/// The Markdown files that are checked: those of the root, of `docs`, and the READMEs of crates and examples.
fn pages(root: &Path) -> io::Result<Vec<String>> {
    let mut found = files(root, "docs")?;
    for entry in fs::read_dir(root)? {
        found.push(entry?.file_name().to_string_lossy().into_owned());
    }
    for folder in ["crates", "examples"] {
        found.extend(files(root, folder)?.into_iter().filter(|name| name.ends_with("/README.md")));
    }
    found.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "md"));
    found.sort();
    Ok(found)
}

/// Every file below a folder of `root`, with `/` between the parts of its name. A missing folder has none.
fn files(root: &Path, folder: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    if !root.join(folder).is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if !entry.file_type()?.is_dir() {
            found.push(path);
        } else if !["target", "node_modules"].contains(&name.as_str()) {
            found.extend(files(root, &path)?);
        }
    }
    Ok(found)
}

/// The same page in the other language; `None` for pages that exist in English only.
fn translation(page: &str) -> Option<String> {
    match page {
        "README.md" => Some("README.es.md".into()),
        "README.es.md" => Some("README.md".into()),
        _ => {
            let rest = page.strip_prefix("docs/")?;
            Some(rest.strip_prefix("es/").map_or(format!("docs/es/{rest}"), |name| format!("docs/{name}")))
        }
    }
}

fn missing_translations(pages: &[String]) -> Vec<String> {
    let missing = |page: &String| {
        let other = translation(page).filter(|other| !pages.contains(other))?;
        let language =
            if other.starts_with("docs/es/") || other == "README.es.md" { "Spanish" } else { "English" };
        Some(format!("{other}: missing, the {language} version of {page}"))
    };
    pages.iter().filter_map(missing).collect()
}

/// Readers find the other language in the page itself.
fn missing_switch(page: &str, text: &str) -> Option<String> {
    let other = translation(page)?;
    let found = targets(text).iter().any(|target| resolve(page, target) == Path::new(&other));
    (!found).then(|| format!("{page}: no link to {other}"))
}

/// The relative links and images of a page, without their anchors. Code is no link.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        // The even parts lie outside of `code`.
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for part in prose.split(opening).skip(1) {
                let whole = part.split([closing, ' ']).next().unwrap_or_default();
                let target = whole.split('#').next().unwrap_or_default();
                if !target.is_empty() && !target.contains(':') {
                    found.push(target.to_owned());
                }
            }
        }
    }
    found
}

/// Where a link of a page leads, seen from the root.
fn resolve(page: &str, target: &str) -> PathBuf {
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_images_are_found_outside_of_code() {
        let text = "[a](b.md#c) ![d](e.svg) [f](https://g.example) [h](#i) `[j](k.md)` <img src=\"l.png\">\n\
                    ```\n[m](n.md)\n```\n[o](../p \"title\")\n";
        assert_eq!(targets(text), ["b.md", "e.svg", "l.png", "../p"]);
    }

    #[test]
    fn links_lead_from_the_folder_of_their_page() {
        let cases = [
            ("README.md", "docs/a.md", "docs/a.md"),
            ("docs/es/a.md", "../b.md", "docs/b.md"),
            ("docs/es/a.md", "./b.md", "docs/es/b.md"),
            ("docs/a.md", "../crates/x/rules", "crates/x/rules"),
        ];
        for (page, target, path) in cases {
            assert_eq!(resolve(page, target), Path::new(path), "{page}: {target}");
        }
    }

    #[test]
    fn a_missing_language_is_named() {
        let pages = ["README.md", "docs/a.md", "docs/es/b.md", "docs/c.md", "docs/es/c.md", "SECURITY.md"];
        let wrong = missing_translations(&pages.map(String::from));
        assert_eq!(
            wrong,
            [
                "README.es.md: missing, the Spanish version of README.md",
                "docs/es/a.md: missing, the Spanish version of docs/a.md",
                "docs/b.md: missing, the English version of docs/es/b.md",
            ]
        );
        assert_eq!(missing_switch("docs/a.md", "[En español](es/a.md)"), None);
        assert!(missing_switch("docs/a.md", "[En español](es/b.md)").is_some());
    }
}
