//! `cargo xtask serve`: builds, then serves `dist/` as a production host should.

mod asset;
mod headers;
mod respond;
mod site;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

use self::headers::Policy;
pub(crate) use self::headers::{ISOLATION, SHARING};
use self::site::Site;
use crate::process::heading;
use crate::wasm::Profile;
use crate::{build, paths};

/// What to serve, where and with which headers.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on; anything but loopback is reachable by others
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Leave out the isolation headers, as most hosts do
    #[arg(long)]
    no_isolation: bool,
    /// Send a Content-Security-Policy
    #[arg(long, value_name = "LEVEL")]
    csp: Option<Csp>,
    /// Serve dist/ as it is (for tests)
    #[arg(long)]
    no_build: bool,
}

/// How strict a Content-Security-Policy is sent.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Csp {
    /// Nothing but our own files, and no eval
    Strict,
}

/// Builds and serves until the process is ended.
///
/// # Errors
/// When the port cannot be had, or the build fails.
pub(crate) fn serve(options: &Options) -> Result<()> {
    // Before the build: a busy port should be known at once, not minutes later.
    let listener = listen(SocketAddr::new(options.host, options.port))?;
    if !options.no_build {
        build::build(Profile::Release)?;
    }
    let policy = Policy {
        isolated: !options.no_isolation,
        strict_csp: options.csp.is_some(),
    };
    let address = listener.local_addr()?;
    run(listener, &paths::dist(), policy, || announce(address))
}

/// Takes the port.
fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "port {} on {} is already in use, probably by another server.\n  \
             Remedy: end that program, or choose another port: `--port 8081`, or `--port 0` for any free one.",
            address.port(),
            address.ip(),
        ),
        ErrorKind::PermissionDenied => anyhow!(
            "port {} needs rights that this user does not have.\n  Remedy: choose one above 1023 with `--port`.",
            address.port(),
        ),
        ErrorKind::AddrNotAvailable => anyhow!(
            "{} is not an address of this machine.\n  Remedy: `--host 127.0.0.1`, or one of its own addresses.",
            address.ip(),
        ),
        _ => anyhow!(error).context(format!("cannot listen on {address}")),
    })
}

/// Prints where the page is; the address stands alone on standard output, so that other programs can read it.
fn announce(address: SocketAddr) {
    let reachable = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    heading("serving; Ctrl-C ends it");
    if !reachable.is_loopback() {
        eprintln!(
            "   browsers allow shared memory only on https:// and on this machine's own 127.0.0.1"
        );
    }
    println!("http://{}/", SocketAddr::new(reachable, address.port()));
    // A closed pipe must not end the server.
    let _ = std::io::stdout().flush();
}

/// Serves `folder` on `listener`; calls `ready` once requests are answered.
///
/// # Errors
/// When `folder` cannot be read, or the listener breaks.
fn run(listener: TcpListener, folder: &Path, policy: Policy, ready: impl FnOnce()) -> Result<()> {
    let site = Arc::new(Site::open(folder)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener).context("cannot listen")?;
        ready();
        loop {
            // An error here is one of that connection (reset before it was accepted), or of too many open files.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::task::yield_now().await;
                continue;
            };
            let site = Arc::clone(&site);
            tokio::spawn(async move {
                let service = service_fn(|request| {
                    let response = respond::respond(&site.current(), policy, &request);
                    async { Ok::<_, Infallible>(response) }
                });
                // A browser that goes away in the middle is no news.
                let _ = http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    })
}
