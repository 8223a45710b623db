use std::io::Write;

use poda_catalog::{NodeBound, NodeKind, PlayerSpec, SearchTree, TreeNode, player_spec};
use poda_core::{Language, Score, TextStyle, Translate, message, text};
use serde_json::{Value, json};

use super::{best::BestObserver, stdout};
use crate::{
    arguments::{OutputOptions, TreeArgs},
    failure::Failure,
    interrupt, json,
    terminal::{say, style, thousands},
    weights,
};

/// Nodes that are recorded, some 50 bytes each.
const MOST_RECORDED: usize = 2_000_000;

/// A node with what is printed below it.
struct Branch {
    node: TreeNode,
    children: Vec<Self>,
    /// The moves that were cut off.
    pruned: Vec<String>,
    /// Children that were searched, but are not printed.
    hidden: u32,
}

/// What is still to be printed, and what found no room.
struct TreeLimit {
    levels: u32,
    left: u32,
    omitted: u64,
}

pub(crate) fn run(args: &TreeArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.position.open()?;
    let mut spec = match weights::player(&args.agent, game.as_ref())? {
        PlayerSpec::Engine { spec, .. } => spec,
        // Only the catalog's searches have trees: it says that this is none.
        PlayerSpec::Program(_) | PlayerSpec::Guest(_) => player_spec(game.as_ref(), &args.agent)?,
    };
    if let Some(depth) = args.depth {
        spec = spec.with_option("depth", &depth.to_string())?;
    }
    let tree =
        game.search_tree(&spec, None, session.state().as_ref(), MOST_RECORDED, &mut BestObserver::silent())?;
    let mut room = TreeLimit { levels: args.levels, left: args.limit, omitted: 0 };
    let root = tree.node(0).map(|root| room.branch(tree.as_ref(), root, 0));
    if output.json {
        let summary = tree.summary();
        let content = json!({
            "player": json::unnamed(&args.agent),
            "best": summary.best,
            "score": summary.score,
            "depth": summary.depth,
            "nodes": summary.nodes,
            "leaves": summary.leaves,
            "recorded": summary.recorded,
            "complete": summary.is_whole,
            "stopped": interrupt::asked(),
            "omitted": room.omitted,
            "root": root.as_ref().map(branch_json),
        });
        json::print_at("tree", &session, content)?;
    } else {
        print(tree.as_ref(), root.as_ref(), &room, output.language())?;
    }
    if interrupt::asked() {
        return Err(Failure::Interrupted(message!(
            "stopped: some nodes are unfinished",
            "detenido: hay nodos sin terminar"
        )));
    }
    Ok(())
}

impl TreeLimit {
    /// A node and what there is room for below it. The root is at level 0.
    fn branch(&mut self, tree: &dyn SearchTree, node: TreeNode, level: u32) -> Branch {
        self.left = self.left.saturating_sub(1);
        let mut branch = Branch { node, children: Vec::new(), pruned: Vec::new(), hidden: 0 };
        let Some(number) = branch.node.node else { return branch };
        if level == self.levels {
            branch.hidden = branch.node.children;
            return branch;
        }
        for child in tree.children(number) {
            if child.node.is_none() {
                branch.pruned.push(child.mv);
            } else if self.left == 0 {
                branch.hidden += 1;
                self.omitted += 1;
            } else {
                branch.children.push(self.branch(tree, child, level + 1));
            }
        }
        branch
    }
}

