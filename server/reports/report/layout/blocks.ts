/** What a report consists of, in the order in which it is read. Plain data, made by whoever knows the record and drawn in a thread. */

export type Tone = 'plain' | 'muted' | 'good' | 'bad' | 'doubt';

export interface Cell {
  text: string;
  tone?: Tone;
  bold?: boolean;
}

export interface Column {
  title: string;
  /** Of the table's width, in relation to the other columns. */
  share: number;
}

export type Row = readonly (string | Cell)[];

export type Block =
  /** Once, at the head of the first page. */
  | { kind: 'title'; text: string; under: string }
  /** The outcome in a box. */
  | { kind: 'verdict'; text: string; tone: Tone; detail: string }
  /** A heading; `result` stands at its right end. */
  | { kind: 'heading'; level: 1 | 2; text: string; result?: Cell }
  | { kind: 'paragraph'; text: string; tone?: Tone }
  /** Labels and values in two columns. */
  | { kind: 'facts'; items: readonly (readonly [string, string | Cell])[] }
  /** `left` says what was left out, under the table. */
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[]; left?: string }
  /** Side by side; `picture` is an index among the report's pictures, some of which may be missing. */
  | { kind: 'pictures'; items: readonly { picture: number; caption: string }[] }
  /** Horizontal bars; `share` is 0..1. */
  | { kind: 'bars'; items: readonly { label: string; share: number; text: string; tone?: Tone }[] };

/** What stands on every page and in the file's own description. */
export interface ReportHead {
  title: string;
  subject: string;
  keywords: string;
  /** ISO 8601. */
  madeAt: string;
  /** In the upper corners of every page. */
  headLeft: string;
  headRight: string;
  /** In the lower left corner of every page; the page's number stands in the right one. */
  foot: string;
}

export interface Report {
  head: ReportHead;
  blocks: Block[];
}
