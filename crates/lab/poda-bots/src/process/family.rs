//! The processes that belong to a program, where no control group counts them.

use std::{collections::HashSet, fs};

/// A process as the system lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Listed {
    number: u32,
    parent: u32,
    group: u32,
    /// Pages of memory in use.
    pages: u64,
}

/// How many processes belong to a program, and how many megabytes they use together.
pub(super) struct ProcessTree {
    pub(super) members: Vec<u32>,
    pub(super) megabytes: u64,
}

impl ProcessTree {
    /// Everything in the leader's group, and everything that descends from it. Nothing where the system does not tell.
    pub(super) fn of(leader: u32) -> Self {
        let all = list();
        let mut numbers: HashSet<u32> = all
            .iter()
            .filter(|one| one.group == leader || one.number == leader)
            .map(|one| one.number)
            .collect();
        // Children come in any order: look again until nobody new is found.
        loop {
            let more: Vec<u32> = all
                .iter()
                .filter(|one| numbers.contains(&one.parent) && !numbers.contains(&one.number))
                .map(|one| one.number)
                .collect();
            if more.is_empty() {
                break;
            }
            numbers.extend(more);
        }
        let own = all.iter().filter(|one| numbers.contains(&one.number));
        let megabytes = (own.map(|one| one.pages).sum::<u64>() * 4096) >> 20;
        Self { members: numbers.into_iter().collect(), megabytes }
    }
}

fn list() -> Vec<Listed> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    folder
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .filter_map(|number| read(number, &fs::read_to_string(format!("/proc/{number}/stat")).ok()?))
        .collect()
}

fn read(number: u32, stat: &str) -> Option<Listed> {
    // The name in brackets may hold anything; behind it come state, parent and group.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let (parent, group) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let pages = fields.nth(18)?.parse().ok()?;
    // The dead need nothing any more.
    (state != "Z" && state != "X").then_some(Listed { number, parent, group, pages })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let line = "7 (a) R 1) 2 S 3 5 5 0 -1 4194560 97 0 0 0 0 0 0 0 20 0 1 0 100 2400000 210 18446744073709551615";
        let line = line.replace(") 2 S", ") S");
        assert_eq!(read(7, &line), Some(Listed { number: 7, parent: 3, group: 5, pages: 210 }));
        assert_eq!(read(7, &line.replace(") S", ") Z")), None);
        assert_eq!(read(7, ""), None);
    }
}
