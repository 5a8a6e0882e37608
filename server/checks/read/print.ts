import type { MrzRead } from '../../../models/mrz/types.ts';
import type { Box, TextPage } from '../../../models/ports.ts';
import type { ReadField } from '../types.ts';
import { type AmericanFields, readAmerican } from './american.ts';
import { readDate } from './dates.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { findKnown } from './known.ts';
import { type LabelKind, LICENCE_NUMBERS } from './label-table.ts';
import { type LabelMatch, matchLabel } from './labels.ts';
import { boxAround, type PlacedWord, type Segment, segmentOf, segmentPage } from './segments.ts';
import { readValue, type Values } from './values.ts';

/** `box`: around the print that gave the value, in pixels of the picture as it was turned to be read. */
export type PrintedField = Omit<ReadField, 'box'> & { box: Box };
export type PrintedFields = Partial<Record<keyof Values, PrintedField>>;

interface Label extends LabelMatch {
  segment: Segment;
  /** What follows the label in its own segment; null where nothing does. */
  rest: Segment | null;
  /** A bare number: what stands behind it is the value, or it has none. */
  isNumber?: true;
}

/** A value stands at most so many heights of its label below it, and starts at most so many left or right of it. */
const BELOW_HEIGHTS_MAX = 3.5;
const ASIDE_HEIGHTS_MAX = 3;
const ADDRESS_LINES_MAX = 3;
/** Of what was read less surely, one value of six is right (measured on public specimens): it is unknown. */
const CONFIDENCE_MIN = 0.5;
const NAME_LINE_CONFIDENCE_MIN = 0.8;
/** Where one of these is labelled in words, numbers are no labels; nor are they of a field that has a label in words. */
const NAME_KINDS: readonly LabelKind[] = ['last_name', 'first_name', 'full_name'];
const LICENCE_NUMBERS_MIN = 4;

/**
 * The labelled fields of a page's printed zone. A value is looked for behind its label, below it, and to the right of
 * it, the first that can be such a value wins; the first label of a kind that has one does too. `today` is YYYY-MM-DD.
 */
export function readPrinted(page: TextPage, today: string, mrz: MrzRead | null = null): PrintedFields {
  const whole = segmentPage(page);
  const american = readAmerican(whole);
  const segments = whole.flatMap(partAtLabels);
  const labels = new Map(segments.flatMap((segment) => labelled(segment)));
  const worded = new Set([...labels.values()].map(({ kind }) => kind));
  if (!NAME_KINDS.some((kind) => worded.has(kind)))
    for (const [segment, label] of licenceLabels(segments)) if (!worded.has(label.kind)) labels.set(segment, label);
  nameSurnames(labels);
  const fields: PrintedFields = {};
  for (const label of labels.values()) {
    for (const segment of placesOf(label, segments, labels)) {
      const values = readValue(label.kind, segment.text, today);
      if (values === null || segment.confidence < CONFIDENCE_MIN) continue;
      for (const [field, value] of Object.entries(values) as [keyof Values, string][]) {
        fields[field] ??= { value, confidence: segment.confidence, source: 'print', box: shownAt(segment) };
      }
      break;
    }
  }
  return american
    ? onAmerican(
        fields,
        american,
        NAME_KINDS.some((kind) => worded.has(kind)),
      )
    : { ...validityOf(whole, today), ...fields, ...asPrint(findKnown(whole, mrz, today)) };
}

/** `11.05.09-13.09.2069`: from when and until when, whatever the label. */
function validityOf(segments: readonly Segment[], today: string): PrintedFields {
  for (const segment of segments) {
    const [, from = '', until = ''] = /(\d{2}\.\d{2}\.\d{2,4})\s?[-–]\s?(\d{2}\.\d{2}\.\d{4})/.exec(segment.text) ?? [];
    const [issued, expires] = [readDate(from, 'past', today), readDate(until, 'expiry', today)];
    if (issued && expires && issued < expires)
      return asPrint({
        issue_date: evidenceOf(issued, segment.words),
        expiry_date: evidenceOf(expires, segment.words),
      });
  }
  return {};
}

