//! The native side of `cargo xtask bench`: makes tanks and measures them as it is told, a line of JSON for a line of JSON.

mod flockers;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::OnceLock;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;
use sim_worker::engine::{Crew, Kernel, Lab, Scene};

use crate::flockers::Flockers;

const THREADS: usize = 2;

/// What the browser's side is asked as well: see `tests/bench/page/worker.js`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Ask {
    state: String,
    fish: u32,
    /// Measures, or else only makes the tank.
    kernel: Option<String>,
    #[serde(default)]
    threads: u32,
    #[serde(default)]
    budget_ms: f64,
    #[serde(default)]
    most: usize,
}

fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut labs = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let ask: Ask = serde_json::from_str(&line?)?;
        let key = (ask.state.clone(), ask.fish);
        if !labs.contains_key(&key) {
            let scene = Scene::named(&ask.state).ok_or("no such state")?;
            let lab = Lab::new(scene, ask.fish, Crew::threaded(THREADS)?, now);
            labs.insert(key.clone(), lab);
        }
        let lab = labs.get_mut(&key).ok_or("just made")?;
        let answer = match ask.kernel.as_deref() {
            None => json!({ "neighbours": lab.neighbours() }),
            Some(kernel) => json!({ "times": measure(lab, kernel, &ask)? }),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn measure(lab: &mut Lab, kernel: &str, ask: &Ask) -> Result<Vec<f64>, Box<dyn Error>> {
    let threads = ask.threads > 1;
    Ok(match kernel {
        "engine" => lab.measure(Kernel::Engine, threads, ask.budget_ms, ask.most),
        "walk" => lab.measure(Kernel::Walk, false, ask.budget_ms, ask.most),
        "krabmaga" => Flockers::new(lab.size(), &lab.fish()).measure(now, ask.budget_ms, ask.most),
        other => return Err(format!("no kernel {other}").into()),
    })
}
