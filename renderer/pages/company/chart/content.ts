import { t } from '../../../text/text.ts';
import { COMPANY, type Mark, type Party } from '../parties.ts';
import { formatPercent } from '../percent.ts';
import { CHART } from './measures.ts';
import { flow, type Measure, wrapText } from './wrap.ts';

/** Lengths within a box; they fit the sizes of text in `page.css`. */
export const INNER = {
  padding: 9,
  iconWidth: 21,
  lineHeight: 17,
  subHeight: 17,
  chipHeight: 19,
  chipGap: 5,
  /** Around the words of a chip, and for its sign. */
  chipPadding: 7,
  chipSign: 15,
} as const;

const NAME_LINES_MAX = 2;

export interface Chip {
  mark: Mark;
  text: string;
  /** From the box's side towards the root, and from its upper side. */
  x: number;
  y: number;
  width: number;
}

/** What stands in a box. */
export interface Content {
  lines: string[];
  sub: string | null;
  chips: Chip[];
  height: number;
}

/** Of the fonts of names, of what stands below, and of chips. */
export interface Measures {
  name: Measure;
  sub: Measure;
  chip: Measure;
}

/** Sets the texts of a box; names that are too long are cut, and told whole beside the chart. */
export function contentOf(party: Party, measure: Measures): Content {
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
