/** The current blob: its pixels and the box around them. */
let area: i32 = 0;
let left: i32 = 0;
let right: i32 = 0;
let top: i32 = 0;
let bottom: i32 = 0;

/**
 * Counts the pixels of a grey picture in compact blobs of values of at least `valueMin` (1..255) that are connected by their sides: blobs that do not
 * touch the border, have a share of the picture from `shareMin` to `shareMax`, and fill `fillMin` of the box around them. All such pixels of the
 * picture are 0 afterwards. `stack`: room for eight bytes per pixel.
 */
export function compactPixels(
  values: usize,
  width: i32,
  height: i32,
  valueMin: i32,
  shareMin: f64,
  shareMax: f64,
  fillMin: f64,
  stack: usize,
): i32 {
  const total = width * height;
  const bright = i8x16.splat(<i8>valueMin);
  let found = 0;
  for (let i = 0; i < total; i++) {
    while (i + 16 <= total && !v128.any_true(i8x16.ge_u(v128.load(values + <usize>i), bright))) i += 16;
    if (i >= total || <i32>load<u8>(values + <usize>i) < valueMin) continue;
    takeBlob(values, width, height, valueMin, i, stack);
    const share = <f64>area / <f64>total;
    const fill = <f64>area / <f64>((right - left + 1) * (bottom - top + 1));
    const inside = left > 0 && top > 0 && right < width - 1 && bottom < height - 1;
    if (inside && share >= shareMin && share <= shareMax && fill >= fillMin) found += area;
  }
  return found;
}

/** Removes the pixels connected to the one at `start` from the picture, segment by segment. */
function takeBlob(values: usize, width: i32, height: i32, valueMin: i32, start: i32, stack: usize): void {
  area = 0;
  left = width;
  right = 0;
  top = height;
  bottom = 0;
  let end = stack;
  store<i32>(end, start);
  end += 4;
  while (end > stack) {
    end -= 4;
    const seed = load<i32>(end);
    if (<i32>load<u8>(values + <usize>seed) < valueMin) continue;
    const y = seed / width;
    const row = values + <usize>(y * width);
    let from = seed - y * width;
    let to = from + 1;
    while (from > 0 && <i32>load<u8>(row + <usize>(from - 1)) >= valueMin) from--;
    while (to < width && <i32>load<u8>(row + <usize>to) >= valueMin) to++;
    memory.fill(row + <usize>from, 0, <usize>(to - from));
    area += to - from;
    left = min(left, from);
    right = max(right, to - 1);
    top = min(top, y);
    bottom = max(bottom, y);
    if (y > 0) end = pushPieces(values, (y - 1) * width, from, to, valueMin, end);
    if (y < height - 1) end = pushPieces(values, (y + 1) * width, from, to, valueMin, end);
  }
}

/** Pushes one pixel of each bright segment between two columns of a row on the stack. */
function pushPieces(values: usize, row: i32, from: i32, to: i32, valueMin: i32, end: usize): usize {
  let inPiece = false;
  for (let x = from; x < to; x++) {
    const isBright = <i32>load<u8>(values + <usize>(row + x)) >= valueMin;
    if (isBright && !inPiece) {
      store<i32>(end, row + x);
      end += 4;
    }
    inPiece = isBright;
  }
  return end;
}
