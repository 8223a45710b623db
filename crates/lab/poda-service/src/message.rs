//! Questions and answers. Over a connection every question has a number that its answers repeat.

use core::time::Duration;

use poda_agent::GameLine;
use poda_catalog::TreeNode;
use poda_core::message;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};

use crate::{
    CatalogView, ChosenMove, Context, DraftView, ErrorKind, GameTexts, HeuristicsView, Host, LanguageParam,
    MoveAnalyses, PositionView, ReadGame, ReviewView, RulesPage, SearchProgress, SearchTreeView,
    ServiceError, ServiceLimits, SessionStore, StoryView, Stroke, ToldGame, TreeCache, analysis, draft,
    heuristics, notation, practice, review, rules, stories, told, tree,
};

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Show a position.
    Show {
        /// Where it is.
        line: GameLine,
    },
    /// Let a player choose a move.
    Choose {
        /// The game.
        line: GameLine,
        /// A player of the catalog, or an engine.
        player: String,
    },
    /// Say what every legal move is worth, better and better.
    Analyze {
        /// The game.
        line: GameLine,
        /// A player of the catalog, or an engine.
        player: String,
        /// Milliseconds.
        time: u64,
    },
    /// Search a position and keep the tree.
    Tree {
        /// The game.
        line: GameLine,
        /// `minimax`, `alphabeta`, `pvs`, `blockfirst` or `mcts` with its options, or a player by its name.
        #[cfg_attr(feature = "schema", schema(example = "alphabeta:depth=8,eval=puntuacion"))]
        engine: String,
    },
    /// Show the children of a node of a kept tree.
    Children {
        /// The tree's name.
        tree: String,
        /// The node's number.
        node: u32,
    },
    /// Show more events of a kept tree.
    Events {
        /// The tree's name.
        tree: String,
        /// The place of the first byte.
        from: u32,
    },
    /// Draw a tree to practise on.
    DrawTree {
        /// The same seed gives the same tree.
        seed: u32,
        /// From 1, the easiest, to 4.
        level: u8,
    },
    /// Search a tree to practise on, and keep the search.
    Practice {
        /// The values of its leaves for MAX, who decides at the root.
        #[cfg_attr(feature = "schema", schema(example = "(3 5 (2 9))"))]
        tree: String,
        /// `minimax`, `alphabeta` or `pvs`.
        #[cfg_attr(feature = "schema", schema(example = "alphabeta"))]
        engine: String,
    },
    /// Write exercises as a quiz for Moodle.
    Quiz {
        /// A tree to ask about; drawn ones if there is none.
        #[serde(default)]
        tree: Option<String>,
        /// The seed of the first drawn tree; the others follow.
        seed: u32,
        /// From 1, the easiest, to 4.
        level: u8,
        /// How many trees are drawn, at most 50. There are three questions about each.
        trees: u32,
    },
    /// Compare what the game's heuristics see in a position.
    Heuristics {
        /// The game.
        line: GameLine,
    },
    /// Look at every position of a game again.
    Review {
        /// The game.
        line: GameLine,
        /// Its first moves that nobody chose.
        #[serde(default)]
        opening: usize,
        /// Only if it was kept: nothing is searched then.
        #[serde(default)]
        kept: bool,
    },
    /// Tell every move of a game in words.
    Tell {
        /// The game.
        line: GameLine,
    },
    /// Edit a position.
    Draft {
        /// The game's spec.
        game: String,
        /// The draft so far; the start of the game if there is none.
        #[serde(default)]
        text: Option<String>,
        /// What to change.
        #[serde(default)]
        stroke: Option<Stroke>,
    },
    /// Write a game as texts that other tools read.
    Write {
        /// The game.
        line: GameLine,
        /// Who played: player 1 and player 2.
        #[serde(default)]
        players: Vec<String>,
    },
    /// Read a game from its moves or from PGN.
    Read {
        /// The game's spec, if the text names none.
        game: String,
        /// The text.
        text: String,
    },
    /// Show the rules of a family of games.
    Rules {
        /// Its name.
        family: String,
    },
    /// Tell the stories of the reports.
    Stories,
    /// Show what there is to play and with whom.
    Catalog,
}

