/**
 * The anchor that GitHub makes of a heading: lower case, hyphens for spaces, no punctuation. Pages of the manual have the same, so that one link
 * holds in both.
 */
export function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
