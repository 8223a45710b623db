//! Players of courses are built once: the result is kept by everything that went into it, in the user's folder for such things.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use etcetera::BaseStrategy;
use poda_agent::{AgentError, BotLimits};
use poda_core::{Message, Text, Translate, message};
use sha2::{Digest, Sha256};

use super::{
    CourseFamily, CourseOptions, Sources,
    family::{BuildLanguage, CPP_FLAGS},
    sources::SourceFile,
};
use crate::{
    CacheBounds, CommandLine, Process, build, note_use, private_folder, private_parents, remove_folder,
    sandbox::own_program, tidy_cache,
};

/// Where our own files lie beside the player's.
const HOST_FOLDER: &str = "poda-host";
/// Where those lie that are used only if the folder has none.
const SPARE_FOLDER: &str = "poda-host/spare";
/// The first argument that makes Poda the host of a player that is a library; behind it come its path and arguments.
pub const COURSE_HOST_COMMAND: &str = "course-host";
/// Changes with what is kept of a build.
const LAYOUT: &[u8] = b"2";
/// The longest that a compiler may take.
const LONGEST_BUILD: Duration = Duration::from_mins(3);
/// Defined where a header of ours is to include no more than it needs: its names may meet the player's.
const FEW_NAMES: &str = "PODA_FEW_NAMES";
/// Opens the inner classes of Java's compiler: some players take their pairs from there.
const INNER_CLASSES: &str = "--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED";
/// How much of what a compiler says is told.
const LONGEST_LOG: usize = 100;

const NO_CACHE: Text = Text::new(
    "there is no home folder in which to keep what is built",
    "no hay carpeta personal en la que guardar lo compilado",
);

/// Why there is no player: in words, or because somebody stopped it.
type BuildError = Option<Message>;

/// Sees that the compiler of a course is there.
pub(super) fn check_compiler(family: &CourseFamily) -> Result<(), Message> {
    let (program, package) = family.compiler();
    let command = CommandLine::of(vec![program.to_owned()], None);
    command.check_executable().map_err(|_| {
        message!(
            "its compiler {program} is missing (package {package})",
            "falta su compilador {program} (paquete {package})",
            program,
            package
        )
    })
}

/// The command that plays, built if it was not before.
pub(super) fn command(
    sources: &Sources,
    family: &'static CourseFamily,
    options: &CourseOptions,
    limits: &BotLimits,
    stop: &mut dyn FnMut() -> bool,
) -> Result<CommandLine, BuildError> {
    check_compiler(family)?;
    let plan = BuildPlan::new(sources, family, options)?;
    let place = plan.build(family, limits, stop)?;
    let mut parts = vec![place.clone()];
    let path = |inside: &str| place.join(inside).to_string_lossy().into_owned();
    let mut words = match &family.language {
        BuildLanguage::Cpp { loaded: false, .. } => vec![path("poda-host/player")],
        BuildLanguage::Cpp { loaded: true, .. } => {
            let program = own_program()?;
            parts.push(program.clone());
            vec![
                program.to_string_lossy().into_owned(),
                COURSE_HOST_COMMAND.to_owned(),
                path("poda-host/player"),
            ]
        }
        BuildLanguage::Java { .. } => {
            let heap = format!("-Xmx{}m", (limits.memory * 5 / 8).max(64));
            let java = [
                "java",
                &heap,
                "-XX:+UseSerialGC",
                "-XX:ReservedCodeCacheSize=64m",
                // What the machine itself has to say is not for the protocol.
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-XX:+DisplayVMOutputToStderr",
                INNER_CLASSES,
                // Players that use a timer of the window system need no window.
                "-Djava.awt.headless=true",
                "-cp",
                &path("poda-host/classes"),
            ];
            java.map(str::to_owned).to_vec()
        }
    };
    words.extend(plan.arguments);
    Ok(CommandLine::of(words, Some(&sources.folder)).with_parts(parts))
}

/// Everything that goes into a build.
struct BuildPlan {
    /// By their paths in the folder in which it is built.
    files: Vec<(PathBuf, Vec<u8>)>,
    /// For the shell.
    script: String,
    /// What the program is started with.
    arguments: Vec<String>,
}

impl BuildPlan {
    fn new(sources: &Sources, family: &CourseFamily, options: &CourseOptions) -> Result<Self, Message> {
        match &family.language {
            BuildLanguage::Cpp { .. } => Ok(Self::cpp(sources, family, options)),
            BuildLanguage::Java { .. } => Self::java(sources, family, options),
        }
    }

