use poda_eval::{OpenLines, weights};
use poda_mnk::{Mnk, Nraya};

use super::EngineParts;

impl<const N: usize> EngineParts for Mnk<N> {
    type BuiltIn = OpenLines;

    const INLINES: bool = !cfg!(feature = "small");

    fn built_in() -> OpenLines {
        weights::MNK
    }

    fn guess() -> OpenLines {
        weights::OPEN_LINES_GUESS
    }
}

impl EngineParts for Nraya {
    type BuiltIn = OpenLines;

    const INLINES: bool = !cfg!(feature = "small");

    fn built_in() -> OpenLines {
        weights::NRAYA
    }

    fn guess() -> OpenLines {
        weights::OPEN_LINES_GUESS
    }
}
