//! What came of several steps, of which one that fails does not keep the others from being run.

use crate::steps::{Result, fail, say, say_costs};

/// What failed, and what could not be tried.
#[derive(Default)]
pub(crate) struct StepResults {
    failed: Vec<String>,
    missing: Vec<String>,
}

impl StepResults {
    /// Notes how a step ended.
    pub(crate) fn note(&mut self, result: Result) {
        if let Err(error) = result {
            say(&format!("── {error}"));
            self.failed.push(error.to_string());
        }
    }

    /// Whether something is there; if not, it is noted with the way to get it.
    pub(crate) fn has(&mut self, what: &str, found: Result) -> bool {
        if let Err(error) = &found {
            say(&format!("── missing for {what}: {error}"));
            self.missing.push(format!("for {what}: {error}"));
        }
        found.is_ok()
    }

    /// Says what each step took; an error if something failed, or was missing and that is not allowed.
    pub(crate) fn end(self, allow_missing: bool) -> Result {
        say_costs();
        if !self.missing.is_empty() {
            say(&format!("\nnot tested, because something is missing:\n  {}", self.missing.join("\n  ")));
        }
        if !self.failed.is_empty() {
            return fail(format!("{} steps failed:\n  {}", self.failed.len(), self.failed.join("\n  ")));
        }
        if self.missing.is_empty() {
            say("everything holds");
            Ok(())
        } else if allow_missing {
            say("everything that was tested holds");
            Ok(())
        } else {
            fail("something is missing, see above; --allow-missing accepts that")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_or_is_missing_is_red() {
        let mut fine = StepResults::default();
        fine.note(Ok(()));
        assert!(fine.has("this", Ok(())));
        assert!(fine.end(false).is_ok());
        for allowed in [false, true] {
            let mut missing = StepResults::default();
            assert!(!missing.has("that", fail("get it")));
            assert_eq!(missing.end(allowed).is_ok(), allowed);
            let mut failed = StepResults::default();
            failed.note(fail("broken"));
            assert_eq!(failed.end(allowed).unwrap_err().to_string(), "1 steps failed:\n  broken");
        }
    }
}
