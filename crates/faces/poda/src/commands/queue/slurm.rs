use std::io::Write;

use clap::{CommandFactory, FromArgMatches};
use poda_agent::{BotLimits, ThinkingLimits};
use poda_bots::Protocol;
use poda_catalog::SpecError;
use poda_contest::{Conditions, NODES_ELSEWHERE, Player, resume_options};
use poda_core::{Message, Translate, message};

use crate::{
    arguments::{Cli, Command, ContestSettings, OutputOptions, SlurmArgs},
    catalog::catalog,
    commands::any_seed,
    failure::Failure,
    queue::{is_by_time, warn_about_time},
    terminal::stdout,
};

/// Writes the script of an array job.
pub(crate) fn run(args: &SlurmArgs, output: OutputOptions) -> Result<(), Failure> {
    let wrong = |why: Message| {
        let command = args.command.join(" ");
        Failure::Usage(Message::new(|language| {
            poda_core::text!(
                language,
                "{command:?}: {why}",
                "{command:?}: {why}",
                command,
                why = why.text(language)
            )
        }))
    };
    let words = std::iter::once("poda").chain(args.command.iter().map(String::as_str));
    // What a task would refuse is refused before a thousand of them do it.
    let parsed = Cli::command()
        .try_get_matches_from(words)
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map_err(|error| {
            let text = anstream::adapter::strip_str(error.render().to_string().trim()).to_string();
            wrong(Message::verbatim(
                text.strip_prefix("error: ").unwrap_or(&text).lines().next().unwrap_or_default(),
            ))
        })?;
    let (settings, players): (&ContestSettings, _) = match &parsed.command {
        Command::Match(args) => (&args.settings, Player::read_all(&[&args.first, &args.second])),
        Command::Tournament(args) => (&args.settings, Player::read_all(&args.players)),
        _ => {
            return Err(wrong(message!(
                "only match and tournament can be cut into parts",
                "solo match y tournament se pueden cortar en partes"
            )));
        }
    };
    if settings.shard.is_some()
        || settings.shards.shards.is_some()
        || settings.queue.queue.is_some()
        || settings.records.is_given()
    {
        return Err(wrong(message!(
            "--shard, --shards, --db and --queue are given by the script",
            "--shard, --shards, --db y --queue los pone el guion"
        )));
    }
    if let Command::Tournament(tournament) = &parsed.command
        && tournament.format.looks_at_results()
    {
        let format = tournament.format;
        return Err(wrong(message!(
            "a {format} cannot be played in parts: its pairings depend on all results",
            "un torneo {format} no se puede jugar por partes: sus emparejamientos dependen de todos los resultados",
            format
        )));
    }
    check_players(&settings.game, &players).map_err(|error| wrong(error.message()))?;
    if args.name.is_empty()
        || !args.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    {
        let name = &args.name;
        return Err(Failure::Usage(message!(
            "--name {name:?}: only letters, digits, - _ and .",
            "--name {name:?}: solo letras, cifras, - _ y .",
            name
        )));
    }
    let mut command = args.command.clone();
    if settings.seed.is_none() {
        command.extend(["--seed".to_owned(), any_seed().to_string()]);
    }
    let Conditions { thinking, bots, .. } = settings.conditions();
    if thinking == ThinkingLimits::default() {
        command.extend(["--nodes".to_owned(), NODES_ELSEWHERE.to_string()]);
    }
    if thinking.time.is_some() || players.iter().any(|player| is_by_time(&player.spec)) {
        warn_about_time(output.language());
    }
    let (shards, name, options) = (args.shards, &args.name, resumed(bots, &players));
    let quoted: Vec<String> = command.iter().map(|word| quote(word)).collect();
    let [play, join] = output.language().pick(
        ["a task that was stopped goes on with what it has", "when all tasks have ended"],
        ["una tarea interrumpida sigue con lo que tiene", "cuando terminen todas las tareas"],
    );
    write!(
        stdout(),
        "#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task={threads}
#SBATCH --output={name}-%a.log
set -eu
part=\"$SLURM_ARRAY_TASK_ID\"
# {play}
if [ -s \"{name}-$part.db\" ]; then
    exec \"${{PODA:-poda}}\" resume 1 --concurrency {threads} --db \"{name}-$part.db\"{options}
fi
exec \"${{PODA:-poda}}\" {command} --shard \"$part/{shards}\" --db \"{name}-$part.db\"
# {join}: poda merge {name}-*.db --db {name}.db
",
        threads = settings.concurrency,
        command = quoted.join(" "),
    )?;
    Ok(())
}

/// Sees that the game and its players exist. Programs and files of weights may be on the cluster only.
fn check_players(game: &str, players: &[Player]) -> Result<(), SpecError> {
    let game = catalog().open(game)?;
    let known_here = |player: &&Player| !is_program(player) && !player.spec.contains('@');
    for player in players.iter().filter(known_here) {
        poda_catalog::player_spec(game.as_ref(), &player.spec)?;
    }
    Ok(())
}

/// The options of `poda resume` for a restarted task.
fn resumed(bots: BotLimits, players: &[Player]) -> String {
    resume_options(bots, players.iter().any(is_program), false)
}

fn is_program(player: &Player) -> bool {
    Protocol::of_spec(&player.spec).is_some()
}

/// A word that a shell takes as it is.
fn quote(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=:,./@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn nothing_in_a_word_is_for_the_shell() {
        for (word, quoted) in [
            ("match", "match"),
            ("pvs:depth=3,eval=runs", "pvs:depth=3,eval=runs"),
            ("", "''"),
            ("json:python3 bot.py", "'json:python3 bot.py'"),
            ("a;rm -rf $HOME", "'a;rm -rf $HOME'"),
            ("it's", "'it'\\''s'"),
        ] {
            assert_eq!(quote(word), quoted);
        }
    }
}
