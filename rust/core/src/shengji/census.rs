//! How many units of each kind lie on a class, numbered, and in how many ways they go on to the class
//! below.
//!
//! Kinds are those of [`Kind`](super::threads::Kind), but marked: see [`weights`](super::weights). Those
//! of pairs and those of wider units are numbered apart, because they go on apart.

/// How many pairs there are, pairs marked to be beside singles, and marked twins.
pub(super) type Pairs = [u8; 3];
/// How many triples there are, triples marked to be beside singles, and quads.
pub(super) type Wider = [u8; 3];

/// The most faces of a class.
pub(super) const FACES: usize = 4;
/// So many different numbers of pairs four faces can have, and of wider units.
pub(super) const PAIRS: usize = 55;
pub(super) const WIDER: usize = 35;
/// No place.
const NOWHERE: u8 = u8::MAX;

/// How many faces with at most `copies` copies are needed for these pairs; more than there are where
/// they cannot be.
const fn faces_of_pairs(copies: usize, [pairs, beside, twins]: Pairs) -> usize {
    let (pairs, beside, twins) = (pairs as usize, beside as usize, twins as usize);
    match copies {
        2 if beside + twins == 0 => pairs,
        3 if twins == 0 => pairs + beside,
        4 => pairs.div_ceil(2) + beside + twins,
        _ => FACES + 1,
    }
}

const fn faces_of_wider(copies: usize, [triples, beside, quads]: Wider) -> usize {
    let (triples, beside, quads) = (triples as usize, beside as usize, quads as usize);
    match copies {
        2 if triples + beside + quads == 0 => 0,
        3 if beside + quads == 0 => triples,
        4 => triples + beside + quads,
        _ => FACES + 1,
    }
}

const fn slot_of_pairs([pairs, beside, twins]: Pairs) -> usize {
    (pairs as usize * 5 + beside as usize) * 5 + twins as usize
}

const fn slot_of_wider([triples, beside, quads]: Wider) -> usize {
    (triples as usize * 5 + beside as usize) * 5 + quads as usize
}

/// The numbers that a class can have whose faces have at most 2, 3 or 4 copies: a row for each of wider
/// units, in it a column for each of pairs; rows and columns by the faces that they need.
#[derive(Clone, Copy)]
pub(super) struct Grade {
    /// The most copies of a face.
    pub(super) copies: usize,
    /// What each column and each row stands for.
    pub(super) pairs: [Pairs; PAIRS],
    pub(super) wider: [Wider; WIDER],
    /// The number of each column and row among those of four copies.
    pub(super) pairs_number: [u8; PAIRS],
    pub(super) wider_number: [u8; WIDER],
    /// How many columns, and rows, so many faces have.
    pub(super) columns: [usize; FACES + 1],
    pub(super) rows: [usize; FACES + 1],
    /// How many faces each row needs.
    pub(super) row_faces: [u8; WIDER],
    /// Where for so many faces each row begins, and where the last one ends.
    pub(super) begins: [[u16; WIDER + 1]; FACES + 1],
    /// The column with a pair more, with two pairs more, with a marked pair, with marked twins; the row
    /// with a triple more, with a marked one, with a quad.
    pub(super) column_with: [[u8; PAIRS]; 4],
    pub(super) row_with: [[u8; WIDER]; 3],
    columns_of: [u8; 225],
    rows_of: [u8; 125],
}

impl Grade {
    const fn new(copies: usize) -> Self {
        let mut grade = Self {
            copies,
            pairs: [[0; 3]; PAIRS],
            wider: [[0; 3]; WIDER],
            pairs_number: [0; PAIRS],
            wider_number: [0; WIDER],
            columns: [0; FACES + 1],
            rows: [0; FACES + 1],
            row_faces: [0; WIDER],
            begins: [[0; WIDER + 1]; FACES + 1],
            column_with: [[NOWHERE; PAIRS]; 4],
            row_with: [[NOWHERE; WIDER]; 3],
            columns_of: [NOWHERE; 225],
            rows_of: [NOWHERE; 125],
        };
        let (mut columns, mut rows, mut faces) = (0, 0, 0);
        while faces <= FACES {
            let mut slot = 0;
            while slot < 225 {
                let pairs = [(slot / 25) as u8, (slot / 5 % 5) as u8, (slot % 5) as u8];
                if faces_of_pairs(copies, pairs) == faces {
                    (grade.pairs[columns], grade.columns_of[slot]) = (pairs, columns as u8);
                    columns += 1;
                }
                if slot < 125 && faces_of_wider(copies, pairs) == faces {
                    (grade.wider[rows], grade.rows_of[slot]) = (pairs, rows as u8);
                    grade.row_faces[rows] = faces as u8;
                    rows += 1;
                }
                slot += 1;
            }
            (grade.columns[faces], grade.rows[faces]) = (columns, rows);
            faces += 1;
        }
        grade.put_begins();
        grade.put_nexts(columns, rows);
        grade
    }

