//! What the arena says, in both languages.

use poda_contest::{
    Contest, FaultCount, Termination, Workforce,
    statistics::{EloEstimate, Results, SprtState},
};
use poda_core::{Bracketed, Language, Translate, text};

/// Sentences and headings about contests.
#[derive(Clone, Copy)]
pub(super) struct ContestTexts(pub(super) Language);

impl ContestTexts {
    fn pick<T: Bracketed>(self, english: T, spanish: T) -> T {
        self.0.pick(english, spanish)
    }

    /// `Score of A vs B: 2 - 0 - 2  [0.750] 4`, as the tools of the field print it.
    pub(super) fn score(self, results: Results, [a, b]: [&str; 2]) -> String {
        let title = self.pick(format!("Score of {a} vs {b}"), format!("Resultado de {a} contra {b}"));
        let (score, games) = (wins_losses_draws(results), results.games());
        format!("{title}: {score}  [{:.3}] {games}", results.share())
    }

    /// `A playing first: 1 - 0 - 1`.
    pub(super) fn by_side(self, name: &str, [first, second]: [Results; 2]) -> [String; 2] {
        let [as_first, as_second] =
            self.pick(["playing first", "playing second"], ["como primero", "como segundo"]);
        [(as_first, first), (as_second, second)]
            .map(|(side, results)| format!("{name} {side}: {}", wins_losses_draws(results)))
    }

    /// `Elo difference: 190.85 +/- 457.95, LOS: 97.72 %, DrawRatio: 50.00 %`.
    pub(super) fn elo(self, estimate: EloEstimate, superiority: f64, draw_ratio: f64) -> String {
        // Without the sign of a number that rounds to nothing.
        let unsigned = |elo: f64| if elo.abs() < 0.005 { 0.0 } else { elo };
        let elo =
            match estimate {
                EloEstimate::Between { elo, error } => format!("{:.2} +/- {error:.2}", unsigned(elo)),
                EloEstimate::AtLeast(bound) => self
                    .pick(format!("at least {bound:+.0} at 95 %"), format!("al menos {bound:+.0} al 95 %")),
                EloEstimate::AtMost(bound) => self
                    .pick(format!("at most {bound:+.0} at 95 %"), format!("como mucho {bound:+.0} al 95 %")),
                EloEstimate::Unknown => self.pick("unknown", "desconocida").to_owned(),
            };
        let [title, draws] = self.pick(["Elo difference", "DrawRatio"], ["Diferencia de Elo", "Tablas"]);
        format!("{title}: {elo}, LOS: {:.2} %, {draws}: {:.2} %", superiority * 100.0, draw_ratio * 100.0)
    }

    /// `, normalized Elo: 3.05 +/- 2.31`.
    pub(super) fn normalized_elo(self, elo: f64, error: f64) -> String {
        let title = self.pick("normalized Elo", "Elo normalizado");
        format!(", {title}: {elo:.2} +/- {error:.2}")
    }

    /// `SPRT: llr 2.95 (100.2%), lbound -2.94, ubound 2.94`.
    pub(super) fn sprt(state: SprtState) -> String {
        let SprtState { llr, lower, upper } = state;
        format!("SPRT: llr {llr:.2} ({:.1}%), lbound {lower:.2}, ubound {upper:.2}", state.progress() * 100.0)
    }

    pub(super) fn distinct(self, distinct: u64, games: u64) -> String {
        format!("{}: {distinct} / {games}", self.pick("Distinct games", "Partidas distintas"))
    }

    /// `mine: 4 lost by illegal moves; the first, game 3: illegal move "9"`.
    pub(super) fn fault(self, name: &str, fault: &FaultCount) -> String {
        let FaultCount { kind, count, game, reason } = fault;
        let by = match kind {
            Termination::Timeout => self.pick("by time", "por tiempo"),
            Termination::Crash => self.pick("by a failure of its program", "por un fallo de su programa"),
            Termination::NoStart => self.pick("by not starting", "por no arrancar"),
            _ => self.pick("by an illegal move", "por una jugada ilegal"),
        };
        let reason = reason.text(self.0);
        text!(
            self.0,
            "{name}: {count} lost {by}; the first is game {game}: {reason}",
            "{name}: {count} perdidas {by}; la primera es la partida {game}: {reason}",
            name,
            count,
            by,
            game,
            reason
        )
    }

    pub(super) fn missing(self, missing: u64, planned: u64) -> String {
        text!(
            self.0,
            "Missing: {missing} of {planned} games",
            "Faltan: {missing} de {planned} partidas",
            missing,
            planned
        )
    }

    /// The same beside a row of a table.
    pub(super) fn faults_in_table(self, faults: u64) -> String {
        self.pick(format!("({faults} by fault)"), format!("({faults} por falta)"))
    }

    /// What was played, so that it can be repeated.
    pub(super) fn contest(self, contest: &Contest) -> String {
        let Contest { game, plan, openings, seed, .. } = contest;
        let format = if contest.is_match() { String::new() } else { format!("{}, ", plan.format) };
        self.pick(
            format!("Game: {game}, {format}openings: {openings}, seed: {seed}"),
            format!("Juego: {game}, {format}aperturas: {openings}, semilla: {seed}"),
        )
    }

    /// Headings of a table: player, rating, points, as first, as second.
    pub(super) fn headings(self) -> [&'static str; 5] {
        self.pick(
            ["player", "Elo +/- 95 %", "points", "as first", "as second"],
            ["jugador", "Elo +/- 95 %", "puntos", "como primero", "como segundo"],
        )
    }

    /// `40 games`.
    pub(super) fn games(self, games: u64) -> String {
        text!(self.0, "{games} games", "{games} partidas", games)
    }

    /// Headings of the table for reports.
    pub(super) fn report_headings(self) -> [&'static str; 10] {
        self.pick(
            ["#", "player", "Elo", "± 95 %", "points", "games", "wins", "losses", "draws", "by fault"],
            [
                "#",
                "jugador",
                "Elo",
                "± 95 %",
                "puntos",
                "partidas",
                "ganadas",
                "perdidas",
                "tablas",
                "por falta",
            ],
        )
    }

    /// `preparing 50 openings`.
    pub(super) fn preparing(self, openings: u64) -> String {
        self.pick(format!("preparing {openings} openings"), format!("preparando {openings} aperturas"))
    }

    /// `12/40 games, 1:32 left`.
    pub(super) fn progress(self, played: u64, planned: u64, left: &str) -> String {
        self.pick(
            format!("{played}/{planned} games, {left} left"),
            format!("{played}/{planned} partidas, quedan {left}"),
        )
    }

    /// `3 workers, 10 of 12 jobs at a time`.
    pub(super) fn workforce(self, force: Workforce) -> String {
        let Workforce { workers, slots, busy } = force;
        self.pick(
            format!("{workers} workers with {busy} of {slots} jobs"),
            format!("{workers} máquinas con {busy} de {slots} trabajos"),
        )
    }

    /// The same on a bar.
    pub(super) fn bar(self) -> &'static str {
        self.pick(
            "{prefix}{wide_bar} {pos}/{len} games ({rate}), {rest} left\n{msg}",
            "{prefix}{wide_bar} {pos}/{len} partidas ({rate}), quedan {rest}\n{msg}",
        )
    }
}

fn wins_losses_draws(results: Results) -> String {
    format!("{} - {} - {}", results.wins, results.losses, results.draws)
}
