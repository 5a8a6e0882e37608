/** The parts of a report, in reading order. Plain data: the code that knows the record makes it, and a thread draws it. */

export type Tone = 'plain' | 'muted' | 'good' | 'bad' | 'doubt';

export interface Cell {
  text: string;
  tone?: Tone;
  bold?: boolean;
}

export interface Column {
  title: string;
  /** The share of the table's width, relative to the other columns. */
  share: number;
}

export type Row = readonly (string | Cell)[];

export type Block =
  /** Once, at the head of the first page. */
  | { kind: 'title'; text: string; under: string }
  /** The outcome in a box. */
  | { kind: 'verdict'; text: string; tone: Tone; detail: string }
  /** A heading; `result` is at its right end. */
  | { kind: 'heading'; level: 1 | 2; text: string; result?: Cell }
  | { kind: 'paragraph'; text: string; tone?: Tone }
  /** Labels and values in two columns. */
  | { kind: 'facts'; items: readonly (readonly [string, string | Cell])[] }
  /** `left`, under the table, says what was left out. */
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[]; left?: string }
  /** Side by side; `picture` is an index among the report's pictures, some of which may be missing. */
  | { kind: 'pictures'; items: readonly { picture: number; caption: string }[] }
  /** Horizontal bars; `share` is 0..1. */
  | { kind: 'bars'; items: readonly { label: string; share: number; text: string; tone?: Tone }[] };

/** What appears on every page and in the file's metadata. */
export interface ReportHead {
  title: string;
  subject: string;
  keywords: string;
  /** ISO 8601. */
  madeAt: string;
  /** English by default. */
  language?: 'en' | 'fr';
  /** In the upper corners of every page. */
  headLeft: string;
  headRight: string;
  /** In the lower left corner of every page; the page number is in the right one. */
  foot: string;
}

export interface Report {
  head: ReportHead;
  blocks: Block[];
}
