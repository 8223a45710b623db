/// The ideas of the search that can be left out, to measure what each is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Idea {
    /// Moves without an alternative are played on at once; such positions are no nodes.
    ForcedMoves,
    /// Bounds from always replying in the same column.
    FollowUp,
    /// All children are looked up in the table before the first one is searched.
    EarlyLook,
    /// A position and its mirror image are one, near the root.
    Mirror,
    /// Moves that make more threats come first.
    ThreatOrder,
    /// Threats above a threat of the opponent do not count in the order.
    UsefulThreats,
    /// Two threats on top of each other count more: one of them will be carried out.
    StackedThreats,
    /// Rows count: the first player gets the odd ones where the other always replies on top, the second the even ones.
    RightRows,
    /// The cells in the middle come first among equals.
    CentreOrder,
    /// Cells on more lines that the mover has begun and can still complete come earlier.
    BegunLines,
    /// What the opponent threatens when the forced moves are over makes a move come a little later.
    RivalsThreats,
    /// A stone right below an own threat comes later: the opponent takes the threat then.
    KeptThreats,
    /// Moves that leave the opponent fewer safe replies come a little earlier.
    FewReplies,
    /// The move that refuted the last position of the same ply comes a little earlier.
    Killer,
    /// Quick wins and losses are asked about first.
    OutsideIn,
}

impl Idea {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::ForcedMoves,
        Self::FollowUp,
        Self::EarlyLook,
        Self::Mirror,
        Self::ThreatOrder,
        Self::UsefulThreats,
        Self::StackedThreats,
        Self::RightRows,
        Self::CentreOrder,
        Self::BegunLines,
        Self::RivalsThreats,
        Self::KeptThreats,
        Self::FewReplies,
        Self::Killer,
        Self::OutsideIn,
    ];
}

/// The ideas in use. They are all in use, and cost nothing to ask for, unless the crate is built for measuring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ideas {
    #[cfg(feature = "ablation")]
    left_out: u32,
}

impl Ideas {
    pub(crate) const ALL: Self = Self {
        #[cfg(feature = "ablation")]
        left_out: 0,
    };

    #[cfg(feature = "ablation")]
    pub(crate) fn without(idea: Idea) -> Self {
        Self { left_out: 1 << idea as u8 }
    }

    #[inline(always)]
    #[cfg_attr(not(feature = "ablation"), expect(clippy::unused_self, reason = "a constant then"))]
    pub(crate) fn has(self, idea: Idea) -> bool {
        #[cfg(feature = "ablation")]
        return self.left_out & 1 << idea as u8 == 0;
        #[cfg(not(feature = "ablation"))]
        {
            let _ = idea;
            true
        }
    }
}
