//! How the work of a step is shared out: one thread, or a pool that is entered once for each phase.
//!
//! Work is cut in two again and again, each time where half of the fish are on either side, until a piece is small. Pieces
//! write to disjoint slices, and nothing is allocated.

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

    /// Runs `work` over all rows of cells. `start(row)` is the number of fish in the rows before `row`; `out` has an element for each
    /// fish, in cell order, and `work` gets the part that belongs to its rows.
    pub(super) fn rows<T: Send>(
        &self,
        rows: usize,
        start: impl Fn(usize) -> usize + Sync,
        out: &mut [T],
        work: impl Fn(std::ops::Range<usize>, &mut [T]) + Sync,
    ) {
        #[cfg(feature = "threads")]
        if out.len() >= 2 * PIECE
            && let Some(pool) = &self.pool
        {
            return pool.enter(|| cut_rows(0..rows, &start, out, &work));
        }
        #[cfg(not(feature = "threads"))]
        let _ = start;
        work(0..rows, out);
    }

    /// Runs `work` over all fish; it gets a run of them and the slot of the first.
    pub(super) fn fish(&self, school: SchoolMut<'_>, work: impl Fn(usize, SchoolMut<'_>) + Sync) {
        #[cfg(feature = "threads")]
        if school.len() >= 2 * PIECE
            && let Some(pool) = &self.pool
        {
            return pool.enter(|| cut_fish(0, school, &work));
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
fn cut_rows<T: Send>(
    rows: std::ops::Range<usize>,
    start: &(impl Fn(usize) -> usize + Sync),
    out: &mut [T],
    work: &(impl Fn(std::ops::Range<usize>, &mut [T]) + Sync),
) {
    if rows.len() < 2 || out.len() < 2 * PIECE {
        return work(rows, out);
    }
    let first = start(rows.start);
    // The row where half of the fish are before it, so that a crowd does not fall to one thread.
    let half = first + out.len() / 2;
    let (mut low, mut high) = (rows.start + 1, rows.end - 1);
    while low < high {
        let middle = low.midpoint(high);
        if start(middle) < half {
            low = middle + 1
        } else {
            high = middle
        }
    }
    let (upper, lower) = out.split_at_mut(start(low) - first);
    rayon::join(
        || cut_rows(rows.start..low, start, upper, work),
        || cut_rows(low..rows.end, start, lower, work),
    );
}

#[cfg(feature = "threads")]
fn cut_fish(first: usize, school: SchoolMut<'_>, work: &(impl Fn(usize, SchoolMut<'_>) + Sync)) {
    if school.len() < 2 * PIECE {
        return work(first, school);
    }
    let middle = school.len() / 2;
    let (left, right) = school.split_at(middle);
    rayon::join(
        || cut_fish(first, left, work),
        || cut_fish(first + middle, right, work),
    );
}
