//! The headers of every answer: isolation, sharing across origins, Content-Security-Policy, caching.

use hyper::HeaderMap;
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue};

/// Which headers are sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    /// Makes pages cross-origin isolated: without that there is no shared memory.
    pub(super) isolated: bool,
    /// Sends [`STRICT_CSP`].
    pub(super) strict_csp: bool,
}

/// On every answer. Workers need the embedder policy on their own script as well, so files get it like pages.
pub(crate) const ISOLATION: [(&str, &str); 3] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    // Lets a frame isolate itself on a page that sends none of these.
    ("document-isolation-policy", "isolate-and-require-corp"),
];

/// On every answer: what lets pages of other origins load our files, and keeps browsers from guessing types.
pub(crate) const SHARING: [(&str, &str); 3] = [
    ("cross-origin-resource-policy", "cross-origin"),
    ("access-control-allow-origin", "*"),
    ("x-content-type-options", "nosniff"),
];

/// All that the product needs: its own files, and WebAssembly without `eval`.
const STRICT_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Adds everything that does not depend on the file's content.
pub(super) fn apply(headers: &mut HeaderMap, policy: Policy, path: &str) {
    let isolation = ISOLATION.iter().filter(|_| policy.isolated);
    for (name, value) in SHARING.iter().chain(isolation) {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    if policy.strict_csp {
        headers.insert(
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(STRICT_CSP),
        );
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control(path)));
}

/// The library's folder is named by its content, so it never changes; everything else is asked for again.
fn cache_control(path: &str) -> &'static str {
    if path.starts_with("lib-") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}
