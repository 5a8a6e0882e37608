import type { Box } from '../../../models/ports.ts';
import { ownValue } from '../../lib/own.ts';
import type { Candidate } from './candidates.ts';
import type { DateOrder } from './dates.ts';
import type { LabelKind } from './label-table.ts';
import { type LabelMatch, matchLabel } from './labels.ts';
import { type PlacedWord, type Segment, segmentOf, textOf } from './segments.ts';
import { readValue, type Values } from './values.ts';

interface Label extends LabelMatch {
  segment: Segment;
  /** What follows the label in its segment. Null if nothing does. */
  rest: Segment | null;
  /** A bare number: the value follows it, or it has none. */
  isNumber?: true;
}

/** How an issuer prints its cards. */
export interface PrintConvention {
  dates: DateOrder;
  /** What bare numbers next to fields name. */
  numbers: Record<string, LabelKind>;
}

/** Where a label's value may be, and how certain that is (0..1). */
interface Place {
  segment: Segment;
  fit: number;
}

/** A value is at most this many label heights below its label, and starts at most this many to its left or right. */
const BELOW_HEIGHTS_MAX = 3.5;
const ASIDE_HEIGHTS_MAX = 3;
const BELOW_MAX = 2;
const ADDRESS_LINES_MAX = 3;
const NAME_LINE_CONFIDENCE_MIN = 0.8;
/** If one of these has a label in words, numbers are not labels. Nor are they labels of a field that has a label in words. */
const NAME_KINDS: readonly LabelKind[] = ['last_name', 'first_name', 'full_name'];
const NUMBERS_MIN = 4;
const LABEL_FIT = 0.97;
const NUMBER_FIT = 0.9;
/** A state that is in no table may be another field's value. */
const UNKNOWN_STATE_FIT = 0.8;
/** A label's second place is less likely than its first, and a field's second label less likely than its first. */
const NEXT_PLACE = 0.9;
const NEXT_LABEL = 0.97;

/**
 * Returns the values that have a label on the page: after it, below it, or to the right of it.
 *
 * @param whole the page's segments, in reading order
 * @param today YYYY-MM-DD
 */
export function labelledFields(whole: readonly Segment[], today: string, print: PrintConvention): Candidate[] {
  const segments = whole.flatMap(partAtLabels);
  const labels = new Map(segments.flatMap((segment) => labelled(segment)));
  const worded = new Set([...labels.values()].map(({ kind }) => kind));
  if (!NAME_KINDS.some((kind) => worded.has(kind)))
    for (const [segment, label] of numberLabels(segments, print.numbers))
      if (!worded.has(label.kind)) labels.set(segment, label);
  nameSurnames(labels);
  const seen = new Map<LabelKind, number>();
  return [...labels.values()].flatMap((label) => {
    const before = seen.get(label.kind) ?? 0;
    const found = placesOf(label, segments, labels).flatMap(({ segment, fit }) => {
      if (isLookAlike(label, segment)) return [];
      const values = readValue(label.kind, segment.text, today, print.dates) ?? {};
      const share = fit * NEXT_LABEL ** before * (label.isNumber ? NUMBER_FIT : LABEL_FIT);
      return (Object.entries(values) as [keyof Values, string][]).map(
        ([field, value]): Candidate => ({
          field,
          value,
          reader: label.isNumber ? 'number' : 'label',
          fit: field === 'nationality' && !/^[A-Z]{2}$/.test(value) ? share * UNKNOWN_STATE_FIT : share,
          words: segment.words,
        }),
      );
    });
    if (found.length > 0) seen.set(label.kind, before + 1);
    return found;
  });
}

const LATIN = /\p{Script=Latin}/u;
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

/** Latin letters below a label that is only in another script are misread letters of that script: the name is not read. */
function isLookAlike({ kind, segment, words }: Label, value: Segment): boolean {
  if (!NAME_KINDS.includes(kind) || OTHER_LETTER.test(value.text)) return false;
  const label = textOf(segment.words.slice(0, words));
  return OTHER_LETTER.test(label) && !LATIN.test(label);
}

function labelled(segment: Segment): [Segment, Label][] {
  const words = segment.words.flatMap(partAtMarks);
  const match = matchLabel(words.map(({ text }) => text));
  return match ? [[segment, { ...match, segment, rest: restOf(segment, words.slice(match.words)) }]] : [];
}

/** Keeps the position of the whole: continuation lines start at its left edge. */
function restOf({ box }: Segment, words: readonly PlacedWord[]): Segment | null {
  return words.length === 0 ? null : { ...segmentOf(words), box };
}

/** Returns bare numbers that act as labels, if there are too many of them to be there by chance. */
function numberLabels(segments: readonly Segment[], kinds: Record<string, LabelKind>): [Segment, Label][] {
  const numbered = segments.flatMap((segment): [Segment, Label][] => {
    const [first, ...rest] = segment.words;
    const kind = ownValue(kinds, /^(\d{1,2}[a-d]?)[.,:)]?$/.exec(first?.text ?? '')?.[1] ?? '');
    return kind
      ? [[segment, { kind, words: 1, colon: true, segment, rest: restOf(segment, rest), isNumber: true }]]
      : [];
  });
  return numbered.length >= NUMBERS_MIN ? numbered : [];
}