impl Request {
    /// The game that it is about, if it is about one.
    pub fn line(&self) -> Option<&GameLine> {
        match self {
            Self::Show { line }
            | Self::Choose { line, .. }
            | Self::Analyze { line, .. }
            | Self::Tree { line, .. }
            | Self::Heuristics { line }
            | Self::Review { line, .. }
            | Self::Tell { line }
            | Self::Write { line, .. } => Some(line),
            Self::Children { .. }
            | Self::Events { .. }
            | Self::DrawTree { .. }
            | Self::Practice { .. }
            | Self::Quiz { .. }
            | Self::Draft { .. }
            | Self::Read { .. }
            | Self::Rules { .. }
            | Self::Stories
            | Self::Catalog => None,
        }
    }

    /// Whether it may take seconds, so that it should wait its turn.
    pub fn takes_time(&self) -> bool {
        match self {
            Self::Choose { .. }
            | Self::Analyze { .. }
            | Self::Tree { .. }
            | Self::Heuristics { .. }
            | Self::Review { .. } => true,
            Self::Show { .. }
            | Self::Children { .. }
            | Self::Events { .. }
            | Self::DrawTree { .. }
            | Self::Practice { .. }
            | Self::Quiz { .. }
            | Self::Tell { .. }
            | Self::Draft { .. }
            | Self::Write { .. }
            | Self::Read { .. }
            | Self::Rules { .. }
            | Self::Stories
            | Self::Catalog => false,
        }
    }

    /// Whether a game needs it. The module that a page without a server fetches first answers only these.
    pub fn is_needed_to_play(&self) -> bool {
        match self {
            Self::Show { .. }
            | Self::Choose { .. }
            | Self::Analyze { .. }
            | Self::Tell { .. }
            | Self::Draft { .. }
            | Self::Write { .. }
            | Self::Read { .. }
            | Self::Catalog => true,
            Self::Tree { .. }
            | Self::Children { .. }
            | Self::Events { .. }
            | Self::DrawTree { .. }
            | Self::Practice { .. }
            | Self::Quiz { .. }
            | Self::Heuristics { .. }
            | Self::Review { .. }
            | Self::Rules { .. }
            | Self::Stories => false,
        }
    }
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// A position.
    Position(Box<PositionView>),
    /// A search goes on.
    Progress(SearchProgress),
    /// A player has chosen.
    Chosen(ChosenMove),
    /// What is known of every move so far.
    Analysis(MoveAnalyses),
    /// A search tree.
    Tree(Box<SearchTreeView>),
    /// The children of a node.
    Children {
        /// Those that were searched, in that order, then those that were pruned.
        children: Vec<TreeNode>,
    },
    /// Events of a search.
    Events {
        /// The place of the first byte.
        from: u32,
        /// As many bytes as one answer holds, in base 64.
        events: String,
    },
    /// A tree to practise on.
    DrawnTree {
        /// As it may be typed.
        #[cfg_attr(feature = "schema", schema(example = "(3 5 (2 9))"))]
        tree: String,
    },
    /// A quiz for Moodle.
    Quiz {
        /// A file in Moodle's GIFT format.
        gift: String,
    },
    /// What heuristics see.
    Heuristics(HeuristicsView),
    /// The positions of a game with their scores, as far as they are known.
    Review(ReviewView),
    /// A game in words.
    Told(ToldGame),
    /// A position that is being edited.
    Draft(Box<DraftView>),
    /// A game as text.
    Texts(GameTexts),
    /// A game that was read.
    Game(ReadGame),
    /// Rules.
    Rules(RulesPage),
    /// The stories of the reports.
    Stories {
        /// In the order in which they are told.
        stories: Vec<StoryView>,
    },
    /// The catalog.
    Catalog(CatalogView),
    /// There is no answer.
    Error {
        /// Why not, in the language of the question.
        error: String,
    },
}

