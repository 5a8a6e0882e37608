/** The picture of bits in which `walk` goes. */
let bits: usize = 0;
let stride: usize = 0;
let width: i32 = 0;
let height: i32 = 0;

/** Whence `walk` goes and which way, and how far it may. */
let x: i32 = 0;
let y: i32 = 0;
let dx: i32 = 0;
let dy: i32 = 0;

export function setPicture(at: usize, bytesPerRow: usize, columns: i32, rows: i32): void {
  bits = at;
  stride = bytesPerRow;
  width = columns;
  height = rows;
}

function bitAt(column: i32, row: i32): u32 {
  return (<u32>load<u8>(bits + <usize>row * stride + (<usize>column >> 3)) >> (column & 7)) & 1;
}

export function startWalk(column: i32, row: i32, right: i32, down: i32): void {
  x = column;
  y = row;
  dx = right;
  dy = down;
}

/** Goes on to the first pixel of the other colour, or out of the picture: the number of steps, or 0 where they are more than `most`. */
export function walk(most: i32): i32 {
  const colour = bitAt(x, y);
  for (let steps = 1; steps <= most; steps++) {
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x >= width || y >= height) return steps;
    if (bitAt(x, y) !== colour) return steps;
  }
  return 0;
}

/** Whether a walk has left the picture. */
export function isOut(): bool {
  return x < 0 || y < 0 || x >= width || y >= height;
}

/** The bit at a place, in pixels whose middles are whole numbers; 2 out of the picture. */
export function bitNear(column: f64, row: f64): u32 {
  const i = <i32>Math.floor(column + 0.5);
  const j = <i32>Math.floor(row + 0.5);
  return i < 0 || j < 0 || i >= width || j >= height ? 2 : bitAt(i, j);
}
