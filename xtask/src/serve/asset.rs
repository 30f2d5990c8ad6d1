//! One file, ready to be sent: type, tag and its compressed forms.

use std::io::Write;

use anyhow::Result;
use flate2::write::GzEncoder;
use hyper::body::Bytes;

use crate::hash;

/// Close to what a static host would send (11), at a fraction of the time.
const BROTLI_QUALITY: u32 = 9;
const BROTLI_WINDOW: u32 = 22;

/// How a body is encoded on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The best one that an `Accept-Encoding` header allows.
    pub(super) fn negotiate(accepted: &str) -> Self {
        let allows = |name: &str| accepted.split(',').any(|entry| accepts(entry, name));
        if allows("br") {
            Self::Brotli
        } else if allows("gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    /// The value of `Content-Encoding`.
    pub(super) fn token(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// Whether one entry of `Accept-Encoding`, such as `br;q=0.8`, allows `name`.
fn accepts(entry: &str, name: &str) -> bool {
    let mut parts = entry.split(';').map(str::trim);
    let named = parts
        .next()
        .is_some_and(|coding| coding.eq_ignore_ascii_case(name));
    let weight = parts.find_map(|part| part.strip_prefix("q="));
    named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
}

/// A file in memory.
#[derive(Debug)]
pub(super) struct Asset {
    pub(super) content_type: String,
    hash: String,
    plain: Bytes,
    /// `None` when compression would not make it smaller.
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl Asset {
    /// Compresses `bytes` once, so that no request has to.
    ///
    /// # Errors
    /// When compression fails.
    pub(super) fn new(path: &str, bytes: Vec<u8>) -> Result<Self> {
        let content_type = content_type(path);
        let smaller = |body: Vec<u8>| (body.len() < bytes.len()).then(|| Bytes::from(body));
        let (brotli, gzip) = if is_compressible(&content_type) {
            (
                smaller(compress_brotli(&bytes)?),
                smaller(compress_gzip(&bytes)?),
            )
        } else {
            (None, None)
        };
        Ok(Self {
            hash: hash::hex(&bytes),
            content_type,
            brotli,
            gzip,
            plain: bytes.into(),
        })
    }

    /// The body in the wanted encoding, or plain, and the encoding that it has.
    pub(super) fn body(&self, wanted: Encoding) -> (Encoding, Bytes) {
        let encoded = match wanted {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => None,
        };
        encoded.map_or((Encoding::Identity, self.plain.clone()), |body| {
            (wanted, body.clone())
        })
    }

    /// The entity tag of one encoding; each has its own, as the bytes differ.
    pub(super) fn tag(&self, encoding: Encoding) -> String {
        let hash = &self.hash[..16];
        encoding.token().map_or_else(
            || format!("\"{hash}\""),
            |token| format!("\"{hash}-{token}\""),
        )
    }

    /// Whether the answer depends on what the client accepts.
    pub(super) fn varies(&self) -> bool {
        self.brotli.is_some() || self.gzip.is_some()
    }
}

fn content_type(path: &str) -> String {
    let guessed = mime_guess::from_path(path).first_or_octet_stream();
    let text = guessed.type_() == "text" || guessed.essence_str() == "application/json";
    if text {
        format!("{guessed}; charset=utf-8")
    } else {
        guessed.to_string()
    }
}

fn is_compressible(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.starts_with("text/")
        || essence.ends_with("json")
        || essence.ends_with("xml")
        || essence == "application/wasm"
}

fn compress_brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer =
        brotli::CompressorWriter::new(Vec::new(), 1 << 16, BROTLI_QUALITY, BROTLI_WINDOW);
    writer.write_all(bytes)?;
    Ok(writer.into_inner())
}

fn compress_gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negotiation_prefers_brotli_and_obeys_refusals() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("br;q=0, gzip;q=0.5", Encoding::Gzip),
            ("BR", Encoding::Brotli),
            ("brotli", Encoding::Identity),
            ("", Encoding::Identity),
            ("br;q=none", Encoding::Identity),
        ] {
            assert_eq!(Encoding::negotiate(accepted), expected, "{accepted}");
        }
    }

    #[test]
    fn content_types() {
        for (path, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("lib-1/page.js", "text/javascript; charset=utf-8"),
            ("lib-1/page.css", "text/css; charset=utf-8"),
            ("presets/community.json", "application/json; charset=utf-8"),
            ("engine_bg.wasm", "application/wasm"),
            ("app.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
            ("icon.png", "image/png"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(content_type(path), expected, "{path}");
        }
    }

    #[test]
    fn pictures_and_tiny_files_stay_as_they_are() {
        let picture = Asset::new("a.png", vec![0; 4096]).unwrap();
        assert!(!picture.varies());
        assert_eq!(picture.body(Encoding::Brotli).0, Encoding::Identity);
        let tiny = Asset::new("a.js", b"1".to_vec()).unwrap();
        assert_eq!(
            tiny.body(Encoding::Gzip),
            (Encoding::Identity, Bytes::from_static(b"1"))
        );
    }

    #[test]
    fn compressed_forms_hold_the_same_content() {
        let text = "a school of fish ".repeat(200).into_bytes();
        let asset = Asset::new("a.js", text.clone()).unwrap();
        let mut unpacked = Vec::new();
        let (encoding, body) = asset.body(Encoding::Brotli);
        assert_eq!(encoding, Encoding::Brotli);
        brotli::BrotliDecompress(&mut &body[..], &mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        unpacked.clear();
        let (encoding, body) = asset.body(Encoding::Gzip);
        assert_eq!(encoding, Encoding::Gzip);
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&body[..]), &mut unpacked)
            .unwrap();
        assert_eq!(unpacked, text);
    }
}
