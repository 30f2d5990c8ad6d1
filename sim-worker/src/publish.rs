//! A tank's state as a frame, and a frame taken apart again.

use bytemuck::{bytes_of, bytes_of_mut, cast_slice, cast_slice_mut};
use shared::layout::{FishFrame, FishLook, FrameHeader, PelletFrame, SlotLayout};

use crate::engine::{Shown, Tank};
use crate::region::address_of;

/// What a frame says besides the state of the tank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// Moment at which the step was due, milliseconds since the epoch.
    pub due_ms: f64,
    /// Whether the tank stands still; then the frame carries the state hash.
    pub paused: bool,
    /// Steps given up so far.
    pub skipped_steps: u32,
    /// Time of a step: mean, p50, p95, p99, max in milliseconds.
    pub step_ms: [f32; 5],
    /// Time from finger to step, likewise.
    pub input_latency_ms: [f32; 5],
}

/// Writes the frame into a slot, which must be as long as `layout` says. Allocates nothing, except for the hash of a standing tank.
pub fn write_frame(
    tank: &Tank,
    circumstances: &Circumstances,
    layout: &SlotLayout,
    slot: &mut [u8],
) {
    let (head, rest) = slot.split_at_mut(layout.fish as usize);
    let (fish, rest) = rest.split_at_mut((layout.pellets - layout.fish) as usize);
    let (pellets, looks) = rest.split_at_mut((layout.looks - layout.pellets) as usize);
    let head = &mut head[..size_of::<FrameHeader>()];

    let mut before = FrameHeader::default();
    bytes_of_mut(&mut before).copy_from_slice(head);
    let header = describe(tank, circumstances);
    // The slot still has the looks that were written into it some frames ago; mostly they still hold.
    if (before.epoch, before.looks_generation) != (header.epoch, header.looks_generation) {
        write_looks(
            tank,
            cast_slice_mut(&mut looks[..header.fish as usize * size_of::<FishLook>()]),
        );
    }
    write_fish(
        tank,
        cast_slice_mut(&mut fish[..header.fish as usize * size_of::<FishFrame>()]),
    );
    write_pellets(
        tank,
        cast_slice_mut(&mut pellets[..header.pellets as usize * size_of::<PelletFrame>()]),
    );
    head.copy_from_slice(bytes_of(&header));
}

/// What the words of a slot show, if they are a slot of this layout: `None` if they are too few for what they claim to hold.
#[must_use]
pub fn read_frame<'a>(
    words: &'a [u32],
    layout: &SlotLayout,
    header: &'a mut FrameHeader,
) -> Option<Shown<'a>> {
    let part = |start: u32, unit: usize, count: u32| {
        let start = start as usize / 4;
        let end = start.checked_add(unit / 4 * count as usize)?;
        words.get(start..end)
    };
    let head = part(0, size_of::<FrameHeader>(), 1)?;
    bytes_of_mut(header).copy_from_slice(cast_slice(head));
    let fish = part(layout.fish, size_of::<FishFrame>(), header.fish)?;
    let pellets = part(layout.pellets, size_of::<PelletFrame>(), header.pellets)?;
    let fits = words.len() * 4 == layout.bytes as usize
        && fish.as_ptr_range().end <= pellets.as_ptr_range().start;
    fits.then(|| Shown {
        header,
        fish: cast_slice(fish),
        pellets: cast_slice(pellets),
    })
}

fn describe(tank: &Tank, circumstances: &Circumstances) -> FrameHeader {
    let grid = tank.grid();
    let (columns, rows) = grid.size();
    FrameHeader {
        step: tank.steps(),
        hash: if circumstances.paused { tank.hash() } else { 0 },
        due_ms: circumstances.due_ms,
        hash_valid: u32::from(circumstances.paused),
        paused: u32::from(circumstances.paused),
        fish: tank.school().len() as u32,
        pellets: tank.larder().pellets.len() as u32,
        looks_generation: tank.looks_generation(),
        epoch: tank.epoch(),
        width: tank.size()[0],
        height: tank.size()[1],
        states: tank.states(),
        call: tank.call().map_or([0.0; 3], |call| [call.x, call.y, 1.0]),
        threads: tank.threads() as u32,
        skipped_steps: circumstances.skipped_steps,
        eaten: tank.larder().eaten,
        grid_head: address_of(grid.head()),
        grid_next: address_of(grid.next()),
        grid_columns: columns as u32,
        grid_rows: rows as u32,
        cell: grid.cell(),
        step_ms: circumstances.step_ms,
        input_latency_ms: circumstances.input_latency_ms,
        ..FrameHeader::default()
    }
}

fn write_fish(tank: &Tank, out: &mut [FishFrame]) {
    let school = tank.school();
    for slot in 0..school.len() {
        out[school.id[slot] as usize] = FishFrame {
            previous: [school.previous_x[slot], school.previous_y[slot]],
            position: [school.x[slot], school.y[slot]],
            previous_heading: [school.previous_hx[slot], school.previous_hy[slot]],
            heading: [school.hx[slot], school.hy[slot]],
            previous_phase: school.phase[slot] - school.phase_advance[slot],
            phase_advance: school.phase_advance[slot],
            bend: school.bend[slot],
            state: school.state[slot] as f32,
        };
    }
}

fn write_looks(tank: &Tank, out: &mut [FishLook]) {
    let school = tank.school();
    for slot in 0..school.len() {
        out[school.id[slot] as usize] = FishLook {
            length: school.length[slot],
            half_width: school.half_width[slot],
            depth: school.depth[slot],
            hue: school.hue[slot],
            lightness: school.lightness[slot],
            species: school.species[slot] as f32,
            pattern_seed: school.pattern_seed[slot],
            reserved: 0.0,
        };
    }
}

fn write_pellets(tank: &Tank, out: &mut [PelletFrame]) {
    let food = &tank.config().behaviour.food;
    for (out, pellet) in out.iter_mut().zip(&tank.larder().pellets) {
        *out = PelletFrame {
            previous: [pellet.previous_x, pellet.previous_y],
            position: [pellet.x, pellet.y],
            radius: food.radius,
            freshness: pellet.freshness(food),
            resting: f32::from(u8::from(pellet.resting)),
            depth: pellet.depth,
        };
    }
}
