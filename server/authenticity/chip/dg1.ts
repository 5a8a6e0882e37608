import { readWhole } from '../der/reader.ts';
import { malformed } from '../errors.ts';
import { contentOfGroup } from './data-groups.ts';

const MRZ_TAG = 0x5f1f;
/** Characters of all lines, and of one line (ICAO Doc 9303-10, 4.7.1): TD1, TD2, TD3. */
const LINE_CHARS: Readonly<Record<number, number>> = { 90: 30, 72: 36, 88: 44 };

/** Returns the lines of the MRZ in DG1. Throws `malformed`. */
export function readMrzGroup(bytes: Uint8Array): string[] {
  const { content } = readWhole(contentOfGroup(bytes, 1), MRZ_TAG);
  const text = Buffer.from(content).toString('latin1');
  const chars = LINE_CHARS[text.length];
  if (!chars || !/^[A-Z0-9<]+$/.test(text)) throw malformed('DG1 holds no MRZ.');
  return Array.from({ length: text.length / chars }, (_, line) => text.slice(line * chars, (line + 1) * chars));
}
