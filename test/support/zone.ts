import { layoutOf } from '../../models/mrz/layout.ts';
import { readMrz } from '../../models/mrz/read.ts';
import type { MrzRead } from '../../models/mrz/types.ts';
import type { MrzRecognition, Quad } from '../../models/ports.ts';

/** The probability of each character, as high as the MRZ reader ever gives. */
const PROBABILITY = 0.97;

/** The neighbouring lines that match an MRZ format, as the MRZ reader returns them, or null. */
export function zoneAmong(lines: readonly string[]): MrzRecognition | null {
  const groups = lines.flatMap((_, i) => [lines.slice(i, i + 3), lines.slice(i, i + 2)]);
  const zone = groups.find((group) => layoutOf(group) !== null);
  if (!zone) return null;
  return {
    lines: zone,
    probabilities: zone.map((line) => Array.from(line, () => PROBABILITY)),
    repaired: [],
    quads: zone.map((_, row) => rowAt(600 + row * 40)),
    turn: 0,
    model: { name: 'fake mrz', version: '1' },
  };
}

/** A horizontal line, 900 pixels long. */
function rowAt(y: number): Quad {
  return [
    { x: 100, y },
    { x: 1000, y },
    { x: 1000, y: y + 28 },
    { x: 100, y: y + 28 },
  ];
}

/** The parsed MRZ among the lines of a page, or null. */
export function mrzAmong(lines: readonly { text: string }[], today: string): MrzRead | null {
  const zone = zoneAmong(lines.map(({ text }) => text));
  return zone && readMrz(zone, today);
}
