import type { ZoneReading } from '../ports.ts';
import { type Layout, layoutOf, type Span, take } from './layout.ts';
import { parseMrz } from './parse.ts';
import type { CheckedField, MrzParsed, MrzRead, ZoneField } from './types.ts';

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
  };
}

function confidencesOf(zone: ZoneReading, layout: Layout, { check_digits }: MrzParsed): Record<ZoneField, number> {
  const of = (span: Span | null, digit?: CheckedField): number => {
    const least = span ? leastSure(zone, span) : 1;
    return digit && check_digits[digit] ? 1 - CHANCE_OF_DIGIT * (1 - least) : least;
  };
  const issuer = { line: 0, from: 2, to: 5 };
  return {
    last_name: of(layout.names),
    first_name: of(layout.givenNames ?? layout.names),
    document_number: of(layout.number, 'document_number'),
    date_of_birth: of(layout.birth, 'date_of_birth'),
    expiry_date: of(layout.expiry, 'expiry_date'),
    sex: of(layout.sex),
    nationality: of(layout.nationality ?? issuer),
    issuing_country: of(issuer),
  };
}

/** Fillers at the end of a field are not its text. */
function leastSure({ lines, probabilities }: ZoneReading, span: Span): number {
  const length = Math.max(1, take(lines, span).replace(/<+$/, '').length);
  return Math.min(...(probabilities[span.line] ?? []).slice(span.from, span.from + length));
}
