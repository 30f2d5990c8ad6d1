//! The parts of a step and of a frame: `cargo bench -p sim-worker --features bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use shared::layout::{ALIGN, Header};
use sim_worker::engine::{Crew, Lab, Scene};
use sim_worker::publish::{Circumstances, write_frame};

const SIZES: [u32; 3] = [300, 10_000, 100_000];

fn main() {
    divan::main();
}

fn lab(fish: u32) -> Lab {
    let mut lab = Lab::new(Scene::Uniform, fish, Crew::single(), || 0.0);
    lab.enter_grid();
    lab.lay_out();
    lab.sense();
    lab
}

#[divan::bench(args = SIZES)]
fn enter_grid(bencher: Bencher<'_, '_>, fish: u32) {
    let mut lab = lab(fish);
    bencher
        .counter(ItemsCount::new(fish))
        .bench_local(|| lab.enter_grid());
}

#[divan::bench(args = SIZES)]
fn lay_out(bencher: Bencher<'_, '_>, fish: u32) {
    let mut lab = lab(fish);
    bencher
        .counter(ItemsCount::new(fish))
        .bench_local(|| lab.lay_out());
}

#[divan::bench(args = SIZES)]
fn sense(bencher: Bencher<'_, '_>, fish: u32) {
    let mut lab = lab(fish);
    bencher
        .counter(ItemsCount::new(fish))
        .bench_local(|| lab.sense());
}

#[divan::bench(args = SIZES)]
fn swim(bencher: Bencher<'_, '_>, fish: u32) {
    let mut lab = lab(fish);
    bencher
        .counter(ItemsCount::new(fish))
        .bench_local(|| lab.swim());
}

#[divan::bench(args = SIZES)]
fn publish(bencher: Bencher<'_, '_>, fish: u32) {
    let lab = lab(fish);
    let header = Header::new(ALIGN, fish, 1024);
    let mut slot = vec![0; header.slot_stride as usize];
    bencher.counter(ItemsCount::new(fish)).bench_local(|| {
        write_frame(
            lab.tank(),
            &Circumstances::default(),
            &header.slot_layout(),
            &mut slot,
        );
    });
}
