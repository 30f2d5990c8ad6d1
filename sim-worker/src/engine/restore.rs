//! A tank goes on from a frame: after its worker was lost, the newest frame is all that is left of it.

use shared::layout::{FishFrame, FrameHeader, PelletFrame};

use super::food::Pellet;
use super::{State, Tank, sane_size};

/// What moves in a frame, and nothing beyond its own counts.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// How the last step went.
    pub header: &'a FrameHeader,
    /// By id.
    pub fish: &'a [FishFrame],
    /// Oldest first.
    pub pellets: &'a [PelletFrame],
}

impl Tank {
    /// Goes on from what a frame shows: as many fish, where they were and as fast; its pellets; its step. Who they are follows from
    /// the seed, as always. What no frame says is as at birth: appetite, patience, and what a fish fled from, so that everybody
    /// cruises at first.
    ///
    /// Whatever made the worker fail may have spoilt the frame too: a fish that is nowhere keeps the place it was born at.
    pub fn restore(&mut self, shown: &Shown<'_>) {
        self.step = shown.header.step;
        self.size = sane_size([shown.header.width, shown.header.height]);
        self.hold(shown.fish.len());
        for slot in 0..self.school.len() {
            let id = self.school.id[slot] as usize;
            self.restore_fish(slot, &shown.fish[id]);
        }
        self.restore_pellets(shown);
        self.settle();
    }

    fn restore_fish(&mut self, slot: usize, fish: &FishFrame) {
        let inside = |[x, y]: [f32; 2]| {
            (0.0..=self.size[0]).contains(&x) && (0.0..=self.size[1]).contains(&y)
        };
        let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
        if !inside(fish.position) || !finite(&fish.previous) || !finite(&fish.heading) {
            return;
        }
        let school = &mut self.school;
        (
            [school.x[slot], school.y[slot]],
            [school.previous_x[slot], school.previous_y[slot]],
        ) = (fish.position, fish.position);
        let most = school.top_speed[slot];
        let velocity =
            [0, 1].map(|axis| (fish.position[axis] - fish.previous[axis]).clamp(-most, most));
        [school.vx[slot], school.vy[slot]] = velocity;
        [school.hx[slot], school.hy[slot]] = fish.heading;
        [school.previous_hx[slot], school.previous_hy[slot]] = fish.heading;
        school.state[slot] = State::Cruise as u32;
        let phase = fish.previous_phase + fish.phase_advance;
        if phase.is_finite() {
            school.phase[slot] = phase.rem_euclid(std::f32::consts::TAU);
        }
    }

    fn restore_pellets(&mut self, shown: &Shown<'_>) {
        let larder = &mut self.larder;
        larder.eaten = shown.header.eaten;
        larder.pellets.clear();
        for pellet in shown.pellets {
            let [x, y] = pellet.position;
            if !x.is_finite() || !y.is_finite() {
                continue;
            }
            larder.pellets.push(Pellet {
                id: larder.dropped,
                x,
                y,
                previous_x: x,
                previous_y: y,
                age: 0.0,
                depth: pellet.depth,
                resting: pellet.resting == 1.0,
            });
            larder.dropped = larder.dropped.wrapping_add(1);
        }
    }
}
