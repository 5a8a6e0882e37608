/**
 * Returns the anchor that GitHub makes from a heading: lower case, hyphens for spaces, no punctuation. The manual's pages use the same anchors, so
 * one link works in both.
 */
export function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
