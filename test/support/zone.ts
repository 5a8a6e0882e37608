import { layoutOf } from '../../models/mrz/layout.ts';
import { readMrz } from '../../models/mrz/read.ts';
import type { MrzRead } from '../../models/mrz/types.ts';
import type { MrzRecognition, Quad } from '../../models/ports.ts';

/** Of each character, as sure as the reader of the zone ever is. */
const PROBABILITY = 0.97;

/** The neighbouring lines that are of a format as the reader of the zone would hand them on, or null. */
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

/** A level line, 900 pixels long. */
function rowAt(y: number): Quad {
  return [
    { x: 100, y },
    { x: 1000, y },
    { x: 1000, y: y + 28 },
    { x: 100, y: y + 28 },
  ];
}

/** The zone among the lines of a page, taken apart; null where there is none. */
export function mrzAmong(lines: readonly { text: string }[], today: string): MrzRead | null {
  const zone = zoneAmong(lines.map(({ text }) => text));
  return zone && readMrz(zone, today);
}
