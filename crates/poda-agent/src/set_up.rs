use crate::{GameLine, GameSession};

/// Brings a session to the end of a line, whatever was played before.
///
/// # Errors
/// If the line is not a game of these rules, naming the ply.
pub fn set_up(session: &mut dyn GameSession, line: &GameLine) -> Result<(), String> {
    while session.undo() {}
    if let Some(position) = &line.start {
        session.set_up(position).map_err(|error| error.to_string())?;
    }
    for (index, text) in line.moves.iter().enumerate() {
        session.play(text).map_err(|error| format!("ply {}: {error}", index + 1))?;
    }
    Ok(())
}
