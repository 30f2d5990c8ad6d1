//! From a request to its answer.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;

use super::asset::{Asset, Encoding};
use super::headers::{self, Policy};
use super::site::Assets;

type Answer = Response<Full<Bytes>>;

/// The answer to `request`, whose body is not read.
pub(super) fn respond<B>(assets: &Assets, policy: Policy, request: &Request<B>) -> Answer {
    let path = file_path(request.uri().path());
    let mut answer = if ![Method::GET, Method::HEAD].contains(request.method()) {
        refusal()
    } else if let Some(asset) = assets.get(&path) {
        answer_with(asset, request.headers())
    } else {
        message(StatusCode::NOT_FOUND, "Not found.\n")
    };
    // What is missing now may be there after the next build.
    let cached_as = if answer.status().is_client_error() {
        ""
    } else {
        &path
    };
    headers::apply(answer.headers_mut(), policy, cached_as);
    answer
}

/// The name of the file that a URL's path stands for.
fn file_path(url: &str) -> String {
    let path = percent_decode_str(url.trim_start_matches('/')).decode_utf8_lossy();
    if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.into_owned()
    }
}

fn answer_with(asset: &Asset, request: &HeaderMap) -> Answer {
    let (encoding, body) = asset.body(Encoding::negotiate(&list(request, ACCEPT_ENCODING)));
    let tag = asset.tag(encoding);
    let unchanged = is_listed(&list(request, IF_NONE_MATCH), &tag);
    let mut answer = if unchanged {
        status(StatusCode::NOT_MODIFIED)
    } else {
        Response::new(Full::new(body))
    };
    let headers = answer.headers_mut();
    if !unchanged {
        headers.insert(CONTENT_TYPE, text(&asset.content_type));
        if let Some(token) = encoding.token() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(token));
        }
    }
    headers.insert(ETAG, text(&tag));
    if asset.varies() {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    answer
}

/// All values of a header that is a list.
fn list(headers: &HeaderMap, name: HeaderName) -> String {
    let values = headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values.collect::<Vec<_>>().join(",")
}

/// Whether a list of entity tags holds `tag`. Proxies that compress make tags weak, which is good enough here.
fn is_listed(tags: &str, tag: &str) -> bool {
    tags.split(',')
        .map(|entry| entry.trim().trim_start_matches("W/"))
        .any(|entry| entry == "*" || entry == tag)
}

fn refusal() -> Answer {
    let mut answer = message(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    answer
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    answer
}

fn message(code: StatusCode, text: &'static str) -> Answer {
    let mut answer = status(code);
    answer.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    *answer.body_mut() = Full::from(text);
    answer
}

fn status(code: StatusCode) -> Answer {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = code;
    answer
}

fn text(value: &str) -> HeaderValue {
    HeaderValue::from_str(value).expect("types and tags are plain ASCII")
}
