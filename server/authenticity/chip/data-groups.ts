import { readAt } from '../der/reader.ts';
import { malformed, readOrNull } from '../errors.ts';

/** The tags of the data groups DG1 to DG16, in their order (ICAO Doc 9303-10, table 31). */
const TAGS: readonly number[] = [
  0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70,
];
export const COMMON_TAG = 0x60;

/** Fingerprints and irises. They are hashed and never read, and no record keeps them. */
export const BIOMETRIC_GROUPS: readonly number[] = [3, 4];

/** Returns the number of the data group that a whole file holds, or null if it holds none. */
export function dataGroupOf(bytes: Uint8Array): number | null {
  const element = readOrNull(() => readAt(bytes, 0));
  const at = TAGS.indexOf(element?.tag ?? 0);
  return element?.raw.length === bytes.length && at >= 0 ? at + 1 : null;
}

/** Returns what is inside a file of this data group. Throws `malformed` if it is another file. */
export function contentOfGroup(bytes: Uint8Array, number: number): Uint8Array {
  const element = readAt(bytes, 0);
  if (element.tag !== TAGS[number - 1] || element.raw.length !== bytes.length) {
    throw malformed(`The file is not data group ${number}.`);
  }
  return element.content;
}
