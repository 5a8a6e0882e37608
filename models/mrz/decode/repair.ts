import type { Layout, Span } from '../layout.ts';
import { checkDigitOf } from '../parse.ts';
import type { CheckedField } from '../types.ts';
import { type Choices, choose, costOf, textOf } from './choose.ts';

/** A repair may be less likely than what was read by at most this much: a difference of natural logarithms. */
const COST_MAX = 3.2;
/** The same if only the composite digit decides: of the many repairs of its characters, one fits by chance. */
const COMPOSITE_COST_MAX = 2;
/** A second repair that the digits also allow must be less likely by this much; otherwise nothing is repaired. */
const MARGIN = 1.5;
/** For characters that are replaced everywhere in a field, the cost of the least likely one. */
const LIKE_COST_MAX = 2;
/** Characters of one field that may be replaced. */
const CHANGES_MAX = 2;

interface Change {
  line: number;
  column: number;
  character: string;
}

interface Repair {
  changes: Change[];
  cost: number;
}

/**
 * Repairs every field of `lines` whose check digit is wrong, if exactly one likely reading makes it right: first each
 * field with its own digit, then what only the composite digit covers.
 */
export function repairFields(lines: readonly (readonly Choices[])[], layout: Layout): Choices[][] {
  let repaired = lines.map((line) => [...line]);
  const fields = checkedSpans(layout);
  for (const [field, spans] of fields) {
    if (checkDigitOf(field, repaired.map(textOf), layout) !== false) continue;
    const repair = bestRepair(repaired, layout, field, spans);
    if (repair) repaired = apply(repaired, repair);
  }
  return repaired;
}

/** Returns what each digit covers, itself included; the composite's last, and of it only what no other digit covers. */
function checkedSpans(layout: Layout): [CheckedField, Span[]][] {
  const own: [CheckedField, Span | null | undefined][] = [
    ['document_number', layout.number],
    ['date_of_birth', layout.birth],
    ['expiry_date', layout.expiry],
    ['personal_number', layout.optionalChecked ? layout.optional[0] : null],
  ];
  const fields = own.flatMap(([field, span]): [CheckedField, Span[]][] =>
    span ? [[field, [{ ...span, to: span.to + 1 }]]] : [],
  );
  const { composite } = layout;
  if (!composite) return fields;
  const rest = layout.optionalChecked ? [] : layout.optional;
  return [...fields, ['composite', [...rest, composite.digit]]];
}

function bestRepair(
  lines: readonly (readonly Choices[])[],
  layout: Layout,
  field: CheckedField,
  spans: readonly Span[],
): Repair | null {
  const texts = lines.map(textOf);
  const costMax = field === 'composite' ? COMPOSITE_COST_MAX : COST_MAX;
  const fitting = repairsOf(lines, spans).filter(
    (repair) => repair.cost <= costMax && checkDigitOf(field, changed(texts, repair), layout) === true,
  );
  const [first, second] = fitting.toSorted((a, b) => a.cost - b.cost);
  return first && (second?.cost ?? Infinity) - first.cost >= MARGIN ? first : null;
}

/** Returns every sufficiently likely replacement of up to `CHANGES_MAX` characters, and of all equal characters in the field. */
function repairsOf(lines: readonly (readonly Choices[])[], spans: readonly Span[]): Repair[] {
  const single = spans.flatMap(({ line, from, to }) =>
    (lines[line] ?? []).slice(from, to).flatMap((choices, i): Repair[] =>
      choices.slice(1).flatMap(({ character }) => {
        const cost = costOf(choices, character);
        return cost > COST_MAX ? [] : [{ changes: [{ line, column: from + i, character }], cost }];
      }),
    ),
  );
  const alike = likeRepairs(lines, single);
  const apart = single.filter((repair) => !alike.some(({ changes }) => changes.includes(repair.changes[0] as Change)));
  const all = [...apart, ...alike];
  let last = apart;
  for (let changes = 2; changes <= CHANGES_MAX; changes++) {
    last = last.flatMap((repair) => apart.flatMap((more) => join(repair, more) ?? []));
    all.push(...last);
  }
  return all;
}

/**
 * Returns joint replacements of three or more equal characters by the same other one: a printer's O that is a zero is one everywhere in the field, so
 * the replacements count as one, as likely as the least likely of them, and are made only together.
 */
function likeRepairs(lines: readonly (readonly Choices[])[], single: readonly Repair[]): Repair[] {
  const pairOf = ({ changes: [change] }: Repair): string =>
    change ? `${lines[change.line]?.[change.column]?.[0]?.character}${change.character}` : '';
  return [...Map.groupBy(single, pairOf).values()]
    .map((group) => ({
      changes: group.flatMap(({ changes }) => changes),
      cost: Math.max(...group.map(({ cost }) => cost)),
    }))
    .filter(({ changes, cost }) => changes.length > CHANGES_MAX && cost <= LIKE_COST_MAX);
}

/** Combines both if the second comes after the first, so that each pair occurs once, and both are likely enough together. */
function join(first: Repair, second: Repair): Repair | null {
  const [a, b] = [first.changes.at(-1), second.changes[0]];
  if (!a || !b || a.line > b.line || (a.line === b.line && a.column >= b.column)) return null;
  const cost = first.cost + second.cost;
  return cost > COST_MAX ? null : { changes: [...first.changes, ...second.changes], cost };
}

function changed(texts: readonly string[], { changes }: Repair): string[] {
  const out = [...texts];
  for (const { line, column, character } of changes) {
    const text = out[line] ?? '';
    out[line] = text.slice(0, column) + character + text.slice(column + 1);
  }
  return out;
}

function apply(lines: readonly (readonly Choices[])[], { changes }: Repair): Choices[][] {
  const out = lines.map((line) => [...line]);
  for (const { line, column, character } of changes) {
    const own = out[line] as Choices[];
    own[column] = choose(own[column] as Choices, character);
  }
  return out;
}
