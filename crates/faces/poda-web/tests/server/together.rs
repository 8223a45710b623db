//! Shared games: every token opens its own place in one game, and nothing else.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use poda_web::{AccessToken, ServerLimits};
use serde_json::{Value, json};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::common::{ONE, Socket, ask, hear, open, post, say, start, start_with, try_connect};

/// A live connection to shared games; nobody is in a room yet.
async fn door(address: SocketAddr, path: &str) -> Socket {
    let request = format!("ws://{address}{path}").into_client_request().unwrap();
    client_async(request, open(address, ONE).await).await.unwrap().0
}

/// Enters with a token; gives the connection and what one is told first.
async fn enter(address: SocketAddr, token: &str) -> (Socket, Value) {
    let mut socket = door(address, "/api/together/live").await;
    say(&mut socket, json!({ "do": "enter", "token": token, "lang": "en" })).await;
    let welcome = hear(&mut socket).await;
    (socket, welcome)
}

/// The next news of a kind.
async fn news(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let heard = hear(socket).await;
        if heard["is"] == kind {
            return heard;
        }
    }
}

/// The news of the game with a revision.
async fn game(socket: &mut Socket, revision: u64) -> Value {
    loop {
        let heard = news(socket, "shared-game").await;
        if heard["revision"] == revision {
            return heard;
        }
    }
}

