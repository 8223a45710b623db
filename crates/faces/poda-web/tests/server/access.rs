//! Who may ask: names, the token, and programs by their names only.

use std::path::PathBuf;

use poda_web::{AccessOptions, AccessToken, BotList};
use serde_json::json;

use crate::common::{ONE, ask, connect, hear_last, owner, post, say, start_with, try_connect};

#[tokio::test]
async fn without_the_token_nothing_is_answered() {
    let token = AccessToken::random().unwrap();
    let own = token.clone();
    let address = start_with(move |options| options.access.token = Some(own)).await;
    let port = address.port();
    let cookie = format!("poda-{port}={}", token.text());
    for path in
        ["/", "/index.html", "/play/boom", "/api", "/api/catalog", "/api/runs", "/api/saved", "/?token=0123"]
    {
        assert_eq!(ask(address, "GET", path, "", "").await.0, 401, "{path}");
    }
    let (_, head, page) =
        ask(address, "GET", "/play/boom", "accept: text/html\r\naccept-language: es\r\n", "").await;
    assert!(head.contains("text/html") && page.contains("pide su clave"), "{page}");
    let run = json!({ "game": "boom", "players": ["random", "random"], "games": 2, "owner": "me" });
    assert_eq!(post(address, "/api/runs", &run).await.0, 401);
    assert!(try_connect(address, ONE, &[]).await.is_err());
    // The first visit leaves a cookie and an address without the token.
    let path = format!("/play/boom?moves=4&token={}", token.text());
    let (status, head, _) = ask(address, "GET", &path, "", "").await;
    assert_eq!(status, 303);
    assert!(head.contains("location: /play/boom?moves=4\r\n"), "{head}");
    assert!(head.contains(&format!("set-cookie: {cookie}; path=/; httponly; samesite=lax")), "{head}");
    for header in [format!("cookie: {cookie}\r\n"), format!("authorization: Bearer {}\r\n", token.text())] {
        assert_eq!(ask(address, "GET", "/api/catalog", &header, "").await.0, 200, "{header}");
        assert_ne!(ask(address, "POST", "/api/runs", &header, &run.to_string()).await.0, 401, "{header}");
    }
    try_connect(address, ONE, &[("cookie", &cookie)]).await.unwrap();
    // Who knows the token is still not another site's page.
    let evil =
        format!("cookie: {cookie}\r\nhost: evil.example:{port}\r\norigin: http://evil.example:{port}\r\n");
    assert_eq!(ask(address, "POST", "/api/runs", &evil, &run.to_string()).await.0, 403);
    let origin = [("cookie", cookie.as_str()), ("origin", "http://evil.example")];
    assert!(try_connect(address, ONE, &origin).await.is_err());
}

#[tokio::test]
async fn answers_are_not_to_be_cached() {
    let address = start_with(|_| {}).await;
    for (method, path) in [
        ("GET", "/api"),
        ("GET", "/api/catalog"),
        ("GET", "/api/runs"),
        ("GET", "/api/saved"),
        ("GET", "/api/saved/a"),
        ("GET", "/api/nothing"),
        ("POST", "/api/ask"),
        ("POST", "/api/together"),
    ] {
        let (_, head, _) = ask(address, method, path, &owner("me"), "").await;
        assert!(head.contains("cache-control: no-store\r\n"), "{path}: {head}");
    }
    // A secret in the address is none.
    for (path, header, status) in
        [("/api/saved", owner("me"), 200), ("/api/saved?owner=me", String::new(), 400)]
    {
        assert_eq!(ask(address, "GET", path, &header, "").await.0, status, "{path}");
    }
}

#[tokio::test]
async fn it_answers_to_its_names_only() {
    let names = vec!["poda.example".parse().unwrap()];
    let address = start_with(|options| options.access = AccessOptions { names, token: None }).await;
    for (host, status) in [
        ("poda.example", 200),
        ("localhost", 200),
        ("127.0.0.1:1", 200),
        ("evil.example", 403),
        ("[::1].evil.com", 403),
        ("127.0.0.2", 403),
        ("0.0.0.0", 403),
    ] {
        let (got, _, body) = ask(address, "GET", "/api/catalog", &format!("host: {host}\r\n"), "").await;
        assert_eq!(got, status, "{host}");
        assert!(status == 200 || body.contains("--name"), "{body}");
    }
}

#[tokio::test]
async fn programs_play_by_their_names_and_never_as_commands() {
    let command = "json:true";
    let list = format!("[[bot]]\nname = \"mine\"\ncommand = \"{command}\"\ngames = [\"boom\"]\n");
    let list = BotList::read(&list, PathBuf::from("."), &poda_catalog::Catalog::default()).unwrap();
    for bots in [BotList::default(), list] {
        let is_listed = !bots.is_empty();
        let address = start_with(move |options| options.bots = bots).await;
        let mut socket = connect(address).await;
        for (id, player, game) in [(1, command, "boom"), (2, "x=json:true", "boom"), (3, "cmd:'half", "boom")]
        {
            let run = json!({ "game": game, "players": ["random", player], "games": 2, "owner": "me" });
            assert_eq!(post(address, "/api/runs", &run).await.0, 403, "{player}");
            say(&mut socket, json!({ "do": "choose", "id": id, "line": { "game": game }, "player": player }))
                .await;
            let reply = hear_last(&mut socket, id).await;
            assert!(reply["error"].as_str().unwrap().contains("--bots"), "{reply}");
        }
        for (id, player, game, plays) in [(4, "mine", "boom", is_listed), (5, "mine", "crush", false)] {
            let run = json!({ "game": game, "players": ["random", player], "games": 2, "owner": "me" });
            assert_eq!(
                post(address, "/api/runs", &run).await.0,
                if plays { 200 } else { 400 },
                "{player} {game}"
            );
            say(&mut socket, json!({ "do": "choose", "id": id, "line": { "game": game }, "player": player }))
                .await;
            let reply = hear_last(&mut socket, id).await;
            // A program that ends at once plays no move, but it was started.
            let error = reply["error"].as_str().unwrap();
            assert_eq!(!error.contains("unknown player"), plays, "{error}");
        }
        let (_, _, catalog) = ask(address, "GET", "/api/catalog", "", "").await;
        assert_eq!(catalog.contains("\"bots\":[{\"name\":\"mine\",\"games\":[\"boom\"]}]"), is_listed);
    }
}
