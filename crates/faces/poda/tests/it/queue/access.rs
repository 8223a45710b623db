//! Who is let in: a token, a name with its password, an account's credentials, certificates. Each with a real server that asks
//! for it.

use std::{fs, path::Path, process::Command};

use nkeys::KeyPair;
use serde_json::{Value, json};

use super::{attacks::documented, lab::Lab, stop};
use crate::common::{printed, refusal};

/// Plays a few games through a server with these options, and sees that without them nobody gets in.
fn lets_in(lab: &Lab, url: &str, options: &[&str], wrong: &[(&str, &[&str])]) {
    let home = lab.path("home");
    let name = ["--name", "one", "--weak-sandbox"];
    let worker = lab.start("one", &[&["worker", "--queue", url][..], &name, options].concat());
    let contest = ["match", "random", "pvs:depth=1", "--games", "4", "--seed", "1", "--json", "--queue", url];
    let db = lab.text("far.db");
    let coordinator = lab.start("coordinator", &[&contest[..], &["--db", &db], options].concat());
    assert_eq!(coordinator.end(), Some(0), "{}", lab.said("coordinator"));
    let result: Value = serde_json::from_str(&lab.said("coordinator-out")).unwrap();
    assert_eq!(result["played"], 4, "{result}");
    assert!(printed(&home, &[&["queue", url][..], options].concat()).contains("one"));
    assert!(!lab.said("coordinator").contains("asks for no credentials"));
    for (url, options) in wrong {
        let error = refusal(&home, &[&["queue", url][..], options].concat(), 1);
        assert!(error.contains("cannot connect"), "{url} {options:?}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
    stop(worker);
}

#[test]
fn a_token_lets_in() {
    let Some(lab) = Lab::open_with(|_| "authorization { token: secret }".to_owned()) else { return };
    let host = lab.host();
    let wrong = [format!("nats://secrets@{host}"), lab.url()];
    lets_in(&lab, &format!("nats://secret@{host}"), &[], &[(&wrong[0], &[]), (&wrong[1], &[])]);
}

/// Makes keys and certificates as a teacher would.
fn openssl(folder: &Path, arguments: &str) {
    let words = arguments.split(' ');
    let output = Command::new("openssl").args(words).current_dir(folder).output();
    let output = output.expect("this test needs openssl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// An authority of one's own, and a certificate that it gave to 127.0.0.1.
fn certify(folder: &Path) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    for authority in ["ca", "other"] {
        let subject = format!("/CN={authority}");
        let files = format!("-keyout {authority}.key -out {authority}.pem");
        openssl(folder, &format!("req -x509 {key} -days 2 -subj {subject} {files}"));
    }
    openssl(folder, &format!("req -new {key} -subj /CN=lab -keyout server.key -out server.csr"));
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
    let signed = "-CA ca.pem -CAkey ca.key -set_serial 1 -days 2 -extfile names";
    openssl(folder, &format!("x509 -req -in server.csr {signed} -out server.pem"));
}

#[test]
fn a_password_lets_in_through_tls_and_a_worker_needs_few_permissions() {
    // The configuration of docs/machines.md.
    let configuration = |folder: &Path| {
        certify(folder);
        documented("machines.md").replace("/etc/poda", folder.to_str().unwrap())
    };
    let Some(lab) = Lab::open_with(configuration) else { return };
    let host = lab.host();
    let (ca, other) = (lab.text("ca.pem"), lab.text("other.pem"));
    let [boss, hand] = ["coordinator:secret-c", "worker:secret-w"].map(|who| format!("tls://{who}@{host}"));
    let (wrong_password, plain) =
        (format!("tls://worker:secret@{host}"), format!("nats://coordinator:secret-c@{host}"));
    let ours = ["--ca", &ca];
    let wrong: [(&str, &[&str]); 3] = [(&wrong_password, &ours), (&hand, &["--ca", &other]), (&hand, &[])];
    lets_in(&lab, &boss, &ours, &wrong);
    // Whoever has been told who signs asks for TLS, and gets it.
    assert!(printed(&lab.path("home"), &["queue", &plain, "--ca", &ca]).contains("no runs"));
    // A worker may do what workers do.
    let db = lab.text("hand.db");
    let worker = ["worker", "--queue", &hand, "--ca", &ca, "--name", "hand", "--weak-sandbox"];
    let worker = lab.start("hand", &worker);
    let contest = ["match", "random", "pvs:depth=1", "--games", "4", "--seed", "1", "--db", &db, "--ca", &ca];
    let coordinator = lab.start("boss", &[&contest[..], &["--queue", &boss]].concat());
    assert_eq!(coordinator.end(), Some(0), "{}", lab.said("boss"));
    stop(worker);
}

/// What a key says about another one, signed.
fn token(issuer: &KeyPair, subject: &str, name: &str, nats: &Value) -> String {
    let part = |value: &Value| base64(value.to_string().as_bytes());
    let claims = json!({ "jti": name, "iat": 1, "iss": issuer.public_key(), "name": name, "sub": subject, "nats": nats });
    let signed = format!("{}.{}", part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" })), part(&claims));
    let signature = issuer.sign(signed.as_bytes()).unwrap();
    format!("{signed}.{}", base64(&signature))
}

/// The form for addresses, without padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

#[test]
fn the_credentials_of_an_account_let_in() {
    let [operator, system, account] =
        [KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account()];
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
    });
    let account_claims = |limits: &Value| json!({ "limits": limits, "type": "account", "version": 2 });
    let few = json!({ "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1 });
    let operator_claims = json!({ "type": "operator", "version": 2, "system_account": system.public_key() });
    let configuration = |_: &Path| {
        let itself = token(&operator, &operator.public_key(), "lab", &operator_claims);
        let class = token(&operator, &account.public_key(), "class", &account_claims(&limits));
        let sys = token(&operator, &system.public_key(), "SYS", &account_claims(&few));
        format!(
            "operator: {itself}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {class}, {}: {sys} }}\n",
            system.public_key(),
            account.public_key(),
            system.public_key()
        )
    };
    let Some(lab) = Lab::open_with(configuration) else { return };
    let write = |name: &str, issuer: &KeyPair| {
        let user = KeyPair::new_user();
        let claims = json!({ "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2 });
        let (token, seed) = (token(issuer, &user.public_key(), "worker", &claims), user.seed().unwrap());
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        fs::write(lab.path(name), text).unwrap();
        lab.text(name)
    };
    let (good, strange) = (write("worker.creds", &account), write("strange.creds", &KeyPair::new_account()));
    let url = lab.url();
    lets_in(&lab, &url, &["--creds", &good], &[(&url, &["--creds", &strange]), (&url, &[])]);
    // A file that holds none is named.
    fs::write(lab.path("empty.creds"), "nothing").unwrap();
    let empty = lab.text("empty.creds");
    let error = refusal(lab.folder(), &["queue", &url, "--creds", &empty], 1);
    assert!(error.contains("empty.creds"), "{error}");
}
