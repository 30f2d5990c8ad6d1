//! From the command line to a tank.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use shared::config::{Config, merge};
use sim_worker::engine::Crew;
use sim_worker::replay::{Log, Player, Recorded};
use sim_worker::session::world_size;

use super::Options;
use crate::{BadInput, files, paths};

const SEED: u64 = 1;

/// What is to be run.
#[derive(Debug)]
pub(super) struct Run {
    /// The tank as it stands.
    pub(super) tank: Recorded,
    /// Steps to run.
    pub(super) steps: u64,
    /// What it is, in a line.
    pub(super) title: String,
    player: Option<Player>,
}

impl Run {
    /// # Errors
    /// [`BadInput`] when the options make no sense together with the configuration.
    pub(super) fn new(options: &Options) -> Result<Self> {
        if let Some(file) = &options.replay {
            return Self::replay(file, options.threads);
        }
        let config = configuration(options)?;
        let seed = options.seed.or(config.world.seed).unwrap_or(SEED);
        let size = world_size(&config, options.size);
        let tank = Recorded::new(config, size, seed, crew(options.threads)?);
        let name = match (preset_name(options), &options.config) {
            (None, Some(file)) => file.display().to_string(),
            (name, _) => name.unwrap_or_default().to_owned(),
        };
        let [width, height] = tank.size();
        let fish = tank.school().len();
        Ok(Self {
            title: format!("{name}: {fish} fish, {width} × {height}, seed {seed}"),
            tank,
            steps: options.steps,
            player: None,
        })
    }

    fn replay(file: &Path, threads: usize) -> Result<Self> {
        let bad = |error: &dyn std::fmt::Display| BadInput(format!("{}: {error}", file.display()));
        let (source, bytes) = File::open(file)
            .and_then(|source| Ok((source.metadata()?.len(), source)))
            .map(|(bytes, source)| (BufReader::new(source), bytes))
            .map_err(|error| bad(&error))?;
        let log = Log::read(source, bytes).map_err(|error| bad(&error))?;
        if log.truncated {
            eprintln!(
                "note: the recording was full after step {}; what came then is not in it",
                log.steps
            );
        }
        let mut run = Self {
            tank: Recorded::new(log.config.clone(), log.size, log.seed, crew(threads)?),
            steps: log.steps,
            title: format!("{}: seed {}", file.display(), log.seed),
            player: Some(Player::new(log)),
        };
        run.play();
        Ok(run)
    }

    /// Runs a step, and does what was done after it.
    pub(super) fn step(&mut self) {
        self.tank.step();
        self.play();
    }

    fn play(&mut self) {
        if let Some(player) = &mut self.player {
            player.prepare(&mut self.tank);
        }
    }

    /// # Errors
    /// When it was a recording, and it came out otherwise.
    pub(super) fn compare(&self) -> Result<()> {
        let (hash, recorded) = match &self.player {
            Some(player) => (self.tank.hash(), player.log().hash),
            None => return Ok(()),
        };
        if hash != recorded {
            bail!(
                "the replay ended with hash {hash:016x}, the recorded session with {recorded:016x}"
            );
        }
        Ok(())
    }
}

fn crew(threads: usize) -> Result<Crew> {
    Crew::threaded(threads).map_err(anyhow::Error::msg)
}

/// Default, then preset or file, then `--fish`: the page's order.
fn configuration(options: &Options) -> Result<Config> {
    let mut config = Config::default();
    if let Some(name) = preset_name(options) {
        let patch = preset(name)?;
        config = patched(&config, &patch, &format!("preset {name}"))?;
    }
    if let Some(file) = &options.config {
        let patch = fs::read_to_string(file)
            .map_err(|error| BadInput(format!("cannot read {}: {error}", file.display())))?;
        config = patched(&config, &patch, &file.display().to_string())?;
    }
    if let Some(fish) = options.fish {
        let patch = format!(r#"{{"world": {{"count": {fish}}}}}"#);
        config = patched(&config, &patch, &format!("--fish {fish}"))?;
    }
    Ok(config)
}

/// The preset that is asked for; as on the page, `community` where nothing is.
fn preset_name(options: &Options) -> Option<&str> {
    let by_default = options.config.is_none().then_some("community");
    options.preset.as_deref().or(by_default)
}

fn patched(config: &Config, patch: &str, source: &str) -> Result<Config> {
    Ok(merge(config, patch).map_err(|error| BadInput(format!("{source}: {error}")))?)
}

fn preset(name: &str) -> Result<String> {
    let folder = paths::root().join("www/presets");
    let mut known = files::below(&folder)?;
    known.retain_mut(|file| {
        let stem = file.strip_suffix(".json").map(ToOwned::to_owned);
        stem.is_some_and(|stem| {
            *file = stem;
            true
        })
    });
    if !known.iter().any(|preset| preset == name) {
        let known = known.join(", ");
        return Err(BadInput(format!("no preset {name:?}; there are: {known}")).into());
    }
    Ok(fs::read_to_string(folder.join(format!("{name}.json")))?)
}

/// `1280x720` as numbers.
pub(super) fn size(text: &str) -> Result<[f32; 2], String> {
    let side = |side: &str| {
        let side = side.parse::<f32>().ok()?;
        (1.0..=100_000.0).contains(&side).then_some(side)
    };
    text.split_once('x')
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .ok_or_else(|| {
            "allowed: width and height with an x between them, 1 to 100000 CSS pixels each, as 1280x720"
                .to_owned()
        })
}

/// A path as seen from where the command was given.
pub(super) fn path(text: &str) -> Result<PathBuf, String> {
    std::path::absolute(text).map_err(|error| error.to_string())
}

/// Likewise, of a file that ends in `.svg`.
pub(super) fn svg_path(text: &str) -> Result<PathBuf, String> {
    let svg = Path::new(text)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    if svg {
        path(text)
    } else {
        Err("allowed: a file that ends in .svg".to_owned())
    }
}