/**
 * Of a card of North America labels tell the names alone: dates are printed month first there, and numbers of several kinds. `worded`: by words, which
 * outrank the names' places; bare numbers do not.
 */
function onAmerican({ last_name, first_name }: PrintedFields, found: AmericanFields, worded: boolean): PrintedFields {
  const names = last_name && first_name ? { last_name, first_name } : {};
  return worded ? { ...asPrint(found), ...names } : { ...names, ...asPrint(found) };
}

function asPrint(found: Readonly<Record<string, Evidence | undefined>>): PrintedFields {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      value && value.confidence >= CONFIDENCE_MIN ? [[name, { ...value, source: 'print' }]] : [],
    ),
  );
}

function shownAt({ words }: Segment): Box {
  return boxAround(words.map(({ shown }) => shown));
}

function labelled(segment: Segment): [Segment, Label][] {
  const words = segment.words.flatMap(partAtMarks);
  const match = matchLabel(words.map(({ text }) => text));
  return match ? [[segment, { ...match, segment, rest: restOf(segment, words.slice(match.words)) }]] : [];
}

/** At the place of the whole: lines that follow on it start at its left edge. */
function restOf({ box }: Segment, words: readonly PlacedWord[]): Segment | null {
  return words.length === 0 ? null : { ...segmentOf(words), box };
}

/** Bare numbers in the place of labels, where there are enough of them to be no chance. */
function licenceLabels(segments: readonly Segment[]): [Segment, Label][] {
  const numbered = segments.flatMap((segment): [Segment, Label][] => {
    const [first, ...rest] = segment.words;
    const kind = LICENCE_NUMBERS[/^(\d[a-d]?)[.,:)]?$/.exec(first?.text ?? '')?.[1] ?? ''];
    return kind
      ? [[segment, { kind, words: 1, colon: true, segment, rest: restOf(segment, rest), isNumber: true }]]
      : [];
  });
  return numbered.length >= LICENCE_NUMBERS_MIN ? numbered : [];
}

/** What stands right behind a colon, or a word behind a slash, is a word of its own; its place goes by its letters. */
function partAtMarks(word: PlacedWord): PlacedWord[] {
  const texts = word.text.replace(/:(?=\S)|\/(?=\p{L})|^\d{1,2}[a-d]?\.(?=\p{L}{2})/gu, '$& ').split(' ');
  const letters = word.text.length;
  let before = 0;
  return texts.map((text) => {
    const [from, to] = [before / letters, (before + text.length) / letters];
    before += text.length;
    return { ...word, text, box: partOf(word.box, from, to), shown: partOf(word.shown, from, to) };
  });
}

function partOf(box: Box, from: number, to: number): Box {
  return { ...box, x: box.x + from * box.width, width: (to - from) * box.width };
}

/** Labels of two columns that stand too close for a gap: a label right behind a label starts a segment of its own. */
function partAtLabels(segment: Segment): Segment[] {
  const texts = segment.words.map(({ text }) => text);
  const first = matchLabel(texts);
  if (!first || first.colon || first.words >= texts.length) return [segment];
  const rest = segmentOf(segment.words.slice(first.words));
  const next = matchLabel(texts.slice(first.words));
  if (!next || next.kind === first.kind) return [segment];
  return [segmentOf(segment.words.slice(0, first.words)), ...partAtLabels(rest)];
}

/** `Name` alone is the surname where the given names have a label of their own. */
function nameSurnames(labels: ReadonlyMap<Segment, Label>): void {
  const all = [...labels.values()];
  const kinds = new Set(all.map(({ kind }) => kind));
  if (!kinds.has('first_name') || kinds.has('last_name')) return;
  for (const label of all) if (label.kind === 'full_name') label.kind = 'last_name';
}

