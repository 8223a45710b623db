use std::sync::{Arc, LazyLock};

use poda_agent::{GameLine, GameSession};

use crate::{AnyGame, Family, OpenLineError, SpecError, error::closest, families};

/// The games that a program knows: the built-in families, and those that it is given while it runs. A clone is the same catalog.
#[derive(Clone, Debug)]
pub struct Catalog {
    families: Arc<[Arc<Family>]>,
}

/// The families that come with Poda.
static BUILT_IN: LazyLock<Catalog> = LazyLock::new(|| Catalog {
    families: families::BUILT_IN.iter().map(|family| Arc::new(family())).collect(),
});

/// A game, and a session at the end of a line of it.
pub type OpenLine = (Arc<dyn AnyGame>, GameSession);

impl Catalog {
    /// The catalog that programs start with.
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    /// A catalog with one family more. It takes the place of one that has the same name.
    #[must_use]
    pub fn with(&self, family: Family) -> Self {
        let others = self.families.iter().filter(|other| other.name != family.name).cloned();
        let others: Vec<_> = others.collect();
        Self { families: others.into_iter().chain([Arc::new(family)]).collect() }
    }

    /// All families, in the order of menus.
    pub fn families(&self) -> &[Arc<Family>] {
        &self.families
    }

    /// The family of a name, or of a game's spec.
    pub fn family(&self, spec: &str) -> Option<&Arc<Family>> {
        let name = spec.split(':').next();
        self.families.iter().find(|family| Some(family.name.as_str()) == name)
    }

    /// The specs of the variants that every test of a catalog plays.
    pub fn samples(&self) -> impl Iterator<Item = &str> {
        self.families.iter().flat_map(|family| &family.samples).map(String::as_str)
    }

    /// Opens a game by its spec, such as `connect4:8x8`.
    ///
    /// # Errors
    /// If there is no such game, naming the text and the known games.
    pub fn open(&self, spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
        let (name, arguments) = spec.split_once(':').unwrap_or((spec, ""));
        let family = self.family(name).ok_or_else(|| {
            let known: Vec<String> = self.families.iter().map(|family| family.name.clone()).collect();
            SpecError::UnknownGame { name: name.to_owned(), suggestion: closest(name, &known), known }
        })?;
        (family.open)(family, arguments).map_err(|why| SpecError::BadGame { spec: spec.to_owned(), why })
    }

    /// Opens the game that a line names, and follows the line to its end.
    ///
    /// # Errors
    /// If there is no such game, or if the line is not a game by its rules; then the error names the ply.
    pub fn open_line(&self, line: &GameLine) -> Result<OpenLine, OpenLineError> {
        let game = self.open(&line.game)?;
        let session = game.follow(line)?;
        Ok((game, session))
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::built_in()
    }
}