/// Answers a question. What a transport's [`Host`] is told before has the form of an answer too.
///
/// # Errors
/// If there is no answer, saying why.
pub fn handle(request: &Request, context: &mut Context<'_>) -> Result<Reply, ServiceError> {
    Ok(match request {
        Request::Show { line } => {
            let language = context.language;
            let show = |followed: &mut _| Ok(PositionView::new(followed, language));
            Reply::Position(Box::new(context.sessions.with(line, &context.limits, show)?))
        }
        Request::Choose { line, player } => Reply::Chosen(analysis::choose(line, player, context)?),
        Request::Analyze { line, player, time } => {
            Reply::Analysis(analysis::analyze(line, player, Duration::from_millis(*time), context)?)
        }
        Request::Tree { line, engine } => {
            Reply::Tree(Box::new(explained(|| tree::search(line, engine, context))?))
        }
        Request::Children { tree, node } => {
            Reply::Children { children: explained(|| tree::children(tree, *node, context))? }
        }
        Request::Events { tree, from } => {
            Reply::Events { from: *from, events: explained(|| tree::events(tree, *from, context))? }
        }
        Request::DrawTree { seed, level } => {
            Reply::DrawnTree { tree: explained(|| Ok(practice::drawn(*seed, *level)))? }
        }
        Request::Practice { tree, engine } => {
            Reply::Tree(Box::new(explained(|| tree::practise(&tree.parse()?, engine, context))?))
        }
        Request::Quiz { tree, seed, level, trees } => Reply::Quiz {
            gift: explained(|| practice::quiz(tree.as_deref(), (*seed, *level, *trees), context.language))?,
        },
        Request::Heuristics { line } => Reply::Heuristics(explained(|| heuristics::compare(line, context))?),
        Request::Review { line, opening, kept } => {
            Reply::Review(explained(|| review::review(line, *opening, *kept, context))?)
        }
        Request::Tell { line } => Reply::Told(told::tell(line, context)?),
        Request::Draft { game, text, stroke } => {
            Reply::Draft(Box::new(draft::edit(game, text.as_deref(), stroke.as_ref(), context)?))
        }
        Request::Write { line, players } => Reply::Texts(notation::write(line, players, context)?),
        Request::Read { game, text } => Reply::Game(notation::read(game, text, context)?),
        Request::Rules { family } => {
            let (catalog, language) = (context.sessions.catalog(), context.language);
            Reply::Rules(explained(|| rules::page(family, catalog, language, &context.limits))?)
        }
        Request::Stories => Reply::Stories { stories: explained(|| Ok(stories::all()))? },
        Request::Catalog => Reply::Catalog(CatalogView::new(context.sessions.catalog(), context.host.bots())),
    })
}

/// An answer of the whole module. The small one, which has what playing needs ([`Request::is_needed_to_play`]), contains no code for it:
/// a closure that is never called is not compiled, which a condition in front of the match does not achieve.
fn explained<T>(answer: impl FnOnce() -> Result<T, ServiceError>) -> Result<T, ServiceError> {
    if cfg!(feature = "small") {
        let why = message!("this module does not answer that", "este módulo no responde a eso");
        return Err(ServiceError::new(ErrorKind::Missing, why));
    }
    answer()
}

/// Reads a message and answers it if that takes no time, for fuzzing.
///
/// # Errors
/// If it is none, or if there is no answer, saying why.
pub fn read_and_show(text: &str) -> Result<Option<Answer>, ServiceError> {
    struct Timeless;
    impl Host for Timeless {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }
    let Call::Ask(Question { id, lang, request }) = Call::read(text)? else { return Ok(None) };
    if request.takes_time() {
        return Ok(None);
    }
    let (limits, language) = (ServiceLimits::default(), lang.language());
    let (sessions, trees) = (SessionStore::default(), TreeCache::default());
    let mut context =
        Context { limits, language, owner: "", sessions: &sessions, trees: &trees, host: &mut Timeless };
    let reply = handle(&request, &mut context)?;
    Ok(Some(Answer { id: Some(id), reply }))
}

