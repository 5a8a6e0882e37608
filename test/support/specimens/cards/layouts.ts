import { type Paper, widthOf } from '../paper.ts';
import type { CardPrint, IdentityCard } from './identity-cards.ts';
import type { CardField } from './words.ts';

/** The area for printed text, in pixels. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One run of text; `y` is its baseline. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  sizePixels: number;
  isLabel: boolean;
}

const VALUE_PIXELS = 42;
/** From a label's baseline to the baseline of its value below. */
const DROP_PIXELS = 46;
/** The column of values when labels are beside them. */
const ASIDE_PIXELS = 400;
/** Fields that can share a row with the next one. */
const SHORT: readonly CardField[] = ['date_of_birth', 'sex', 'nationality', 'document_number', 'issue_date'];
/** The numbers of Directive 2006/126/EC, annex I, for the fields that it has, and further ones. */
const NUMBERS: Record<CardField, string> = {
  last_name: '1.',
  first_name: '2.',
  date_of_birth: '3.',
  issue_date: '4a.',
  expiry_date: '4b.',
  document_number: '5.',
  sex: '6.',
  nationality: '7.',
  birthplace: '8.',
};

/** Every label and value of a card in its place; none is wider than its place. */
export function placePrint(card: IdentityCard, frame: Frame, paper: Paper): PlacedText[] {
  const keepIn = (text: PlacedText, width: number): PlacedText => shrink(text, width, card, paper);
  if (card.style.layout === 'beside') return placeBeside(card, frame, keepIn);
  return placeAbove(card, frame, keepIn);
}

type KeepIn = (text: PlacedText, widthPixels: number) => PlacedText;

function placeBeside({ print, style }: IdentityCard, frame: Frame, keepIn: KeepIn): PlacedText[] {
  const pitch = Math.min(96, frame.height / print.length);
  return print.flatMap(({ label, value }, i) => {
    const y = frame.y + (i + 0.8) * pitch;
    return [
      keepIn(labelAt(label, frame.x, y, style.labelPixels), ASIDE_PIXELS - 30),
      keepIn(valueAt(value, frame.x + ASIDE_PIXELS, y), frame.width - ASIDE_PIXELS),
    ];
  });
}

function placeAbove({ print, style }: IdentityCard, frame: Frame, keepIn: KeepIn): PlacedText[] {
  const rows = rowsOf(print);
  const pitch = Math.min(140, frame.height / rows.length);
  return rows.flatMap((row, r) =>
    row.flatMap(({ field, label, value }, column) => {
      const width = frame.width / row.length;
      const [x, y] = [frame.x + column * width, frame.y + r * pitch + 40];
      const numbered = style.layout === 'numbered' ? `${NUMBERS[field]} ${label}` : label;
      return [
        keepIn(labelAt(numbered, x, y, style.labelPixels), width - 30),
        keepIn(valueAt(value, x, y + DROP_PIXELS), width - 30),
      ];
    }),
  );
}

/** Two short fields in sequence share a row. */
function rowsOf(print: readonly CardPrint[]): CardPrint[][] {
  const rows: CardPrint[][] = [];
  for (const one of print) {
    const last = rows.at(-1);
    if (last?.length === 1 && last[0] && SHORT.includes(last[0].field)) last.push(one);
    else rows.push([one]);
  }
  return rows;
}

function labelAt(text: string, x: number, y: number, sizePixels: number): PlacedText {
  return { text, x, y, sizePixels, isLabel: true };
}

function valueAt(text: string, x: number, y: number): PlacedText {
  return { text, x, y, sizePixels: VALUE_PIXELS, isLabel: false };
}

function shrink(text: PlacedText, widthPixels: number, { style }: IdentityCard, paper: Paper): PlacedText {
  const look = { sizePixels: text.sizePixels, bold: style.boldValues, serif: style.font === 'serif' };
  const ratio = widthPixels / widthOf(paper, text.text, look);
  return ratio >= 1 ? text : { ...text, sizePixels: Math.floor(text.sizePixels * ratio) };
}
