//! Ratings as a picture.

use std::fmt::Write;

use poda_contest::{ContestState, StandingsRow};

const ROW: f64 = 28.0;
const LEFT: f64 = 190.0;
const WIDTH: f64 = 760.0;
const TOP: f64 = 34.0;
/// Right of the axis there is room for the numbers.
const RIGHT: f64 = 130.0;
/// So many letters of a name fit.
const LONGEST_NAME: usize = 24;

/// Every player with its rating and the interval at 95 %, the best on top.
pub(super) fn ratings(state: &ContestState, title: &str) -> String {
    let rows = &state.standings().rows;
    let players = &state.contest().players;
    let ends = |row: &StandingsRow| [row.rating.elo - row.rating.error, row.rating.elo + row.rating.error];
    let low = rows.iter().map(|row| ends(row)[0]).fold(0.0, f64::min);
    let high = rows.iter().map(|row| ends(row)[1]).fold(0.0, f64::max);
    let step = step((high - low).max(1.0));
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let across = |elo: f64| LEFT + (elo - low) / (high - low).max(1.0) * (WIDTH - LEFT - RIGHT);
    let bottom = TOP + ROW * rows.len() as f64;
    let height = bottom + 46.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"20\">{title}</text>\n",
        title = escaped(title),
    );
    let mut tick = low;
    while tick <= high + step / 2.0 {
        let x = across(tick);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{}\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:+.0}</text>",
            if tick.abs() < 0.5 { colour("soft") } else { colour("line") },
            bottom + 18.0,
        );
        tick += step;
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.1}\" fill=\"{}\">Elo, 95 %</text>",
        bottom + 38.0,
        colour("soft")
    );
    let blue = colour("max");
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (place as f64 + 0.5);
        let [from, to] = ends(row).map(across);
        let (x, middle) = (across(row.rating.elo), y + 4.5);
        let name: String = players[row.player].name.chars().take(LONGEST_NAME).collect();
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>\n\
             <path d=\"M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v10M{to:.1} {:.1}v10\" stroke=\"{blue}\" stroke-width=\"1.5\" fill=\"none\"/>\n\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{blue}\"/>\n\
             <text x=\"{:.1}\" y=\"{middle:.1}\">{:+.0} ± {:.0}</text>",
            LEFT - 10.0,
            escaped(&name),
            y - 5.0,
            y - 5.0,
            WIDTH - RIGHT + 14.0,
            row.rating.elo.round() + 0.0,
            row.rating.error,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A colour of the page by its name.
fn colour(name: &str) -> &'static str {
    let lines = include_str!("../../../../../../web/src/palette.css").lines();
    let mut colours =
        lines.filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "));
    colours.find(|(known, _)| *known == name).map_or("black", |(_, colour)| colour)
}

/// A round distance between ticks, so that there are five to ten of them.
fn step(range: f64) -> f64 {
    let power = 10f64.powf((range / 5.0).log10().floor());
    [5.0, 2.0, 1.0].map(|factor| factor * power).into_iter().find(|step| range / step >= 4.0).unwrap_or(power)
}

/// Text inside an element; a letter that XML does not know becomes a blank.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