    fn cpp(sources: &Sources, family: &CourseFamily, options: &CourseOptions) -> Self {
        let BuildLanguage::Cpp { source, standard, host, spare, loaded, .. } = &family.language else {
            return Self { files: Vec::new(), script: String::new(), arguments: Vec::new() };
        };
        let own = |name: &str| family.own.iter().find(|(own, _)| *own == name);
        let mut files = Vec::new();
        for file in sources.files() {
            // Whatever path leads to the simulator's file, ours is there.
            let content = own(file.name()).map_or(file.content.clone(), |(_, text)| text.as_bytes().to_vec());
            files.push((file.inside.clone(), content));
        }
        // The simulator's files may be missing in a folder that names them by a path.
        for (inside, name) in sources.included() {
            if let Some((_, text)) = own(&name)
                && files.iter().all(|(path, _)| *path != inside)
            {
                files.push((inside, text.as_bytes().to_vec()));
            }
        }
        let mut folders: Vec<String> = sources.files().map(|file| folder_of(&file.inside)).collect();
        folders.sort();
        folders.dedup();
        for (name, text) in family.own.iter().chain([&("host.cpp", *host)]) {
            files.push((Path::new(HOST_FOLDER).join(name), text.as_bytes().to_vec()));
        }
        for (name, text) in *spare {
            files.push((Path::new(SPARE_FOLDER).join(name), text.as_bytes().to_vec()));
        }
        let kind = if *loaded { "-shared -fPIC" } else { "" };
        let mut words = format!("-std={standard} {CPP_FLAGS} {kind} -I{HOST_FOLDER}");
        for folder in folders.iter().map(String::as_str).chain([SPARE_FOLDER]) {
            let _ = write!(words, " {}", shell_words::quote(&format!("-I{folder}")));
        }
        let _ = write!(words, " -o {HOST_FOLDER}/player {HOST_FOLDER}/host.cpp");
        for part in sources.with_parts(source, &|name| own(name).is_some()) {
            let _ = write!(words, " {}", shell_words::quote(&part.inside.to_string_lossy()));
        }
        words.push_str(" -lpthread");
        let script = if family.own.iter().any(|(_, text)| text.contains(FEW_NAMES)) {
            // What is told is why the usual way failed.
            let log = format!("{HOST_FOLDER}/log");
            format!(
                "g++ {words} >{log} 2>&1 || g++ -D{FEW_NAMES} {words} >/dev/null 2>&1 || {{ cat {log}; exit 1; }}"
            )
        } else {
            format!("g++ {words}")
        };
        let said =
            |value: Option<i32>, otherwise: &str| value.map_or(otherwise.to_owned(), |v| v.to_string());
        let arguments = match family.word {
            "nraya" => vec![
                said(options.depth, "4"),
                said(options.id, "1"),
                options.mode.clone().unwrap_or_else(|| "inteligente".to_owned()),
                options.seconds.map_or("0".to_owned(), |seconds| seconds.to_string()),
            ],
            "parchis" => vec![said(options.id, "0")],
            _ => Vec::new(),
        };
        Self { files, script, arguments }
    }

    fn java(sources: &Sources, family: &CourseFamily, options: &CourseOptions) -> Result<Self, Message> {
        let BuildLanguage::Java { package, host } = &family.language else { return Err(Message::default()) };
        let class = java_class(sources, package, options)?;
        let mut files = Vec::new();
        let mut latin = false;
        let mut main = PathBuf::new();
        for file in sources.files() {
            let Some(own_package) = file.java_package() else { continue };
            // A file lies where its package says, wherever it was handed in.
            let inside = Path::new(&own_package.replace('.', "/")).join(file.name());
            let is_own = family.own.iter().any(|(name, _)| Path::new(name) == inside);
            if is_own || files.iter().any(|(path, _)| *path == inside) {
                continue;
            }
            if own_package == *package && file.name() == format!("{class}.java") {
                main.clone_from(&inside);
            }
            latin |= std::str::from_utf8(&file.content).is_err();
            files.push((inside, file.content.clone()));
        }
        for (name, text) in family.own.iter().chain([host]) {
            files.push((Path::new(HOST_FOLDER).join(name), text.as_bytes().to_vec()));
        }
        let encoding = if latin { "ISO-8859-1" } else { "UTF-8" };
        let script = format!(
            "mkdir -p {HOST_FOLDER}/classes && javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -nowarn -proc:none {INNER_CLASSES} \
             -encoding {encoding} -d {HOST_FOLDER}/classes -sourcepath {HOST_FOLDER}:. {HOST_FOLDER}/{} {}",
            host.0,
            shell_words::quote(&main.to_string_lossy()),
        );
        let mut arguments = vec!["PodaHost".to_owned(), format!("{package}.{class}")];
        arguments.extend(options.arguments.iter().cloned());
        Ok(Self { files, script, arguments })
    }

