//! The server over a real socket, asked by hand so that no client library tidies a request up.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use super::headers::Policy;
use super::{listen, run};

const ISOLATED: Policy = Policy {
    isolated: true,
    strict_csp: false,
};

/// A site that is served until the test process ends.
struct Server {
    folder: tempfile::TempDir,
    address: SocketAddr,
}

impl Server {
    fn start(policy: Policy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.txt"), "outside").unwrap();
        let dist = folder.path().join("dist");
        write(&dist, "index.html", &"<!doctype html>".repeat(100));
        write(&dist, "lib-0123456789/page.js", &"export {};".repeat(100));
        write(
            &dist,
            "lib-0123456789/engine/engine_bg.wasm",
            &"\0asm".repeat(100),
        );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (ready, is_ready) = mpsc::channel();
        std::thread::spawn(move || run(listener, &dist, policy, || ready.send(()).unwrap()));
        is_ready.recv().unwrap();
        Self { folder, address }
    }

    /// Sends `line` and `headers` as they are.
    fn ask(&self, line: &str, headers: &[&str]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let headers: String = headers
            .iter()
            .map(|header| format!("{header}\r\n"))
            .collect();
        write!(
            stream,
            "{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        Answer {
            head: String::from_utf8(bytes[..end].to_vec()).unwrap(),
            body: bytes[end + 4..].to_vec(),
        }
    }
}

struct Answer {
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self
            .head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "));
        headers
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn header_table_of_pages_and_files() {
    let server = Server::start(ISOLATED);
    for path in [
        "/",
        "/index.html",
        "/lib-0123456789/page.js",
        "/lib-0123456789/engine/engine_bg.wasm",
    ] {
        let answer = server.ask(&format!("GET {path}"), &[]);
        assert_eq!(answer.status(), 200, "{path}");
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("document-isolation-policy", "isolate-and-require-corp"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("access-control-allow-origin", "*"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name} of {path}");
        }
        assert_eq!(answer.header("content-security-policy"), None);
    }
}

#[test]
fn without_isolation_only_those_three_headers_are_missing() {
    let server = Server::start(Policy {
        isolated: false,
        strict_csp: false,
    });
    let answer = server.ask("GET /", &[]);
    for name in [
        "cross-origin-opener-policy",
        "cross-origin-embedder-policy",
        "document-isolation-policy",
    ] {
        assert_eq!(answer.header(name), None, "{name}");
    }
    assert_eq!(
        answer.header("cross-origin-resource-policy"),
        Some("cross-origin")
    );
}

#[test]
fn strict_content_security_policy_allows_wasm_but_no_eval() {
    let server = Server::start(Policy {
        isolated: true,
        strict_csp: true,
    });
    let answer = server.ask("GET /lib-0123456789/page.js", &[]);
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.starts_with(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    ));
    assert!(!policy.contains("'unsafe-eval'") && !policy.contains("'unsafe-inline'"));
}

#[test]
fn types_and_caching() {
    let server = Server::start(ISOLATED);
    for (path, kind, caching) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        (
            "/lib-0123456789/page.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
        (
            "/lib-0123456789/engine/engine_bg.wasm?v=1",
            "application/wasm",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let answer = server.ask(&format!("GET {path}"), &[]);
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(caching), "{path}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let server = Server::start(ISOLATED);
    for path in [
        "/../secret.txt",
        "/lib-0123456789/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/%00",
        "/%ff",
        "/./index.html",
    ] {
        let answer = server.ask(&format!("GET {path}"), &[]);
        assert_eq!(answer.status(), 404, "{path}");
    }
}

#[test]
fn a_missing_file_is_a_plain_404_that_is_not_kept() {
    let server = Server::start(ISOLATED);
    let answer = server.ask("GET /lib-0123456789/none.js", &[]);
    assert_eq!(answer.status(), 404);
    assert_eq!(answer.body, b"Not found.\n");
    assert_eq!(
        answer.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
}

#[test]
fn compression_by_what_the_client_accepts() {
    let server = Server::start(ISOLATED);
    for (accepted, expected) in [
        ("br", Some("br")),
        ("gzip", Some("gzip")),
        ("identity", None),
    ] {
        let answer = server.ask("GET /", &[&format!("accept-encoding: {accepted}")]);
        assert_eq!(answer.header("content-encoding"), expected);
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
        assert_eq!(
            answer.header("content-length"),
            Some(answer.body.len().to_string().as_str())
        );
        assert_eq!(answer.body.len() < 1500, expected.is_some());
    }
}

#[test]
fn a_known_tag_is_answered_without_a_body() {
    let server = Server::start(ISOLATED);
    let tag = server
        .ask("GET /", &["accept-encoding: br"])
        .header("etag")
        .unwrap()
        .to_owned();
    for known in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
        let header = format!("if-none-match: {known}");
        let answer = server.ask("GET /", &["accept-encoding: br", &header]);
        assert_eq!((answer.status(), answer.body.len()), (304, 0), "{known}");
        assert_eq!(answer.header("etag"), Some(tag.as_str()));
        assert_eq!(
            answer.header("cross-origin-embedder-policy"),
            Some("require-corp")
        );
    }
    let plain = server.ask("GET /", &[&format!("if-none-match: {tag}")]);
    assert_eq!(plain.status(), 200, "the plain form has another tag");
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let server = Server::start(ISOLATED);
    let get = server.ask("GET /", &[]);
    let head = server.ask("HEAD /", &[]);
    assert_eq!((head.status(), head.body.len()), (200, 0));
    for name in ["content-type", "content-length", "etag", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    let post = server.ask("POST /", &["content-length: 0"]);
    assert_eq!(
        (post.status(), post.header("allow")),
        (405, Some("GET, HEAD"))
    );
}

#[test]
fn a_new_build_is_served_without_a_restart() {
    let server = Server::start(ISOLATED);
    let at = |name: &str| server.folder.path().join(name);
    write(&at("new"), "index.html", "second");
    // Builds are seconds apart, this test is faster than some file systems' clocks.
    let later = SystemTime::now() + Duration::from_secs(1);
    File::open(at("new")).unwrap().set_modified(later).unwrap();
    std::fs::rename(at("dist"), at("old")).unwrap();
    assert_eq!(
        server.ask("GET /", &[]).status(),
        200,
        "the last build stays while none is there"
    );
    std::fs::rename(at("new"), at("dist")).unwrap();
    assert_eq!(server.ask("GET /", &[]).body, b"second");
}

#[test]
fn a_busy_port_is_one_message_with_cause_and_remedy() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = taken.local_addr().unwrap();
    let message = listen(address).unwrap_err().to_string();
    assert!(message.contains(&format!(
        "port {} on 127.0.0.1 is already in use",
        address.port()
    )));
    assert!(message.contains("--port"));
}

#[test]
fn a_folder_that_is_not_there_names_the_remedy() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let error = run(listener, Path::new("/no/such/folder"), ISOLATED, || {
        panic!("it is not ready")
    })
    .unwrap_err();
    assert!(error.to_string().contains("cargo xtask build"));
}