    const fn put_begins(&mut self) {
        let mut faces = 0;
        while faces <= FACES {
            let (mut row, mut place) = (0, 0);
            while row < self.rows[faces] {
                self.begins[faces][row] = place as u16;
                place += self.columns[faces - self.row_faces[row] as usize];
                row += 1;
            }
            while row <= WIDER {
                self.begins[faces][row] = place as u16;
                row += 1;
            }
            faces += 1;
        }
    }

    const fn put_nexts(&mut self, columns: usize, rows: usize) {
        let mut column = 0;
        while column < columns {
            let more = [[1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1]];
            let mut kind = 0;
            while kind < 4 {
                let [a, b, c] = self.pairs[column];
                let with = [a + more[kind][0], b + more[kind][1], c + more[kind][2]];
                if with[0] <= 8 && with[1] <= 4 && with[2] <= 4 {
                    self.column_with[kind][column] = self.columns_of[slot_of_pairs(with)];
                }
                kind += 1;
            }
            column += 1;
        }
        let mut row = 0;
        while row < rows {
            let mut kind = 0;
            while kind < 3 {
                let mut with = self.wider[row];
                with[kind] += 1;
                if with[kind] <= 4 {
                    self.row_with[kind][row] = self.rows_of[slot_of_wider(with)];
                }
                kind += 1;
            }
            row += 1;
        }
    }

    /// Puts the numbers of columns and rows.
    const fn numbered(mut self) -> Self {
        let mut n = 0;
        while n < self.columns[FACES] {
            self.pairs_number[n] = FOUR.columns_of[slot_of_pairs(self.pairs[n])];
            n += 1;
        }
        n = 0;
        while n < self.rows[FACES] {
            self.wider_number[n] = FOUR.rows_of[slot_of_wider(self.wider[n])];
            n += 1;
        }
        self
    }

    /// The column of some pairs, and the row of some wider units, that such faces can have.
    #[inline(always)]
    pub(super) fn column(&self, pairs: Pairs) -> usize {
        self.columns_of[slot_of_pairs(pairs)].into()
    }

    #[inline(always)]
    pub(super) fn row(&self, wider: Wider) -> usize {
        self.rows_of[slot_of_wider(wider)].into()
    }

    /// What one face can have; so many are fewer than eight.
    const fn of_face(&self, place: usize) -> Option<(Pairs, Wider)> {
        let mut row = 0;
        while row < self.rows[1] {
            let (begin, end) = (self.begins[1][row] as usize, self.begins[1][row + 1] as usize);
            if begin <= place && place < end {
                return Some((self.pairs[place - begin], self.wider[row]));
            }
            row += 1;
        }
        None
    }

    /// How many numbers so many faces can have.
    #[inline(always)]
    pub(super) fn size(&self, faces: usize) -> usize {
        self.begins[faces][WIDER].into()
    }
}

/// Those of at most 2, 3, 4 copies.
const GRADES: [Grade; 3] = [Grade::new(2).numbered(), Grade::new(3).numbered(), FOUR.numbered()];
const FOUR: Grade = Grade::new(4);

/// The grade of faces of at most so many copies, from two up.
#[inline(always)]
pub(super) fn grade(copies: usize) -> &'static Grade {
    static ALL: [Grade; 3] = GRADES;
    &ALL[copies - 2]
}

/// In how many ways `few` of `many` things go on into as many places that differ.
const fn falling(many: u8, few: u8) -> i32 {
    let (mut ways, mut n) = (1, 0);
    while n < few {
        ways *= (many - n) as i32;
        n += 1;
    }
    ways
}

/// How many units of a width end above and begin here, if as many as can go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Above,
    Here,
    Neither,
    Both,
}

const fn ends(above: [u8; 3], here: [u8; 3], kinds: std::ops::Range<usize>) -> Ends {
    let (mut over, mut under, mut n) = (false, false, kinds.start);
    while n < kinds.end {
        (over, under) = (over || above[n] > here[n], under || above[n] < here[n]);
        n += 1;
    }
    match (over, under) {
        (true, true) => Ends::Both,
        (true, false) => Ends::Above,
        (false, true) => Ends::Here,
        (false, false) => Ends::Neither,
    }
}

/// The weight of the ways on for the units of one width, where none may end if one begins: none at all if
/// some must do both. A marked unit that begins counts −1; `doubled` kinds count twice for each that
/// goes on.
const fn weight(
    above: [u8; 3],
    here: [u8; 3],
    kinds: std::ops::Range<usize>,
    marked: [bool; 3],
    doubled: [bool; 3],
) -> i32 {
    if matches!(ends(above, here, kinds.start..kinds.end), Ends::Both) {
        return 0;
    }
    let (mut ways, mut n) = (1, kinds.start);
    while n < kinds.end {
        let (most, least) =
            if above[n] > here[n] { (above[n], here[n]) } else { (here[n], above[n]) };
        ways *= falling(most, least);
        if doubled[n] {
            ways <<= least;
        }
        if marked[n] && here[n] > above[n] && (here[n] - above[n]) % 2 == 1 {
            ways = -ways;
        }
        n += 1;
    }
    ways
}

