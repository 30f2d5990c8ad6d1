//! What can be measured about a tank, for studies, tests and `cargo xtask sim`. Not part of a step.

#![expect(
    clippy::disallowed_methods,
    reason = "measures what is there; nothing of it comes back into the state"
)]

use super::Tank;

/// A tank at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Observation {
    /// Fish with a number that is not finite.
    pub nan: u32,
    /// Fish outside the tank.
    pub outside: u32,
    /// Fish in each state: CRUISE, SEEK, FLEE, LINGER.
    pub states: [u32; 4],
    /// Mean number of others within a fish's sight.
    pub neighbours: f32,
    /// Mean distance to the nearest other fish, world units; 0 if there is none.
    pub nearest: f32,
    /// Polarisation, 0 to 1: length of the mean heading (Tunstrøm et al., PLoS Comput. Biol. 9, 2013, e1002915).
    pub polarisation: f32,
    /// Rotation, 0 to 1: mean of the unit vectors from the centre of mass crossed with the headings, without sign (same source).
    pub rotation: f32,
    /// Mean speed, world units per second.
    pub speed: f32,
}

impl Tank {
    /// Measures the tank as it stands. Compares all pairs within neighbouring cells; costs about as much as a step.
    #[must_use]
    pub fn observe(&self) -> Observation {
        let school = self.school();
        let fish = school.len();
        if fish == 0 {
            return Observation::default();
        }
        let share = 1.0 / fish as f32;
        let [width, height] = self.size();
        let count = |wrong: &dyn Fn(usize) -> bool| (0..fish).filter(|&i| wrong(i)).count() as u32;
        let nan = count(&|i| {
            ![
                school.x[i],
                school.y[i],
                school.vx[i],
                school.vy[i],
                school.hx[i],
                school.hy[i],
            ]
            .iter()
            .all(|n| n.is_finite())
        });
        let outside = count(&|i| {
            !((0.0..=width).contains(&school.x[i]) && (0.0..=height).contains(&school.y[i]))
        });
        let (neighbours, nearest) = self.company_kept();
        let mean = |values: &[f32]| values.iter().sum::<f32>() * share;
        let (hx, hy) = (mean(&school.hx), mean(&school.hy));
        let speed = (0..fish)
            .map(|i| school.vx[i].hypot(school.vy[i]))
            .sum::<f32>()
            * share;
        Observation {
            nan,
            outside,
            states: self.states(),
            neighbours,
            nearest,
            polarisation: hx.hypot(hy),
            rotation: self.rotation(mean(&school.x), mean(&school.y)),
            speed: speed * shared::STEPS_PER_SECOND,
        }
    }

    fn rotation(&self, centre_x: f32, centre_y: f32) -> f32 {
        let school = self.school();
        let turning = (0..school.len()).map(|i| {
            let (rx, ry) = (school.x[i] - centre_x, school.y[i] - centre_y);
            let r = rx.hypot(ry).max(1e-6);
            (rx * school.hy[i] - ry * school.hx[i]) / r
        });
        (turning.sum::<f32>() / school.len() as f32).abs()
    }

    /// Mean number of others in sight, and mean distance to the nearest.
    fn company_kept(&self) -> (f32, f32) {
        let school = self.school();
        let mut grid = super::Grid::default();
        let sight = school.farthest_sight().max(1.0);
        grid.lay(self.size[0], self.size[1], sight);
        grid.build(&school.x, &school.y);
        let (columns, rows) = grid.size();
        let (mut seen, mut nearest_sum, mut have_nearest) = (0_u64, 0.0_f64, 0_u32);
        for slot in 0..school.len() {
            let home = grid.cell_of(school.x[slot], school.y[slot]);
            let (column, row) = (home % columns, home / columns);
            let mut nearest = f32::INFINITY;
            for row in row.saturating_sub(1)..(row + 2).min(rows) {
                for column in column.saturating_sub(1)..(column + 2).min(columns) {
                    for other in grid
                        .chain(row * columns + column)
                        .filter(|&other| other != slot)
                    {
                        let d = (school.x[other] - school.x[slot])
                            .hypot(school.y[other] - school.y[slot]);
                        seen += u64::from(d < school.sight[slot]);
                        nearest = nearest.min(d);
                    }
                }
            }
            if nearest.is_finite() {
                nearest_sum += f64::from(nearest);
                have_nearest += 1;
            }
        }
        let neighbours = seen as f32 / school.len() as f32;
        (
            neighbours,
            (nearest_sum / f64::from(have_nearest.max(1))) as f32,
        )
    }
}
