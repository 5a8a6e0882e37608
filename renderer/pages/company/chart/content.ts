import { t } from '../../../text/text.ts';
import { COMPANY, formatPercent, type Mark, type Party } from '../parties.ts';
import { CHART } from './layers.ts';

/** Lengths within a box; they match the text sizes in `page.css`. */
export const INNER = {
  padding: 9,
  iconWidth: 21,
  lineHeight: 17,
  subHeight: 17,
  chipHeight: 19,
  chipGap: 5,
  /** Around the words of a chip, and for its icon. */
  chipPadding: 7,
  chipSign: 15,
} as const;

const NAME_LINES_MAX = 2;

interface Chip {
  mark: Mark;
  text: string;
  /** From the box's inner side, and from its top. */
  x: number;
  y: number;
  width: number;
}

/** The content of a box. */
export type Content = ReturnType<typeof contentOf>;

/** Functions that return the width of a text, for the fonts of names, of the lines below, and of chips. */
type Measures = Record<'name' | 'sub' | 'chip', Measure>;

/** Lays out the texts of a box. Names that are too long are cut and shown in full next to the chart. */
export function contentOf(party: Party, measure: Measures) {
  const { padding, iconWidth, lineHeight, subHeight, chipHeight, chipGap, chipPadding, chipSign } = INNER;
  const inner = CHART.boxWidth - 2 * padding;
  const lines = wrapText(party.name || t('company.nameless'), inner - iconWidth, NAME_LINES_MAX, measure.name);
  const oneLine = (text: string, width: number, of: Measure): string => wrapText(text, width, 1, of)[0] ?? '';
  const told = subOf(party);
  const sub = told === null ? null : oneLine(told, inner - iconWidth, measure.sub);
  const room = inner - 2 * chipPadding - chipSign;
  const texts = party.marks.map((mark) => ({ mark, text: oneLine(t(`company.mark.${mark}`), room, measure.chip) }));
  const widths = texts.map(({ text }) => measure.chip(text) + 2 * chipPadding + chipSign);
  const top = padding + lines.length * lineHeight + (sub === null ? 0 : subHeight) + (texts.length > 0 ? chipGap : 0);
  const chips = flow(widths, inner, chipGap).map(({ x, row }, i): Chip => {
    const { mark, text } = texts[i] as (typeof texts)[number];
    return { mark, text, x: padding + x, y: top + row * (chipHeight + chipGap), width: widths[i] ?? 0 };
  });
  const last = chips.at(-1);
  return { lines, sub, chips, height: (last ? last.y + chipHeight : top) + padding };
}

function subOf({ id, owner }: Party): string | null {
  if (id === COMPANY) return t('company.this');
  return owner ? t('company.effective_of', { percent: formatPercent(owner.percent) }) : null;
}

/** Returns the width of a text. */
type Measure = (text: string) => number;

const CUT = '…';

/** Breaks a text into at most `linesMax` lines of a width. What does not fit is cut and ends with "…". */
export function wrapText(text: string, width: number, linesMax: number, measure: Measure): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  while (words.length > 0) {
    if (lines.length === linesMax - 1) return [...lines, cutTo(words.join(' '), width, measure)];
    let line = words.shift() ?? '';
    if (measure(line) > width) {
      const kept = headOf(line, width, measure);
      words.unshift(line.slice(kept.length));
      line = kept;
    } else while (words[0] !== undefined && measure(`${line} ${words[0]}`) <= width) line += ` ${words.shift()}`;
    lines.push(line);
  }
  return lines;
}

/** Places items side by side, in as many rows as they need. */
export function flow(widths: readonly number[], width: number, gap: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return widths.map((one) => {
    if (x > 0 && x + one > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += one + gap;
    return place;
  });
}

function cutTo(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  return headOf(text, width - measure(CUT), measure).trimEnd() + CUT;
}

/** Returns as many whole characters as fit, at least one. */
function headOf(text: string, width: number, measure: Measure): string {
  const signs = [...text];
  let count = 1;
  while (count < signs.length && measure(signs.slice(0, count + 1).join('')) <= width) count++;
  return signs.slice(0, count).join('');
}

/** Returns functions that measure the chart's texts in the page's own font. */
export function createMeasure(): Measures {
  const canvas = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily;
  const of =
    (font: string): Measure =>
    (text) => {
      if (!canvas) return text.length * 8;
      canvas.font = `${font} ${family}`;
      return canvas.measureText(text).width;
    };
  return { name: of('600 13px'), sub: of('12px'), chip: of('550 11.5px') };
}
