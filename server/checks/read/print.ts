import type { TextPage } from '../../../models/ports.ts';
import type { ReadField } from '../types.ts';
import { type LabelKind, LICENCE_NUMBERS } from './label-table.ts';
import { type LabelMatch, matchLabel } from './labels.ts';
import { type Segment, segmentOf, segmentPage } from './segments.ts';
import { readValue, type Values } from './values.ts';

export type PrintedFields = Partial<Record<keyof Values, ReadField>>;

interface Label extends LabelMatch {
  segment: Segment;
  /** What follows the label in its own segment. */
  rest: string;
}

/** A value stands at most so many heights of its label below it, and starts at most so many left or right of it. */
const BELOW_HEIGHTS_MAX = 3.5;
const ASIDE_HEIGHTS_MAX = 3;
const ADDRESS_LINES_MAX = 3;
/** Where one of these is labelled in words, numbers are no labels. */
const HOLDER_KINDS: readonly LabelKind[] = ['last_name', 'first_name', 'full_name', 'date_of_birth'];
const LICENCE_NUMBERS_MIN = 4;

/**
 * The labelled fields of a page's printed zone. A value is looked for behind its label, below it, and to the right of
 * it, the first that can be such a value wins; the first label of a kind that has one does too. `today` is YYYY-MM-DD.
 */
export function readPrinted(page: TextPage, today: string): PrintedFields {
  const segments = segmentPage(page).flatMap(partAtLabels);
  const labels = new Map(segments.flatMap((segment) => labelled(segment)));
  if (![...labels.values()].some(({ kind }) => HOLDER_KINDS.includes(kind)))
    for (const [segment, label] of licenceLabels(segments)) labels.set(segment, label);
  nameSurnames(labels);
  const fields: PrintedFields = {};
  for (const label of labels.values()) {
    for (const segment of placesOf(label, segments, labels)) {
      const values = readValue(label.kind, segment.text, today);
      if (values === null) continue;
      for (const [field, value] of Object.entries(values) as [keyof Values, string][]) {
        fields[field] ??= { value, confidence: segment.confidence, source: 'print' };
      }
      break;
    }
  }
  return fields;
}

function labelled(segment: Segment): [Segment, Label][] {
  const words = wordsOf(segment.text);
  const match = matchLabel(words);
  return match ? [[segment, { ...match, segment, rest: words.slice(match.words).join(' ') }]] : [];
}

/** Bare numbers in the place of labels, where there are enough of them to be no chance. */
function licenceLabels(segments: readonly Segment[]): [Segment, Label][] {
  const numbered = segments.flatMap((segment): [Segment, Label][] => {
    const [first = '', ...rest] = segment.words.map(({ text }) => text);
    const kind = LICENCE_NUMBERS[/^(\d[a-d]?)[.,:)]?$/.exec(first)?.[1] ?? ''];
    return kind ? [[segment, { kind, words: 1, colon: true, segment, rest: rest.join(' ') }]] : [];
  });
  return numbered.length >= LICENCE_NUMBERS_MIN ? numbered : [];
}

function wordsOf(text: string): string[] {
  return text.replace(/:(?=\S)|\/(?=\p{L})/gu, '$& ').split(/\s+/);
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
  const own = label.rest === '' ? [] : [{ ...label.segment, text: label.rest }];
  const right = rightOf(label.segment, segments).filter((segment) => !labels.has(segment));
  const below = belowOf(label.segment, others);
  const places = label.colon ? [...own, ...right, ...below] : [...own, ...below, ...right];
  return label.kind === 'address' ? places.map((place) => withLinesBelow(place, others)) : places;
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
  return { ...first, confidence, text: lines.map(({ text }) => text).join(', ') };
}