/** Text right after a colon, or a word after a slash, becomes a separate word. Its position is estimated from its letters. */
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

/** Splits labels of two columns that are too close for a gap: a label right after a label starts a new segment. */
function partAtLabels(segment: Segment): Segment[] {
  const texts = segment.words.map(({ text }) => text);
  const first = matchLabel(texts);
  if (!first || first.colon || first.words >= texts.length) return [segment];
  const rest = segmentOf(segment.words.slice(first.words));
  const next = matchLabel(texts.slice(first.words));
  if (!next || next.kind === first.kind) return [segment];
  return [segmentOf(segment.words.slice(0, first.words)), ...partAtLabels(rest)];
}

/** `Name` alone is the surname if the given names have a separate label, and the given names if the surname has one. */
function nameSurnames(labels: ReadonlyMap<Segment, Label>): void {
  const all = [...labels.values()];
  const kinds = new Set(all.map(({ kind }) => kind));
  const [given, family] = [kinds.has('first_name'), kinds.has('last_name')];
  if (given === family) return;
  // A Thai card has the whole name below its Thai label, and its parts below Latin ones.
  for (const label of all)
    if (label.kind === 'full_name' && (given || LATIN.test(label.segment.text)))
      label.kind = given ? 'last_name' : 'first_name';
}

/** Returns where the value may be, the likeliest place first. */
function placesOf(label: Label, segments: readonly Segment[], labels: ReadonlyMap<Segment, Label>): Place[] {
  const others = segments.filter((segment) => segment !== label.segment && !labels.has(segment));
  const own = label.rest === null ? [] : [label.rest];
  if (label.isNumber && label.rest !== null && label.kind !== 'address')
    return NAME_KINDS.includes(label.kind) && /\d/.test(label.rest.text) ? [] : ranked(own);
  const right = rightOf(label.segment, segments).filter((segment) => !labels.has(segment));
  const below = belowOf(label.segment, others);
  const places = label.colon ? [...own, ...right, ...below] : [...own, ...below, ...right];
  if (label.kind === 'address') return ranked(places.map((place) => withLinesBelow(place, others)));
  if (label.kind === 'last_name' || label.kind === 'first_name')
    return ranked(places.map((place) => withNameLine(place, label, others, labels)));
  return ranked(places);
}

const ranked = (segments: readonly Segment[]): Place[] =>
  segments.map((segment, i) => ({ segment, fit: NEXT_PLACE ** i }));

/** Returns the next segment of the same row. */
function rightOf({ box }: Segment, segments: readonly Segment[]): Segment[] {
  const row = segments.filter((other) => other.box.x > box.x + box.width / 2 && sameRow(box, other.box));
  return row.toSorted((a, b) => a.box.x - b.box.x).slice(0, 1);
}
/** Returns the two nearest segments below this one, the nearer first. Vertical and horizontal distance count alike. */
function belowOf({ box }: Segment, segments: readonly Segment[]): Segment[] {
  const way = (other: Segment): number => other.box.y - box.y + Math.abs(other.box.x - box.x);
  const under = segments.filter((other) => {
    const drop = other.box.y - box.y;
    const aside = Math.abs(other.box.x - box.x);
    const near = drop > box.height / 2 && other.box.y - box.y - box.height < BELOW_HEIGHTS_MAX * box.height;
    return near && aside <= ASIDE_HEIGHTS_MAX * Math.max(box.height, other.box.height);
  });
  return under.toSorted((a, b) => way(a) - way(b)).slice(0, BELOW_MAX);
}

function sameRow(a: Segment['box'], b: Segment['box']): boolean {
  return Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < Math.max(a.height, b.height) / 2;
}

/** Two surnames are on two lines, if both are above the next label of the column. The same name again in another script is not a second one. */
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
    OTHER_LETTER.test(first.text) === OTHER_LETTER.test(second.text) &&
    second.box.y < nextLabel.box.y &&
    second.box.y - first.box.y < 2 * first.box.height &&
    Math.abs(second.box.height - first.box.height) < first.box.height / 3 &&
    second.confidence >= NAME_LINE_CONFIDENCE_MIN &&
    /^\p{Lu}{3,}(?:[ -]\p{Lu}{2,})*$/u.test(second.text) &&
    /^\p{Lu}{3,}(?:[ -]\p{Lu}{2,})*$/u.test(first.text);
  return isLine ? { ...segmentOf([...first.words, ...second.words]), box: first.box } : first;
}

/** An address continues over the lines that follow closely, at the same left edge. */
function withLinesBelow(first: Segment, others: readonly Segment[]): Segment {
  const lines = [first];
  for (
    let next = belowOf(first, others)[0];
    next && lines.length < ADDRESS_LINES_MAX;
    next = belowOf(next, others)[0]
  ) {
    const last = lines.at(-1) ?? first;
    const isFar = next.box.y - last.box.y > 2 * Math.max(last.box.height, next.box.height);
    // The same address again in Latin letters is not a continuation.
    if (isFar || OTHER_LETTER.test(first.text) !== OTHER_LETTER.test(next.text)) break;
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
