//! What to tell whoever wrote a bot that failed.

use poda_agent::AgentError;
use poda_catalog::Text;

use crate::Protocol;

/// What happened, in a word.
pub(crate) fn kind(error: &AgentError) -> Text {
    match error {
        AgentError::NoStart(_) => Text::new("it does not start", "no arranca"),
        AgentError::Crash(_) => Text::new("the program ended", "el programa terminó"),
        AgentError::Overrun(_) => Text::new("it exceeds its limits", "supera sus límites"),
        AgentError::Timeout(_) => Text::new("no answer in time", "no responde a tiempo"),
        AgentError::Flood(_) => Text::new("it prints too much", "escribe demasiado"),
        AgentError::Illegal(_) => Text::new("not a legal move", "no es una jugada legal"),
        AgentError::GameOver | AgentError::OtherGame(_) | AgentError::Stopped | AgentError::Unable(_) => {
            Text::new("it cannot play on", "no puede seguir jugando")
        }
    }
}

/// The rule that was broken, and what usually helps.
pub(crate) fn advice(introducing: bool, protocol: Protocol, error: &AgentError) -> (Text, Text) {
    if let Some(advice) = course_advice(error).filter(|_| protocol == Protocol::Course) {
        return advice;
    }
    let json = protocol != Protocol::Ugi;
    match error {
        // The program is there, as the step before has shown: it was its list of games.
        AgentError::NoStart(_) if introducing => (
            Text::new(
                "the option `Game` names every game that the program plays",
                "la opción `Game` nombra cada juego que el programa sabe jugar",
            ),
            Text::new(
                "check it with a game that it plays (`--game`), or add `var` and the game's name to the option",
                "compruébalo con un juego que sepa jugar (`--game`), o añade `var` y el nombre del juego a la opción",
            ),
        ),
        AgentError::NoStart(_) => (
            Text::new(
                "the command names a program that can be executed",
                "el comando nombra un programa que se puede ejecutar",
            ),
            Text::new(
                "check the path and `chmod +x`; a script needs its interpreter: `python3 bot.py`",
                "revisa la ruta y `chmod +x`; un script necesita su intérprete: `python3 bot.py`",
            ),
        ),
        AgentError::Overrun(_) => (
            Text::new(
                "a program keeps to its limits of memory, processor time and processes",
                "un programa respeta sus límites de memoria, procesador y procesos",
            ),
            Text::new(
                "look at the clock while thinking, and wait for the processes that you start; limits are options of this command",
                "mira el reloj mientras piensas y espera a los procesos que lances; los límites son opciones de este comando",
            ),
        ),
        AgentError::Crash(_) => (
            Text::new(
                "the program runs until it is told to leave",
                "el programa sigue hasta que se le dice que termine",
            ),
            Text::new(
                "read what it wrote to its standard error, marked with `!`: an exception, a missing file, no memory left?",
                "lee lo que escribió en su salida de error, marcado con `!`: ¿una excepción, un fichero que falta, sin memoria?",
            ),
        ),
        AgentError::Timeout(_) if introducing => (
            Text::new(
                "`ugi` is answered by lines that end with `ugiok`, `isready` by `readyok`",
                "a `ugi` se responde con líneas que acaban en `ugiok`, a `isready` con `readyok`",
            ),
            Text::new(
                "answer `isready` at once, and flush the output after each line: print(..., flush=True) in Python, std::endl in C++, fflush(stdout) in C, System.out.flush() in Java",
                "responde a `isready` enseguida y vacía la salida tras cada línea: print(..., flush=True) en Python, std::endl en C++, fflush(stdout) en C, System.out.flush() en Java",
            ),
        ),
        AgentError::Timeout(_) => (
            Text::new(
                "every question is answered within its time",
                "cada pregunta se responde dentro de su tiempo",
            ),
            Text::new(
                "look at the clock while thinking, and flush the output after each move: print(..., flush=True) in Python, std::endl in C++, fflush(stdout) in C, System.out.flush() in Java",
                "mira el reloj mientras piensas y vacía la salida tras cada jugada: print(..., flush=True) en Python, std::endl en C++, fflush(stdout) en C, System.out.flush() en Java",
            ),
        ),
        AgentError::Illegal(_) if json => (
            Text::new(
                "the answer is one line that is one of the texts in `legal`",
                "la respuesta es una línea que es uno de los textos de `legal`",
            ),
            Text::new(
                "print the move and nothing else to standard output; remarks go to standard error",
                "escribe en la salida estándar la jugada y nada más; los comentarios van a la salida de error",
            ),
        ),
        AgentError::Illegal(_) => (
            Text::new("`bestmove` is followed by a legal move", "tras `bestmove` viene una jugada legal"),
            Text::new(
                "apply every move of `position` in order; one move is one decision, and the same player may move again",
                "aplica en orden cada jugada de `position`; una jugada es una decisión, y puede repetir el mismo jugador",
            ),
        ),
        _ => (
            Text::new("lines are short, and few for each move", "las líneas son cortas, y pocas por jugada"),
            Text::new(
                "write what is for people to standard error",
                "escribe lo que es para personas en la salida de error",
            ),
        ),
    }
}

/// The same where the host of a course has the protocol for itself.
fn course_advice(error: &AgentError) -> Option<(Text, Text)> {
    match error {
        AgentError::NoStart(_) => Some((
            Text::new(
                "the folder holds the practical's own files, and they compile with `g++ -std=gnu++14 -O2` or `javac`",
                "la carpeta contiene los ficheros de la práctica, y compilan con `g++ -std=gnu++14 -O2` o `javac`",
            ),
            Text::new(
                "the first error names the file and the line",
                "el primer error nombra el fichero y la línea",
            ),
        )),
        AgentError::Illegal(_) => Some((
            Text::new(
                "the player returns one of the actions that are possible in the position",
                "el jugador devuelve una de las acciones posibles en la posición",
            ),
            Text::new(
                "give the action a value before the search: where every move loses, none is better than the first bound",
                "da un valor a la acción antes de buscar: si toda jugada pierde, ninguna mejora la primera cota",
            ),
        )),
        _ => None,
    }
}