fn print(
    tree: &dyn SearchTree,
    root: Option<&Branch>,
    room: &TreeLimit,
    language: Language,
) -> Result<(), Failure> {
    let out = &mut stdout();
    let summary = tree.summary();
    let strong = style(TextStyle::Strong);
    let score = summary.score.map_or_else(|| "-".to_owned(), |score| score.text(language));
    let [nodes, leaves] = [summary.nodes, summary.leaves].map(|count| thousands(count, language));
    let head = text!(
        language,
        "best {best}  score {score}  depth {depth}  nodes {nodes}  leaves {leaves}",
        "mejor {best}  puntuación {score}  profundidad {depth}  nodos {nodes}  hojas {leaves}",
        best = summary.best,
        score,
        depth = summary.depth,
        nodes,
        leaves,
    );
    writeln!(out, "{strong}{head}{strong:#}")?;
    let mut rows = Vec::new();
    if let Some(root) = root {
        row(&mut rows, root, "", "", language);
    }
    let width = |column: usize| {
        rows.iter().map(|row: &[String; 5]| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for [place, who, window, value, what] in &rows {
        let line = format!(
            "{place:<0$}  {who:<1$}  {window:<2$}  {value:>3$}  {what}",
            widths[0], widths[1], widths[2], widths[3]
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if room.omitted > 0 {
        say(&text!(
            language,
            "nodes of these levels that are not printed, nor what is below them: {omitted} (--limit sets how many are)",
            "nodos de estos niveles que no se muestran, ni lo que hay debajo: {omitted} (--limit dice cuántos caben)",
            omitted = thousands(room.omitted, language),
        ));
    }
    if !summary.is_whole {
        say(&text!(
            language,
            "only the first {recorded} nodes were recorded",
            "solo se han registrado los primeros {recorded} nodos",
            recorded = thousands(u64::from(summary.recorded), language),
        ));
    }
    Ok(())
}

/// The rows of a node and of what is below it. `before` stands before its own row, `below` before those of its children.
fn row(rows: &mut Vec<[String; 5]>, branch: &Branch, before: &str, below: &str, language: Language) {
    let Branch { node, children, pruned, hidden } = branch;
    let name = if node.mv.is_empty() { language.pick("root", "raíz") } else { &node.mv };
    let who = if node.maximizes { language.pick("max", "máx") } else { language.pick("min", "mín") };
    let ends = [node.alpha, node.beta];
    let end = |score: Option<Score>, open: &str| {
        score.map_or_else(|| open.to_owned(), |score| score.text(language))
    };
    let window = if ends == [None, None] {
        String::new()
    } else {
        format!("[{}, {}]", end(ends[0], "-∞"), end(ends[1], "+∞"))
    };
    let sign = if node.bound == NodeBound::Exact { "" } else { node.bound.sign() };
    let value = node.score.map_or_else(String::new, |score| format!("{sign}{}", score.text(language)));
    rows.push([format!("{before}{name}"), who.to_owned(), window, value, what(node, *hidden, language)]);
    let last = children.len() - usize::from(pruned.is_empty() && !children.is_empty());
    for (index, child) in children.iter().enumerate() {
        let (corner, line) = if index == last { ("└ ", "  ") } else { ("├ ", "│ ") };
        row(rows, child, &format!("{below}{corner}"), &format!("{below}{line}"), language);
    }
    if !pruned.is_empty() {
        let word = language.pick("pruned", "podadas");
        let place = format!("{below}└ ✂ {}", pruned.join(" "));
        rows.push([place, String::new(), String::new(), String::new(), word.to_owned()]);
    }
}

/// What became of a node, in words.
fn what(node: &TreeNode, hidden: u32, language: Language) -> String {
    let mut words = vec![
        match node.kind {
            NodeKind::Expanded | NodeKind::Pruned => "",
            NodeKind::CutOff => language.pick("cut-off", "poda"),
            NodeKind::Leaf => language.pick("leaf", "hoja"),
            NodeKind::Terminal => language.pick("game over", "fin de la partida"),
            NodeKind::TableHit => language.pick("from the table", "de la tabla"),
            NodeKind::Unfinished => language.pick("unfinished", "sin terminar"),
        }
        .to_owned(),
    ];
    if node.research {
        words.push(language.pick("searched again", "buscada otra vez").to_owned());
    }
    if node.keeps_turn && !node.mv.is_empty() {
        words.push(language.pick("same side again", "vuelve a decidir").to_owned());
    }
    if hidden > 0 {
        let below = node.size.saturating_sub(1);
        words.push(if below == 1 {
            language.pick("1 node below", "1 nodo debajo").to_owned()
        } else {
            let below = thousands(u64::from(below), language);
            text!(language, "{below} nodes below", "{below} nodos debajo", below)
        });
    }
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// A node with those that are printed below it.
fn branch_json(Branch { node, children, pruned, hidden }: &Branch) -> Value {
    json!({
        "move": (!node.mv.is_empty()).then_some(&node.mv),
        "side": json::side(node.side),
        "keeps_turn": node.keeps_turn && !node.mv.is_empty(),
        "maximizes": node.maximizes,
        "alpha": node.alpha,
        "beta": node.beta,
        "score": node.score,
        "bound": node.bound,
        "kind": node.kind,
        "research": node.research,
        "size": node.size,
        "children": children.iter().map(branch_json).collect::<Vec<_>>(),
        "hidden": hidden,
        "pruned": pruned,
    })
}
