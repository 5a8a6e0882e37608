/**
 * Of a strip along an edge, in parts of `reach` places each: the lightest value of each part, and the darkest of its `depth` places nearest to the edge.
 * `length` places along the edge lie `alongStep` bytes apart, `strip` places from the edge inwards `inwardStep`.
 */
export function findExtremes(
  first: usize,
  alongStep: i32,
  inwardStep: i32,
  length: i32,
  strip: i32,
  depth: i32,
  reach: i32,
  darkest: usize,
  lightest: usize,
): void {
  for (let begin = 0; begin < length; begin += reach, darkest++, lightest++) {
    let dark: u32 = 255;
    let light: u32 = 0;
    const end = min(length, begin + reach);
    for (let along = begin; along < end; along++) {
      let at = first + <usize>(along * alongStep);
      for (let inward = 0; inward < strip; inward++, at += <usize>inwardStep) {
        const value = <u32>load<u8>(at);
        light = max(light, value);
        if (inward < depth) dark = min(dark, value);
      }
    }
    store<u8>(darkest, <u8>dark);
    store<u8>(lightest, <u8>light);
  }
}