/** Where the value may stand, the likeliest first. */
function placesOf(label: Label, segments: readonly Segment[], labels: ReadonlyMap<Segment, Label>): Segment[] {
  const others = segments.filter((segment) => segment !== label.segment && !labels.has(segment));
  const own = label.rest === null ? [] : [label.rest];
  if (label.isNumber && label.rest !== null && label.kind !== 'address')
    return NAME_KINDS.includes(label.kind) && /\d/.test(label.rest.text) ? [] : own;
  const right = rightOf(label.segment, segments).filter((segment) => !labels.has(segment));
  const below = belowOf(label.segment, others);
  const places = label.colon ? [...own, ...right, ...below] : [...own, ...below, ...right];
  if (label.kind === 'address') return places.map((place) => withLinesBelow(place, others));
  if (label.kind === 'last_name' || label.kind === 'first_name')
    return places.map((place) => withNameLine(place, label, others, labels));
  return places;
}

/** The next segment of the same row. */
function rightOf({ box }: Segment, segments: readonly Segment[]): Segment[] {
  const row = segments.filter((other) => other.box.x > box.x + box.width / 2 && sameRow(box, other.box));
  return row.toSorted((a, b) => a.box.x - b.box.x).slice(0, 1);
}

/** The nearest segment under this one. */
function belowOf({ box }: Segment, segments: readonly Segment[]): Segment[] {
  const under = segments.filter((other) => {
    const drop = other.box.y - box.y;
    const aside = Math.abs(other.box.x - box.x);
    const near = drop > box.height / 2 && other.box.y - box.y - box.height < BELOW_HEIGHTS_MAX * box.height;
    return near && aside <= ASIDE_HEIGHTS_MAX * Math.max(box.height, other.box.height);
  });
  const top = Math.min(...under.map((segment) => segment.box.y));
  const row = under.filter((segment) => segment.box.y - top < box.height / 2);
  return row.toSorted((a, b) => Math.abs(a.box.x - box.x) - Math.abs(b.box.x - box.x)).slice(0, 1);
}

function sameRow(a: Segment['box'], b: Segment['box']): boolean {
  return Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < Math.max(a.height, b.height) / 2;
}

/** Two surnames stand on two lines, where both lie above the next label of the column. */
function withNameLine(
  first: Segment,
  label: Label,
  others: readonly Segment[],
  labels: ReadonlyMap<Segment, Label>,
): Segment {
  const { box } = label.segment;
  const inColumn = ({ box: other }: Segment): boolean => Math.abs(other.x - box.x) <= ASIDE_HEIGHTS_MAX * box.height;
  const nextLabel = [...labels.keys()]
    .filter((segment) => segment.box.y > first.box.y && inColumn(segment))
    .toSorted((a, b) => a.box.y - b.box.y)[0];
  const second = belowOf(first, others)[0];
  const isLine =
    second &&
    nextLabel &&
    first !== label.rest &&
    second.box.y < nextLabel.box.y &&
    second.box.y - first.box.y < 2 * first.box.height &&
    Math.abs(second.box.height - first.box.height) < first.box.height / 3 &&
    second.confidence >= NAME_LINE_CONFIDENCE_MIN &&
    /^\p{Lu}{3,}(?:[ -]\p{Lu}{2,})*$/u.test(second.text) &&
    /^\p{Lu}{3,}(?:[ -]\p{Lu}{2,})*$/u.test(first.text);
  return isLine ? { ...segmentOf([...first.words, ...second.words]), box: first.box } : first;
}

/** An address runs over the lines that follow closely, at the same left edge. */
function withLinesBelow(first: Segment, others: readonly Segment[]): Segment {
  const lines = [first];
  for (
    let next = belowOf(first, others)[0];
    next && lines.length < ADDRESS_LINES_MAX;
    next = belowOf(next, others)[0]
  ) {
    const last = lines.at(-1) ?? first;
    if (next.box.y - last.box.y > 2 * Math.max(last.box.height, next.box.height)) break;
    lines.push(next);
  }
  const confidence = lines.reduce((sum, line) => sum + line.confidence, 0) / lines.length;
  return {
    ...first,
    confidence,
    text: lines.map(({ text }) => text).join(', '),
    words: lines.flatMap((line) => line.words),
  };
}
