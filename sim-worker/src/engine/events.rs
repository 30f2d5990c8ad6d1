//! What visitors do to a tank.

use shared::event::Event;

use super::school::SchoolMut;
use super::{CallOn, State, Tank};

impl Tank {
    /// Lets something happen, before the next step.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Feed { x, y } => {
                self.larder
                    .feed(&self.config.behaviour.food, self.seed, self.size, [x, y])
            }
            Event::Scare { from, to, strength } => self.scare(from, to, strength),
            Event::Call { x, y, seconds } => {
                let left = if seconds > 0.0 {
                    seconds
                } else {
                    f32::INFINITY
                };
                self.call = Some(CallOn { x, y, left });
            }
            Event::CallEnd => self.call = None,
        }
    }

    fn scare(&mut self, from: [f32; 2], to: [f32; 2], strength: f32) {
        let [least, most] = self.config.behaviour.scare.reach;
        let reach = least + (most - least) * strength;
        let seconds = self.config.behaviour.flee.seconds;
        let along = [to[0] - from[0], to[1] - from[1]];
        let long2 = along[0] * along[0] + along[1] * along[1];
        let mut school = self.school.all_mut();
        for slot in 0..school.len() {
            let (x, y) = (school.x[slot], school.y[slot]);
            let t = if long2 > 0.0 {
                ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / long2
            } else {
                0.0
            };
            let t = t.clamp(0.0, 1.0);
            let nearest = [from[0] + along[0] * t, from[1] + along[1] * t];
            let (dx, dy) = (x - nearest[0], y - nearest[1]);
            if dx * dx + dy * dy < reach * reach {
                let flees_already = school.state[slot] == State::Flee as u32;
                self.scared = self.scared.wrapping_add(u32::from(!flees_already));
                frighten(&mut school, slot, nearest, seconds);
            }
        }
    }
}

/// Frightens a fish: the nearest point of the stroke is what it flees from.
fn frighten(school: &mut SchoolMut<'_>, i: usize, from: [f32; 2], seconds: f32) {
    school.state[i] = State::Flee as u32;
    school.timer[i] = seconds;
    (school.fright_x[i], school.fright_y[i]) = (from[0], from[1]);
}