fn token_of(link: &Value) -> String {
    link["address"].as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

async fn share(address: SocketAddr, headers: &str, name: &str, player: u8) -> String {
    let body = json!({ "line": { "game": name }, "player": player }).to_string();
    let (status, _, text) = ask(address, "POST", "/api/together", headers, &body).await;
    assert_eq!(status, 200, "{text}");
    serde_json::from_str::<Value>(&text).unwrap()["token"].as_str().unwrap().to_owned()
}

fn play(mv: &str, revision: u64) -> Value {
    json!({ "do": "play", "move": mv, "revision": revision })
}

#[tokio::test]
async fn two_people_and_a_spectator_see_the_same_game() {
    let address = start(ServerLimits::default()).await;
    let host = share(address, "", "connect4", 1).await;
    let (mut one, welcome) = enter(address, &host).await;
    assert_eq!((&welcome["seat"], &welcome["token"]), (&json!("host"), &json!(null)), "{welcome}");
    assert_eq!(welcome["title"]["en"], "Connect-4");
    let invitation = token_of(&welcome["invitation"]);
    assert_eq!(news(&mut one, "presence").await["taken"], false);
    // The invitation is accepted once, and gives a token that only the guest knows.
    let (mut two, welcome) = enter(address, &invitation).await;
    assert_eq!((&welcome["seat"], &welcome["invitation"]), (&json!("guest"), &json!(null)));
    let guest = welcome["token"].as_str().unwrap().to_owned();
    let (mut three, late) = enter(address, &invitation).await;
    assert_eq!((&late["seat"], &late["late"], &late["token"]), (&json!(null), &json!(true), &json!(null)));
    let (mut four, _) = enter(address, &token_of(&welcome["watching"])).await;
    let all = |presence: &Value| presence["watching"] == 2 && presence["guest"] == true;
    while !all(&news(&mut one, "presence").await) {}
    // Nobody moves for somebody else, and nobody who watches moves at all.
    for socket in [&mut two, &mut three, &mut four] {
        say(socket, play("4", 1)).await;
        let refused = news(socket, "refused").await;
        assert_eq!(refused["gone"], false, "{refused}");
    }
    say(&mut one, play("4", 1)).await;
    for socket in [&mut one, &mut two, &mut three, &mut four] {
        let told = game(socket, 2).await;
        assert_eq!(told["position"]["line"]["moves"], json!(["4"]));
    }
    // The same move once more, and one that the rules forbid.
    for (mv, revision, why) in [("4", 1, "gone on"), ("4", 2, "not your turn")] {
        say(&mut one, play(mv, revision)).await;
        let refused = news(&mut one, "refused").await;
        assert!(refused["error"].as_str().unwrap().contains(why), "{refused}");
    }
    say(&mut two, json!({ "do": "speak", "lang": "es" })).await;
    news(&mut two, "shared-game").await;
    say(&mut two, play("9", 2)).await;
    assert!(news(&mut two, "refused").await["error"].as_str().unwrap().contains("jugada ilegal"));
    // Whoever comes back with a token of a seat sits there again and sees what happened meanwhile.
    drop(two);
    while news(&mut one, "presence").await["guest"] == true {}
    let (mut two, welcome) = enter(address, &guest).await;
    assert_eq!(welcome["seat"], "guest");
    let now = game(&mut two, 2).await;
    assert_eq!((&now["position"]["to_move"], &now["host"]), (&json!(2), &json!(1)));
    say(&mut two, play("4", 2)).await;
    game(&mut one, 3).await;
    // Questions about this game are answered, with their numbers.
    for (question, kind) in [
        (json!({ "do": "look", "id": 7, "ply": 1 }), "position"),
        (json!({ "do": "tell", "id": 8 }), "told"),
        (json!({ "do": "rules", "id": 9 }), "rules"),
    ] {
        say(&mut four, question.clone()).await;
        assert_eq!(news(&mut four, kind).await["id"], question["id"]);
    }
    // To take back, to end and to begin again need both.
    say(&mut one, json!({ "do": "offer", "kind": "draw", "revision": 3 })).await;
    while news(&mut two, "shared-game").await["offer"] != json!({ "kind": "draw", "by": "host" }) {}
    for socket in [&mut one, &mut four] {
        say(socket, json!({ "do": "answer", "kind": "draw", "accept": true, "revision": 3 })).await;
        news(socket, "refused").await;
    }
    say(&mut two, json!({ "do": "answer", "kind": "draw", "accept": true, "revision": 3 })).await;
    let over = game(&mut one, 4).await;
    assert_eq!((&over["outcome"], &over["end"]), (&json!("draw"), &json!("agreed")));
}

#[tokio::test]
async fn a_link_opens_one_game_and_nothing_else() {
    let secret = AccessToken::random().unwrap();
    let own = secret.clone();
    let address = start_with(move |options| options.access.token = Some(own)).await;
    let port = address.port();
    let known = format!("authorization: Bearer {}\r\n", secret.text());
    let body = json!({ "line": { "game": "boom" }, "player": 2 });
    assert_eq!(post(address, "/api/together", &body).await.0, 401);
    let host = share(address, &known, "boom", 2).await;
    let (_one, welcome) = enter(address, &host).await;
    assert_eq!(welcome["may_ask"], false);
    let invitation = token_of(&welcome["invitation"]);
    let (_two, guest) = enter(address, &invitation).await;
    let tokens =
        [host, invitation, guest["token"].as_str().unwrap().to_owned(), token_of(&welcome["watching"])];
    for token in &tokens {
        for (method, path, body) in [
            ("GET", "/api", ""),
            ("GET", "/api/catalog", ""),
            ("GET", "/api/rules/boom", ""),
            ("GET", "/api/stories", ""),
            ("GET", "/api/runs", ""),
            ("GET", "/api/saved", ""),
            ("POST", "/api/together", r#"{"line":{"game":"boom"},"player":1}"#),
            ("POST", "/api/ask", r#"{"do":"catalog"}"#),
            ("POST", "/api/runs", "{}"),
            ("PUT", "/api/saved/a", "{}"),
            ("GET", "/", ""),
            ("GET", "/play/boom", ""),
            ("GET", "/index.html", ""),
            ("POST", "/together", ""),
        ] {
            let at =
                |path: &str| format!("{path}{}token={token}", if path.contains('?') { "&" } else { "?" });
            for header in
                [format!("authorization: Bearer {token}\r\n"), format!("cookie: poda-{port}={token}\r\n")]
            {
                let (status, _, _) = ask(address, method, &at(path), &header, body).await;
                assert_eq!(status, 401, "{method} {path}");
            }
        }
        let bearer = format!("Bearer {token}");
        assert!(try_connect(address, ONE, &[("authorization", &bearer)]).await.is_err());
    }
    // The page itself holds no secret: an invited browser may fetch it.
    assert_ne!(ask(address, "GET", "/together", "accept: text/html\r\n", "").await.0, 401);
    assert_ne!(ask(address, "GET", "/assets/x.js", "", "").await.0, 401);
    // Through the door of shared games nothing else is asked.
    let (mut two, _) = enter(address, &tokens[2]).await;
    for call in [
        json!({ "do": "catalog", "id": 1 }),
        json!({ "do": "choose", "id": 1, "line": { "game": "boom" }, "player": "ninja1" }),
        json!({ "do": "show", "id": 1, "line": { "game": "crush" } }),
        json!({ "do": "enter", "token": tokens[0] }),
        json!({ "do": "look", "id": 1, "ply": 1, "line": { "game": "crush" } }),
    ] {
        say(&mut two, call.clone()).await;
        let refused = news(&mut two, "refused").await;
        assert_eq!(refused["gone"], false, "{call}");
    }
}

#[tokio::test]
async fn garbage_at_the_door_is_answered_once() {
    let address =
        start(ServerLimits { silence: Duration::from_millis(300), ..ServerLimits::default() }).await;
    for text in [
        "",
        "{",
        "[]",
        r#"{"do":"play","move":"4","revision":1}"#,
        r#"{"do":"enter"}"#,
        r#"{"do":"enter","token":""}"#,
        r#"{"do":"enter","token":"00000000000000000000000000000000"}"#,
        r#"{"do":"enter","token":"x","more":1}"#,
    ] {
        let mut socket = door(address, "/api/together/live").await;
        socket.send(Message::text(text)).await.unwrap();
        assert_eq!(hear(&mut socket).await["is"], "refused", "{text}");
        while let Some(Ok(Message::Ping(_) | Message::Pong(_))) = socket.next().await {}
        assert!(!matches!(socket.next().await, Some(Ok(_))), "{text}: the door is closed");
    }
    // Whoever says nothing is not waited for.
    let mut silent = door(address, "/api/together/live").await;
    assert!(!matches!(silent.next().await, Some(Ok(Message::Text(_)))));
    for body in [
        json!({}),
        json!({ "line": { "game": "boom" }, "player": 3 }),
        json!({ "line": { "game": "chess" }, "player": 1 }),
        json!({ "line": { "game": "boom", "moves": ["9"] }, "player": 1 }),
        json!({ "line": { "game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"] }, "player": 1 }),
    ] {
        let (status, refused) = post(address, "/api/together", &body).await;
        assert!((400..500).contains(&status), "{body}: {status} {refused}");
    }
}

#[tokio::test]
async fn rooms_seats_and_spectators_are_few() {
    let limits =
        ServerLimits { rooms_per_client: 2, watchers: 1, connections_per_seat: 1, ..ServerLimits::default() };
    let address = start(limits).await;
    let (first, second) = (share(address, "", "boom", 1).await, share(address, "", "boom", 1).await);
    let (one, welcome) = enter(address, &first).await;
    let watching = token_of(&welcome["watching"]);
    let (_watcher, _) = enter(address, &watching).await;
    for token in [&first, &watching] {
        let (_, refused) = enter(address, token).await;
        assert_eq!((&refused["is"], &refused["gone"]), (&json!("refused"), &json!(false)), "{refused}");
    }
    // A new room takes the place of one without anybody; where somebody is stays.
    let third = share(address, "", "boom", 1).await;
    assert_eq!(enter(address, &second).await.1["gone"], true);
    let (_three, _) = enter(address, &third).await;
    let body = json!({ "line": { "game": "boom" }, "player": 1 });
    assert_eq!(post(address, "/api/together", &body).await.0, 429);
    drop(one);
}

#[tokio::test]
async fn a_room_without_anybody_is_left() {
    let address = start(ServerLimits { room_idle: Duration::ZERO, ..ServerLimits::default() }).await;
    let host = share(address, "", "boom", 1).await;
    assert_eq!(enter(address, &host).await.1["gone"], true);
}

#[tokio::test]
async fn shared_games_survive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let start = async || {
        let path = path.clone();
        start_with(move |options| options.games = Some(path)).await
    };
    let address = start().await;
    let host = share(address, "", "parchis", 1).await;
    let (mut one, welcome) = enter(address, &host).await;
    let (mut two, guest) = enter(address, &token_of(&welcome["invitation"])).await;
    let first = game(&mut one, 1).await;
    let mv = first["position"]["legal"][0].as_str().unwrap();
    say(&mut one, play(mv, 1)).await;
    game(&mut two, 2).await;
    // The move is on its way to the disk: another server finds it as soon as it is there.
    loop {
        let again = start().await;
        let (mut one, welcome) = enter(again, &host).await;
        assert_eq!(welcome["seat"], "host");
        let (_, seated) = enter(again, guest["token"].as_str().unwrap()).await;
        assert_eq!(seated["seat"], "guest");
        if news(&mut one, "shared-game").await["revision"] == 2 {
            break;
        }
    }
}
