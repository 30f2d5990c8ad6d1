//! How the work of a step is shared out: one thread, or a pool that is entered once a step.
//!
//! The fish are cut in two again and again until a piece is small. Whoever is done with its pieces takes some of the others', so
//! that a crowd, where each fish costs more, does not fall to one thread. Pieces write to disjoint slices, and nothing is
//! allocated.

#[cfg(feature = "threads")]
use super::lanes::LANES;
use super::school::SchoolMut;

/// Who does the work.
#[derive(Debug, Default)]
pub struct Crew {
    #[cfg(feature = "threads")]
    pool: Option<Pool>,
}

#[cfg(feature = "threads")]
#[derive(Debug)]
enum Pool {
    /// A pool of our own, on threads of the operating system.
    #[cfg(not(target_arch = "wasm32"))]
    Own(rayon::ThreadPool),
    /// The pool that the page started for this module.
    #[cfg(target_arch = "wasm32")]
    Global,
}

/// A piece of work with fewer fish than this is not cut further: handing it over would cost more than doing it.
#[cfg(feature = "threads")]
const PIECE: usize = 1024;

impl Crew {
    /// The calling thread alone.
    #[must_use]
    pub fn single() -> Self {
        Self::default()
    }

    /// So many threads; fewer than two are the calling thread alone. On the web the pool must be up already.
    ///
    /// # Errors
    /// A sentence, if the operating system gives no threads.
    #[cfg(feature = "threads")]
    pub fn threaded(threads: usize) -> Result<Self, String> {
        if threads < 2 {
            return Ok(Self::single());
        }
        #[cfg(not(target_arch = "wasm32"))]
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map(Pool::Own);
        #[cfg(target_arch = "wasm32")]
        let pool = Ok::<_, String>(Pool::Global);
        pool.map(|pool| Self { pool: Some(pool) })
            .map_err(|error| format!("no pool of {threads} threads: {error}"))
    }

    pub(super) fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            return match pool {
                #[cfg(not(target_arch = "wasm32"))]
                Pool::Own(pool) => pool.current_num_threads(),
                #[cfg(target_arch = "wasm32")]
                Pool::Global => rayon::current_num_threads(),
            };
        }
        1
    }

    /// Runs `work` over all fish; it gets a run of them and the slot of the first.
    pub(super) fn share(&self, school: SchoolMut<'_>, work: impl Fn(usize, SchoolMut<'_>) + Sync) {
        #[cfg(feature = "threads")]
        if school.len() >= 2 * PIECE
            && let Some(pool) = &self.pool
        {
            return pool.enter(|| cut(0, school, &work));
        }
        work(0, school);
    }
}

#[cfg(feature = "threads")]
impl Pool {
    fn enter(&self, work: impl FnOnce() + Send) {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Own(pool) => pool.install(work),
            #[cfg(target_arch = "wasm32")]
            Self::Global => rayon::scope(|_| work()),
        }
    }
}

#[cfg(feature = "threads")]
fn cut(first: usize, school: SchoolMut<'_>, work: &(impl Fn(usize, SchoolMut<'_>) + Sync)) {
    if school.len() < 2 * PIECE {
        return work(first, school);
    }
    // Whole vectors of fish, so that a cut costs no half-empty one.
    let middle = (school.len() / 2).next_multiple_of(LANES);
    let (left, right) = school.split_at(middle);
    rayon::join(
        || cut(first, left, work),
        || cut(first + middle, right, work),
    );
}
