/**
 * Samples a picture along a straight line, bilinear: `count` values at `to`, from (`x`, `y`) in equal steps. What lies outside of the picture takes the nearest
 * pixel's value.
 */
export function sampleRow(
  source: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  stepX: f64,
  stepY: f64,
  to: usize,
  count: i32,
): void {
  for (let i = 0; i < count; i++) {
    const atX = keepWithin(x + <f64>i * stepX, width - 1);
    const atY = keepWithin(y + <f64>i * stepY, height - 1);
    const column = min(<i32>atX, width - 2);
    const row = min(<i32>atY, height - 2);
    const right = atX - column;
    const down = atY - row;
    const at = source + row * width + column;
    const above = mix(load<u8>(at), load<u8>(at, 1), right);
    const below = mix(load<u8>(at + width), load<u8>(at + width, 1), right);
    store<u8>(to + i, <u8>(above * (1 - down) + below * down));
  }
}

function mix(a: u8, b: u8, share: f64): f64 {
  return <f64>a * (1 - share) + <f64>b * share;
}

function keepWithin(value: f64, last: f64): f64 {
  return min<f64>(last, max<f64>(0, value));
}