/// A message of a client over a connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Call {
    /// Something to answer.
    Ask(Question),
    /// Something to do with a question.
    Control(Control),
}

/// A question with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Question {
    /// Chosen by the client; the answers repeat it.
    pub id: u32,
    /// The language to answer in.
    #[serde(default)]
    pub lang: LanguageParam,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// What is to be done with a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Control {
    /// End the search that it began; its answer is what is known by then.
    Stop {
        /// The question's number.
        id: u32,
    },
}

impl Call {
    /// Reads a message.
    ///
    /// # Errors
    /// If it is none, saying why.
    pub fn read(text: &str) -> Result<Self, ServiceError> {
        serde_json::from_str(text).map_err(|error| ServiceError::Message(error.to_string()))
    }
}

impl<'de> Deserialize<'de> for Call {
    /// The number and the language are taken out first, so that every request can refuse fields that it does not know.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        if fields.get("do").is_some_and(|word| word == "stop") {
            return Control::deserialize(Value::Object(fields)).map(Self::Control).map_err(D::Error::custom);
        }
        let id = fields.remove("id").ok_or_else(|| D::Error::missing_field("id"))?;
        let id = u32::deserialize(id).map_err(D::Error::custom)?;
        let lang = fields.remove("lang").map(LanguageParam::deserialize).transpose();
        let lang = lang.map_err(D::Error::custom)?.unwrap_or_default();
        let request = Request::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
        Ok(Self::Ask(Question { id, lang, request }))
    }
}

/// A message to a client over a connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    /// The question's number; nothing if it could not be read.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub id: Option<u32>,
    /// The answer.
    #[serde(flatten)]
    pub reply: Reply,
}

impl Answer {
    /// The message as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| {
            // Nothing in a reply can fail to be written; a client would wait for ever for an answer that never comes.
            serde_json::json!({ "id": self.id, "is": "error", "error": error.to_string() }).to_string()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_others_refused() {
        let show = r#"{"do":"show","id":1,"line":{"game":"boom","moves":["4"]},"lang":"es"}"#;
        let Ok(Call::Ask(question)) = Call::read(show) else { panic!("{:?}", Call::read(show)) };
        assert_eq!((question.id, question.lang), (1, LanguageParam::Es));
        assert_eq!(Call::read(&serde_json::to_string(&question).unwrap()), Ok(Call::Ask(question)));
        let stop = r#"{"do":"stop","id":7}"#;
        assert_eq!(Call::read(stop), Ok(Call::Control(Control::Stop { id: 7 })));
        for (text, why) in [
            ("", "not a message: EOF"),
            ("null", "not a message"),
            ("{}", "missing field `id`"),
            (r#"{"id":1}"#, "missing field `do`"),
            (r#"{"do":"jump","id":1}"#, "unknown variant `jump`"),
            (r#"{"do":"catalog"}"#, "missing field `id`"),
            (r#"{"do":"catalog","id":-1}"#, "invalid value"),
            (r#"{"do":"catalog","id":1,"lang":"fr"}"#, "unknown variant `fr`"),
            (r#"{"do":"stop"}"#, "missing field `id`"),
            (r#"{"do":"stop","id":1,"more":2}"#, "unknown field `more`"),
            (r#"{"do":"show","id":1,"line":{"game":"boom"},"more":2}"#, "unknown field `more`"),
            (r#"{"do":"show","id":1,"line":{"game":3}}"#, "invalid type: integer `3`"),
        ] {
            let error = Call::read(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    /// Whatever is sent, it is an answer and not a panic.
    #[test]
    fn broken_messages_are_refused_or_read() {
        let whole = r#"{"do":"choose","id":1,"line":{"game":"boom","moves":["4"]},"player":"ninja3"}"#;
        for place in 0..whole.len() {
            assert!(Call::read(&whole[..place]).is_err());
            for byte in 0..128 {
                let mut bytes = whole.as_bytes().to_vec();
                bytes[place] = byte;
                if let Ok(text) = String::from_utf8(bytes) {
                    let _ = Call::read(&text);
                }
            }
        }
    }
}