    /// Names everything that went into it.
    fn hash(&self, version: &str) -> String {
        let mut hasher = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hasher.update((bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        part(LAYOUT);
        part(version.as_bytes());
        part(self.script.as_bytes());
        for (path, content) in &self.files {
            part(path.as_os_str().as_encoded_bytes());
            part(content);
        }
        hasher.finalize()[..16].iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Builds it, unless that was done before. Gives the folder in which it was built.
    fn build(
        &self,
        family: &'static CourseFamily,
        limits: &BotLimits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<PathBuf, BuildError> {
        // One after the other: players of one match are often the same.
        static BUILDING: Mutex<()> = Mutex::new(());
        let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = cache_folder()?;
        let place = cache.join(self.hash(&version(family, limits, stop)?));
        // It came there complete, under that name.
        if place.is_dir() {
            note_use(&place);
            return Ok(place);
        }
        let unfinished = Unfinished::new(&cache).map_err(|error| error.message())?;
        for (inside, content) in &self.files {
            write(&unfinished.0.join(inside), content).map_err(|error| error.message())?;
        }
        self.compile(&unfinished.0, limits, stop)?;
        match fs::rename(&unfinished.0, &place) {
            // Another process was faster: its result is the same.
            Err(_) if place.is_dir() => {}
            Err(error) => return Err(Some(error.message())),
            Ok(()) => {}
        }
        note_use(&place);
        // What is new makes room for itself.
        tidy_cache(&cache, CacheBounds::USUAL);
        Ok(place)
    }

    fn compile(
        &self,
        folder: &Path,
        limits: &BotLimits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), BuildError> {
        let built = build(&self.script, folder, limits, LONGEST_BUILD, stop).map_err(stopped)?;
        if built.succeeded {
            return Ok(());
        }
        let log = built.log;
        let lines: Vec<&str> = log.lines().take(LONGEST_LOG).collect();
        Err(Some(message!("it does not compile\n{log}", "no compila\n{log}", log = lines.join("\n"))))
    }
}

fn cache_folder() -> Result<PathBuf, Message> {
    let base = etcetera::choose_base_strategy().map_err(|_| Message::from(NO_CACHE))?;
    Ok(base.cache_dir().join("poda").join("courses"))
}

/// The class that plays: the one that was named, or the only one.
fn java_class(sources: &Sources, package: &str, options: &CourseOptions) -> Result<String, Message> {
    let in_package = |file: &&SourceFile| file.java_package().as_deref() == Some(package);
    if let Some(class) = &options.class {
        let name = format!("{class}.java");
        if sources.files().filter(in_package).any(|file| file.name() == name) {
            return Ok(class.clone());
        }
    }
    let mut players: Vec<String> =
        sources.files().filter(in_package).filter_map(SourceFile::java_player).collect();
    players.sort();
    players.dedup();
    let list = players.join(", ");
    match (&options.class, players.as_slice()) {
        (None, [only]) => Ok(only.clone()),
        (None, []) => {
            Err(message!("no class implements Jugador and IAuto", "ninguna clase implementa Jugador e IAuto"))
        }
        (None, _) => Err(message!(
            "several classes play, name one with ?class=: {list}",
            "juegan varias clases, nombra una con ?class=: {list}",
            list
        )),
        (Some(class), _) => Err(message!(
            "there is no class {class:?} in the package; these play: {list}",
            "no hay ninguna clase {class:?} en el paquete; juegan estas: {list}",
            class,
            list
        )),
    }
}

/// What the compiler says of its version, asked once.
fn version(
    family: &'static CourseFamily,
    limits: &BotLimits,
    stop: &mut dyn FnMut() -> bool,
) -> Result<String, BuildError> {
    static KNOWN: Mutex<Vec<(&str, String)>> = Mutex::new(Vec::new());
    let (program, _) = family.compiler();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, version)) = known.iter().find(|(name, _)| *name == program) {
        return Ok(version.clone());
    }
    let asked = CommandLine::of(vec![program.to_owned(), "--version".to_owned()], Some(Path::new("/usr")));
    let process = Process::start(&asked, limits).map_err(stopped)?;
    let (_, version) = process.run_to_end(LONGEST_BUILD, stop).map_err(stopped)?;
    known.push((program, version.clone()));
    Ok(version)
}

/// A build that was stopped has not failed.
fn stopped(error: AgentError) -> BuildError {
    if error == AgentError::Stopped { None } else { Some(error.message()) }
}

/// A folder in which something is being built. It is taken away unless it became the result.
struct Unfinished(PathBuf);

impl Unfinished {
    fn new(cache: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        private_parents(cache)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = cache.join(format!("unfinished-{}-{number}", process::id()));
        // One may be left by another process of that number.
        remove_folder(&path)?;
        private_folder(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Gone already if it became the result.
        let _ = remove_folder(&self.0);
    }
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}

fn folder_of(inside: &Path) -> String {
    match inside.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_string_lossy().into_owned(),
        _ => ".".to_owned(),
    }
}
