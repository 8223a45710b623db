//! The programs of a contest on their way to workers.

use poda_bots::Luggage;
use poda_contest::{Contest, ContestObserver, Player, contest_to_json};
use poda_core::{Message, Translate, message};

use crate::{
    QueueError,
    dispatch::Dispatch,
    parcel,
    server::Connection,
    wire::{self, Work},
};

/// The contest as workers get it, with the players' programs on the server. A program that cannot be packed is the fault of its player alone,
/// who loses its games with that reason.
pub(crate) async fn work_of(
    connection: &Connection,
    contest: &Contest,
    observer: &dyn ContestObserver,
) -> Result<Work, QueueError> {
    let mut there = contest.clone();
    let mut parcels = Vec::new();
    for player in &mut there.players {
        let Some(packed) = pack(player) else {
            parcels.push(None);
            continue;
        };
        player.folder = None;
        match packed {
            Ok((spec, bytes)) => {
                player.spec = spec;
                parcels.push(Some(Ok(Dispatch::store(connection, &bytes).await?)));
            }
            Err(why) => {
                let name = &player.name;
                observer.notice(&message!(language =>
                    "{name} loses its games: {why}",
                    "{name} pierde sus partidas: {why}",
                    name,
                    why = why.text(language)
                ));
                // Workers show a name, and start nothing.
                "guest".clone_into(&mut player.spec);
                parcels.push(Some(Err(wire::bounded(&why))));
            }
        }
    }
    Ok(Work::Games { contest: contest_to_json(&there), parcels })
}

/// The program of a player: its spec on workers, and what it takes along.
fn pack(player: &Player) -> Option<Result<(String, Vec<u8>), Message>> {
    let failed = |why: Message| {
        message!(language =>
            "its program cannot be sent to other machines: {why}",
            "su programa no se puede enviar a otras máquinas: {why}",
            why = why.text(language)
        )
    };
    let luggage = Luggage::of(&player.spec, player.folder.as_deref())?;
    let packed = luggage.map_err(|error| error.message()).and_then(|luggage| {
        let bytes = parcel::pack(&luggage)?;
        Ok((luggage.spec, bytes))
    });
    Some(packed.map_err(failed))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_that_cannot_be_packed_is_named_and_no_error_of_the_run() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bot.py"), "print(1)").unwrap();
        let player = |spec: &str| Player {
            folder: Some(folder.path().to_owned()),
            ..Player::read_all(&[spec]).remove(0)
        };
        assert!(pack(&player("random")).is_none());
        assert!(pack(&player("json:python3 bot.py")).unwrap().is_ok());
        let broken = pack(&player("json:python3 'bot.py")).unwrap();
        assert!(broken.unwrap_err().english().starts_with("its program cannot be sent"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/", folder.path().join("data")).unwrap();
            let why = pack(&player("json:python3 bot.py")).unwrap().unwrap_err();
            assert!(why.english().contains("data is a link that leads out of its folder"), "{why}");
        }
    }
}
