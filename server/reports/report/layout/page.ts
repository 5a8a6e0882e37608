import type { Run } from '../text/glyph-runs.ts';
import type { Tone } from './blocks.ts';

/** Points from the upper left corner of the page; `y` of a text is its baseline. */
export type Op =
  | { kind: 'text'; run: Run; rtl: boolean; x: number; y: number; size: number; color: string }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; color: string }
  | { kind: 'picture'; picture: number; x: number; y: number; width: number; height: number };

/** DIN A4 (ISO 216) in whole points. */
export const PAGE = { width: 595, height: 842, left: 46, right: 549, top: 70, bottom: 784 } as const;
export const BODY_WIDTH = PAGE.right - PAGE.left;

export const INK = '#1b2430';
export const MUTED = '#5d6875';
export const RULE = '#c9d0d8';
export const SHADE = '#f3f5f8';

const TONES: Readonly<Record<Tone, string>> = {
  plain: INK,
  muted: MUTED,
  good: '#17663a',
  bad: '#a11d21',
  doubt: '#8a5a00',
};

export const colorOf = (tone: Tone = 'plain'): string => TONES[tone];

export const BODY = { size: 9, bold: false } as const;
export const STRONG = { size: 9, bold: true } as const;
export const SMALL = { size: 7.5, bold: false } as const;

/** For a line of text, as shares of its size: its height, and the baseline from its top. Devanagari and Thai need the room. */
export const LEADING = 1.4;
export const ASCENT = 1.05;
