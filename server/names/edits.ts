const CHARS_MAX = 32;
const places = new Int32Array(128);

/**
 * Returns the edits between two ASCII words: insert, delete, replace, swap of neighbours (optimal string alignment), in their
 * first 32 letters. Bit-parallel after Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances"
 * (2003): one column of the table is two words of bits.
 */
export function editDistance(a: string, b: string): number {
  const rows = Math.min(a.length, CHARS_MAX);
  const columns = Math.min(b.length, CHARS_MAX);
  if (rows === 0 || columns === 0) return Math.max(rows, columns);
  for (let i = 0; i < rows; i++) {
    const code = a.charCodeAt(i) & 127;
    places[code] = (places[code] as number) | (1 << i);
  }
  const edits = countEdits(b, rows, columns);
  for (let i = 0; i < rows; i++) places[a.charCodeAt(i) & 127] = 0;
  return edits;
}

function countEdits(b: string, rows: number, columns: number): number {
  const last = 1 << (rows - 1);
  let edits = rows;
  let increases = -1;
  let decreases = 0;
  let zeros = 0;
  let before = 0;
  for (let j = 0; j < columns; j++) {
    const equal = places[b.charCodeAt(j) & 127] as number;
    const swapped = (((~zeros & equal) << 1) & before) | 0;
    zeros = (((equal & increases) + increases) ^ increases) | equal | decreases | swapped | 0;
    let up = decreases | ~(zeros | increases);
    let down = zeros & increases;
    if (up & last) edits += 1;
    else if (down & last) edits -= 1;
    up = (up << 1) | 1;
    down <<= 1;
    increases = down | ~(zeros | up);
    decreases = zeros & up;
    before = equal;
  }
  return edits;
}