/// The weight of the ways on from pairs above to pairs here. Twins have two ways on each, which one of
/// the two goes first; a face of four copies counts half of that.
const fn weigh_pairs(above: Pairs, here: Pairs) -> i32 {
    weight(above, here, 0..3, [false, true, true], [false, false, true])
}

const fn weigh_wider(above: Wider, here: Wider) -> i32 {
    let marked = [false, true, false];
    let triples = weight(above, here, 0..2, marked, [false; 3]);
    triples * weight(above, here, 2..3, marked, [false; 3])
}

/// The weights of the ways on from pairs above to pairs here, by their numbers, and of wider units.
pub(super) static PAIRS_ON: [[i32; PAIRS]; PAIRS] = {
    let mut all = [[0; PAIRS]; PAIRS];
    let mut above = 0;
    while above < PAIRS {
        let mut here = 0;
        while here < PAIRS {
            all[above][here] = weigh_pairs(FOUR.pairs[above], FOUR.pairs[here]);
            here += 1;
        }
        above += 1;
    }
    all
};

pub(super) static WIDER_ON: [[i32; WIDER]; WIDER] = {
    let mut all = [[0; WIDER]; WIDER];
    let mut above = 0;
    while above < WIDER {
        let mut here = 0;
        while here < WIDER {
            all[above][here] = weigh_wider(FOUR.wider[above], FOUR.wider[here]);
            here += 1;
        }
        above += 1;
    }
    all
};

/// So many numbers of pairs can go on into so many.
const PAIRS_THAT_GO_ON: usize = {
    let (mut many, mut n) = (0, 0);
    while n < PAIRS * PAIRS {
        many += (weigh_pairs(FOUR.pairs[n / PAIRS], FOUR.pairs[n % PAIRS]) != 0) as usize;
        n += 1;
    }
    many
};

/// The weights of the ways on from pairs above that are not 0: to which number, and how much.
static ON: ([u16; PAIRS + 1], [(u8, i32); PAIRS_THAT_GO_ON]) = {
    let (mut begins, mut all) = ([0; PAIRS + 1], [(0, 0); PAIRS_THAT_GO_ON]);
    let (mut many, mut n) = (0, 0);
    while n < PAIRS * PAIRS {
        let weight = weigh_pairs(FOUR.pairs[n / PAIRS], FOUR.pairs[n % PAIRS]);
        if weight != 0 {
            all[many] = ((n % PAIRS) as u8, weight);
            many += 1;
        }
        n += 1;
        if n % PAIRS == 0 {
            begins[n / PAIRS] = many as u16;
        }
    }
    (begins, all)
};

/// The numbers to which pairs with one go on, ascending, and the weights of that.
#[inline(always)]
pub(super) fn pairs_on(number: usize) -> &'static [(u8, i32)] {
    &ON.1[usize::from(ON.0[number])..usize::from(ON.0[number + 1])]
}

/// The most numbers of units on one face.
pub(super) const OF_FACE: usize = 8;

/// The weights of the ways on from one face of at most 2, 3, 4 copies above to one here.
static FACE_ON: [[[[i32; OF_FACE]; OF_FACE]; 3]; 3] = {
    let mut all = [[[[0; OF_FACE]; OF_FACE]; 3]; 3];
    let mut n = 0;
    while n < 9 * OF_FACE * OF_FACE {
        let (above, here) = (&GRADES[n / 192], &GRADES[n / 64 % 3]);
        let (from, to) = (above.of_face(n / 8 % 8), here.of_face(n % 8));
        if let (Some((pairs, wider)), Some((pairs_here, wider_here))) = (from, to) {
            all[n / 192][n / 64 % 3][n / 8 % 8][n % 8] =
                weigh_pairs(pairs, pairs_here) * weigh_wider(wider, wider_here);
        }
        n += 1;
    }
    all
};

/// The weights of the ways on from one face above to one here, of these grades.
#[inline(always)]
pub(super) fn face_on(above: &Grade, here: &Grade) -> &'static [[i32; OF_FACE]; OF_FACE] {
    &FACE_ON[above.copies - 2][here.copies - 2]
}

/// Whether none of the units above ends, of a width: its kinds.
#[inline(always)]
pub(super) fn all_go_on(above: [u8; 3], here: [u8; 3], kinds: std::ops::Range<usize>) -> bool {
    matches!(ends(above, here, kinds), Ends::Here | Ends::Neither)
}
