//! All files of the site, held in memory: a request only looks a name up, so no path leads anywhere else.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::asset::Asset;
use crate::files;

/// The files by their path, `/` between its parts, none in front.
pub(super) type Assets = HashMap<String, Asset>;

/// A folder that is served, and read again after each build.
#[derive(Debug)]
pub(super) struct Site {
    folder: PathBuf,
    loaded: Mutex<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    modified: SystemTime,
    assets: Arc<Assets>,
}

impl Site {
    /// Reads everything below `folder`.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let loaded = load(folder).with_context(|| {
            format!(
                "cannot serve {}.\n  Remedy: `cargo xtask build` makes it",
                folder.display()
            )
        })?;
        Ok(Self {
            folder: folder.to_owned(),
            loaded: Mutex::new(loaded),
        })
    }

    /// The files as they are now. A build puts a new folder in place, which shows in its time; while one is being
    /// swapped in, the files of the last one stay.
    pub(super) fn current(&self) -> Arc<Assets> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if modified(&self.folder).is_ok_and(|time| time != loaded.modified)
            && let Ok(new) = load(&self.folder)
        {
            *loaded = new;
        }
        Arc::clone(&loaded.assets)
    }
}

fn modified(folder: &Path) -> Result<SystemTime> {
    Ok(std::fs::metadata(folder)?.modified()?)
}

fn load(folder: &Path) -> Result<Loaded> {
    let modified = modified(folder)?;
    let read = |path: String| {
        let bytes = std::fs::read(folder.join(&path))?;
        let asset = Asset::new(&path, bytes)?;
        anyhow::Ok((path, asset))
    };
    let assets = files::below(folder)?
        .into_par_iter()
        .map(read)
        .collect::<Result<Assets>>()?;
    Ok(Loaded {
        modified,
        assets: Arc::new(assets),
    })
}
