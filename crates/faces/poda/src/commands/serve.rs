use std::{
    fs,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use etcetera::BaseStrategy;
use poda_core::{Language, Message, Text, Translate, message, text};
use poda_web::{AccessOptions, AccessToken, BotList, RunExecutor, ServerLimits, ServerOptions, outward};

use super::SandboxTold;
use crate::{
    arguments::{OutputOptions, ServeArgs},
    catalog::catalog,
    failure::Failure,
    interrupt, queue,
    terminal::say,
};

pub(crate) fn run(args: ServeArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    if args.allow_bots {
        return Err(Failure::Usage(message!(
            "--allow-bots is gone: list the programs in a file and give `--bots FILE` (see docs/page.md)",
            "--allow-bots ya no existe: apunta los programas en un fichero y da `--bots FICHERO` (mira docs/es/page.md)",
        )));
    }
    poda_memory::share_heaps();
    // Whoever wants games elsewhere wants runs there too, unless told otherwise.
    let records = match &args.data {
        Some(folder) => args.records.path_or(folder),
        None => args.records.path()?,
    };
    let bots = args.bots.as_deref().map(read_bots).transpose()?.unwrap_or_default();
    let folder = match args.data {
        Some(folder) => folder,
        None => data_folder()?,
    };
    let bot_limits = args.sandbox.limits();
    if !bots.is_empty() {
        SandboxTold::new(language, false).tell(&bot_limits)?;
    }
    let machines = queue::executor(&args.queue)?;
    if machines.is_some() && !bots.is_empty() {
        queue::warn_about_time(language);
    }
    let token = if args.host.is_loopback() && bots.is_empty() { None } else { Some(token()?) };
    let options = ServerOptions {
        games: Some(folder.join("games.sqlite")),
        records: Some(records),
        access: AccessOptions { names: args.names, token },
        bots,
        bot_limits,
        limits: ServerLimits {
            thinking: Duration::from_secs(args.think),
            run_time: Duration::from_mins(args.run_time),
            live_per_client: args.connections,
            waiting: args.waiting.into(),
            ..ServerLimits::default()
        },
        machines: machines.map(|machines| RunExecutor(machines.into())),
        catalog: catalog().clone(),
        ..ServerOptions::new(SocketAddr::new(args.host, args.port))
    };
    if !poda_web::has_page() {
        say(language.pick(
            "this binary was built without the page: `cargo xtask page`, then build again",
            "este binario se compiló sin la página: `cargo xtask page` y vuelve a compilar",
        ));
    }
    let said = options.clone();
    let kept = Text::new("the games are kept", "las partidas quedan guardadas");
    // Other machines have to be told that nobody plays on; otherwise everything is on disk already.
    let has_machines = options.machines.is_some();
    let ready = |address: SocketAddr| {
        greet(&said, address, language);
        if !has_machines {
            interrupt::leave_with(kept.get(language));
        }
    };
    let stop = poda_web::until(move || has_machines && interrupt::asked());
    poda_web::serve(options, ready, stop).map_err(|error| Failure::failed(&error))?;
    Err(Failure::Interrupted(kept.into()))
}

/// Says where the page is, and what is open to whom.
fn greet(options: &ServerOptions, address: SocketAddr, language: Language) {
    let query = options.access.token.as_ref().map(|token| format!("/?token={}", token.text()));
    let query = query.unwrap_or_default();
    let port = address.port();
    let here = if address.ip().is_unspecified() { SocketAddr::new(own(address.ip()), port) } else { address };
    say(&text!(
        language,
        "the page is at http://{here}{query} (Ctrl-C ends it)",
        "la página está en http://{here}{query} (Ctrl-C la termina)",
        here,
        query,
    ));
    if let Some(there) = outward(address.ip()) {
        let there = SocketAddr::new(there, port);
        say(&text!(
            language,
            "from other machines: http://{there}{query}",
            "desde otras máquinas: http://{there}{query}",
            there,
            query,
        ));
    }
    for line in warnings(options, address.ip(), language) {
        say(&line);
    }
}

fn warnings(options: &ServerOptions, address: IpAddr, language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    if !address.is_loopback() {
        lines.push(text!(
            language,
            "warning: whoever reaches this machine and knows the token can use its processor, and see all runs; there is \
             no encryption, so that whoever listens in learns the token",
            "aviso: quien llegue a esta máquina y sepa la clave puede usar su procesador y ver todas las series; no hay \
             cifrado, así que quien escuche la red aprende la clave",
        ));
    }
    if !options.bots.is_empty() {
        let names: Vec<&str> = options.bots.names().collect();
        lines.push(text!(
            language,
            "warning: whoever knows the token can start these programs: {names}",
            "aviso: quien sepa la clave puede arrancar estos programas: {names}",
            names = names.join(", "),
        ));
    }
    lines
}

/// The address under which this machine reaches itself.
fn own(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
    }
}

fn token() -> Result<AccessToken, Failure> {
    AccessToken::random().map_err(|why| {
        Failure::Failed(message!(
            "the system has no randomness for a token: {why}",
            "el sistema no da azar para una clave: {why}",
            why,
        ))
    })
}

fn read_bots(path: &Path) -> Result<BotList, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::cannot_read(path, &error))?;
    // Commands are written as seen from the list, wherever the server is started.
    let folder = fs::canonicalize(path).map_err(|error| Failure::cannot_read(path, &error))?;
    let folder = folder.parent().unwrap_or(Path::new(".")).to_owned();
    BotList::read(&text, folder, catalog()).map_err(|error| {
        let place = path.display();
        Failure::Usage(Message::new(|language| format!("{place}: {}", error.text(language))))
    })
}

fn data_folder() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy().map_err(|_| {
        Failure::Failed(message!(
            "there is no home folder to keep games in: set HOME or give --data",
            "no hay una carpeta personal donde guardar partidas: define HOME o usa --data"
        ))
    })?;
    Ok(base.data_dir().join("poda"))
}
