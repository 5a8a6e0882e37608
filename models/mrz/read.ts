import type { ZoneReading } from '../ports.ts';
import { type Layout, layoutOf, type Span, take } from './layout.ts';
import { parseMrz } from './parse.ts';
import { fieldQuads, spansOf } from './places.ts';
import type { MrzParsed, MrzRead, ZoneField } from './types.ts';

/** One reading in ten that is wrong has a right check digit by chance. */
const CHANCE_OF_DIGIT = 0.1;

/** Takes the zone that was read apart. `today` is YYYY-MM-DD. Null where the lines are of no format. */
export function readMrz(zone: ZoneReading, today: string): MrzRead | null {
  const layout = layoutOf(zone.lines);
  const parsed = parseMrz(zone.lines, today);
  if (!layout || !parsed) return null;
  return {
    ...parsed,
    confidence: Math.min(...zone.probabilities.flat()),
    confidences: confidencesOf(zone, layout, parsed),
    repaired: zone.repaired,
    quads: { lines: zone.quads, fields: fieldQuads(zone, layout) },
  };
}

function confidencesOf(zone: ZoneReading, layout: Layout, { check_digits }: MrzParsed): Record<ZoneField, number> {
  const checked: Readonly<Record<string, boolean | null>> = check_digits;
  const confidences = Object.entries(spansOf(layout)).map(([field, span]) => {
    const least = span ? leastSure(zone, span) : 1;
    return [field, checked[field] ? 1 - CHANCE_OF_DIGIT * (1 - least) : least];
  });
  return Object.fromEntries(confidences);
}

/** Fillers at the end of a field are not its text. */
function leastSure({ lines, probabilities }: ZoneReading, span: Span): number {
  const length = Math.max(1, take(lines, span).replace(/<+$/, '').length);
  return Math.min(...(probabilities[span.line] ?? []).slice(span.from, span.from + length));
}
