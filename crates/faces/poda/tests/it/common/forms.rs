//! The forms of `docs/json.md`, read from its tables: what is documented is what is checked.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::{Map, Value};

/// A documented field.
#[derive(Debug)]
struct Field {
    name: String,
    /// The type and its alternatives: `text`, `list of score`, `null`.
    types: Vec<String>,
    optional: bool,
}

/// Every documented form, and which of its fields have been seen.
pub(crate) struct Forms {
    forms: BTreeMap<String, Vec<Field>>,
    seen: RefCell<BTreeSet<(String, String)>>,
}

/// The fields of every form of a page, in its order.
pub(crate) fn tables(page: &str) -> Vec<(String, Vec<Vec<String>>)> {
    let mut forms: Vec<(String, Vec<Vec<String>>)> = Vec::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs").join(page);
    for line in fs::read_to_string(path).unwrap().lines() {
        if let Some(name) = line.strip_prefix("### `").and_then(|rest| rest.strip_suffix('`')) {
            forms.push((name.to_owned(), Vec::new()));
        } else if let Some((_, rows)) = forms.last_mut()
            && line.starts_with("| `")
        {
            let cells = line.trim_matches('|').split(" | ");
            rows.push(cells.map(|cell| cell.trim().trim_matches('`').to_owned()).collect());
        } else if let Some((_, rows)) = forms.last_mut()
            && (line.contains("the fields of `line`") || line.contains("los campos de `line`"))
        {
            rows.push(vec!["line".into()]);
        }
    }
    forms
}

impl Forms {
    pub(crate) fn read() -> Self {
        let tables = tables("json.md");
        let fields = |rows: &[Vec<String>]| -> Vec<Field> {
            let field = |row: &Vec<String>| {
                let text = row[1].strip_suffix(", optional");
                let types = text.unwrap_or(&row[1]).split(" or ").map(str::to_owned).collect();
                Field { name: row[0].clone(), types, optional: text.is_some() }
            };
            rows.iter().filter(|row| row.len() > 1).map(field).collect()
        };
        let line = &tables.iter().find(|(name, _)| name == "line").unwrap().1;
        let forms = tables.iter().map(|(name, rows)| {
            let mut all = fields(rows);
            if rows.iter().any(|row| row.len() == 1) {
                all.extend(fields(line));
            }
            (name.clone(), all)
        });
        Self { forms: forms.collect(), seen: RefCell::default() }
    }

    /// Checks a printed line, and gives it.
    pub(crate) fn check(&self, line: &str) -> Value {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut object = value.as_object().unwrap().clone();
        assert_eq!(object.shift_remove("schema"), Some("poda/1".into()), "{line}");
        let form = object.shift_remove("form").unwrap();
        self.object(form.as_str().unwrap(), &object);
        value
    }

    fn object(&self, form: &str, object: &Map<String, Value>) {
        let fields = self.forms.get(form).unwrap_or_else(|| panic!("{form} is not documented"));
        for (name, value) in object {
            let Some(field) = fields.iter().find(|field| field.name == *name) else {
                panic!("{form}.{name} is not documented: {value}");
            };
            let fits = field.types.iter().any(|kind| self.fits(kind, value));
            assert!(fits, "{form}.{name} is {value}, documented as {:?}", field.types);
            self.seen.borrow_mut().insert((form.to_owned(), name.clone()));
        }
        for field in fields.iter().filter(|field| !field.optional) {
            assert!(object.contains_key(&field.name), "{form}.{} is missing: {object:?}", field.name);
        }
    }

    /// Whether a value has a documented type. An object is checked to its last field.
    fn fits(&self, kind: &str, value: &Value) -> bool {
        match (kind, value) {
            ("text", Value::String(_))
            | ("boolean", Value::Bool(_))
            | ("null", Value::Null)
            | ("number", Value::Number(_)) => true,
            ("integer", Value::Number(number)) => number.is_i64() || number.is_u64(),
            (form, Value::Object(object)) if self.forms.contains_key(form) => {
                self.object(form, object);
                true
            }
            // In these lists single entries may be unknown.
            ("list of score" | "list of rated", Value::Array(list)) => {
                list.iter().all(|entry| entry.is_null() || self.fits(&kind["list of ".len()..], entry))
            }
            (list, Value::Array(entries)) => list
                .strip_prefix("list of ")
                .is_some_and(|kind| entries.iter().all(|entry| self.fits(kind, entry))),
            _ => false,
        }
    }

    /// Fields that no checked object had.
    pub(crate) fn unseen(&self, except: &[&str]) -> Vec<String> {
        let seen = self.seen.borrow();
        let forms = self.forms.iter().filter(|(form, _)| *form != "line" && !except.contains(&form.as_str()));
        let fields = forms
            .flat_map(|(form, fields)| fields.iter().map(move |field| (form.clone(), field.name.clone())));
        fields.filter(|field| !seen.contains(field)).map(|(form, name)| format!("{form}.{name}")).collect()
    }
}
