//! Tells the host page what happened in the tank.

use shared::bulletin::Writer;
use shared::notice::Notice;
use shared::words::AtomicWords;

use crate::engine::Tank;

/// Knows what has been told already, and posts what is new.
#[derive(Debug, Default)]
pub(crate) struct Herald {
    epoch: u32,
    eaten: u32,
    scared: u32,
}

impl Herald {
    /// Posts what happened since the last step; to be called after each. Allocates nothing.
    pub(crate) fn tell<W: AtomicWords>(&mut self, tank: &Tank, board: &mut Writer<W>) {
        if tank.epoch() != self.epoch {
            // The tank counts from zero again.
            *self = Self {
                epoch: tank.epoch(),
                ..Self::default()
            };
        }
        let scared = tank.scared().wrapping_sub(self.scared);
        if scared > 0 {
            self.scared = tank.scared();
            board.post(&Notice::Scared { count: scared }.to_record());
        }
        if tank.larder().eaten != self.eaten {
            self.eaten = tank.larder().eaten;
            let school = tank.school();
            for slot in tank.larder().eaters() {
                let notice = Notice::Eaten {
                    fish: school.id[slot],
                    x: school.x[slot],
                    y: school.y[slot],
                };
                board.post(&notice.to_record());
            }
        }
    }

    /// Posts that steps were given up, if any were.
    pub(crate) fn overrun<W: AtomicWords>(skipped: u32, board: &mut Writer<W>) {
        if skipped > 0 {
            board.post(&Notice::Overrun { skipped }.to_record());
        }
    }
}
