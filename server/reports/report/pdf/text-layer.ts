import { assert, must } from '../../../lib/assert.ts';
import type { Face } from '../fonts/library.ts';
import { addObject, type PdfFile, type PdfObject, textString, utf16Hex } from './objects.ts';

/** One text that was drawn, in the order of drawing. */
export interface DrawnText {
  text: string;
  face: Face;
  rtl: boolean;
  /** Left end of the baseline, and its length: points from the upper left corner of the page. */
  x: number;
  y: number;
  width: number;
}

/** The encoding of one font of the file: a code for each pair of a glyph and the text that it represents. */
interface Encoding {
  /** Code by `glyph text`; codes begin with 1. */
  codes: Map<string, number>;
  widths: Widths;
  glyphs: number[];
  texts: string[];
}

/** Points by which the library may round a text's position. */
const TOLERANCE = 0.5;
/** For a glyph that represents no text: readers skip it. */
const NO_TEXT = '\u200B';
const TEXT_BLOCK = /BT\n[\s\S]*?\nET\n/g;
const SHOWN = /<([0-9A-F]+)> Tj/g;
const CMAP_ENTRIES_MAX = 100;
const CODE_MAX = 0xffff;

/**
 * Corrects the text of a drawn PDF for reading, copying and searching. The library derives a glyph's meaning from the font's character table alone,
 * so ligatures, joined letters and conjuncts have no meaning or a wrong one. The appliance knows what was drawn: each glyph gets a separate code for
 * each text that it represents. If the glyphs of a word do not match its characters one to one, the first glyph represents the whole word, and
 * `ActualText` states it too (ISO 32000-1, 14.9.4).
 */
export function correctText(pdf: PdfFile, pages: readonly (readonly DrawnText[])[]): void {
  const encodings = new Map<number, Encoding>();
  const inOrder = pageOrder(pdf);
  assert(inOrder.length === pages.length, 'every page was drawn');
  for (const [index, page] of inOrder.entries()) correctPage(pdf, page, pages[index] ?? [], encodings);
  for (const [number, encoding] of encodings) rewriteFont(pdf, number, encoding);
}

/** Returns the pages in reading order. */
function pageOrder(pdf: PdfFile): PdfObject[] {
  const walk = (number: number): PdfObject[] => {
    const object = objectOf(pdf, number);
    const kids = /\/Kids \[([^\]]*)\]/.exec(object.value)?.[1];
    return kids === undefined ? [object] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => walk(Number(kid)));
  };
  return walk(reference(objectOf(pdf, reference(pdf.trailer, 'Root')).value, 'Pages'));
}

function correctPage(
  pdf: PdfFile,
  page: PdfObject,
  texts: readonly DrawnText[],
  encodings: Map<number, Encoding>,
): void {
  const fonts = new Map(
    [...page.value.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number]) => [name, Number(number)]),
  );
  const content = objectOf(pdf, reference(page.value, 'Contents'));
  const source = must(content.stream, 'a page has a content stream').toString('latin1');
  const blocks = [...source.matchAll(TEXT_BLOCK)].map(([block]) => block);
  let next = 0;
  const rewritten = groupBlocks(blocks, texts).flatMap(({ text, blocks }) =>
    rewriteGroup(blocks, text, (font) => {
      const number = must(fonts.get(font), 'a page names the fonts of its texts');
      const encoding = encodings.get(number) ?? newEncoding(pdf, number);
      encodings.set(number, encoding);
      return encoding;
    }),
  );
  const corrected = source.replace(TEXT_BLOCK, () => must(rewritten[next++], 'every block was rewritten'));
  content.stream = Buffer.from(corrected, 'latin1');
}

interface Group {
  text: DrawnText;
  blocks: string[];
}

/** The library may write one text as several blocks, or as none if nothing is visible. */
function groupBlocks(blocks: readonly string[], texts: readonly DrawnText[]): Group[] {
  const groups: Group[] = [];
  let next = 0;
  for (const block of blocks) {
    const at = positionOf(block);
    const last = groups.at(-1);
    const following = texts[next];
    const goesOn = last !== undefined && isWithin(last.text, at) && !(following && isAt(following, at));
    if (goesOn) last.blocks.push(block);
    else {
      let found = texts.findIndex((text, index) => index >= next && isWithin(text, at));
      const after = texts[found + 1];
      if (after && isAt(after, at)) found += 1;
      groups.push({ text: must(texts[found], 'a text was drawn where it was asked for'), blocks: [block] });
      next = found + 1;
    }
  }
  return groups;
}

interface Position {
  x: number;
  y: number;
}

function positionOf(block: string): Position {
  const [, x, y] = must(/([-\d.]+) ([-\d.]+) Tm/.exec(block), 'a block of text says where it stands');
  return { x: Number(x), y: Number(y) };
}

const isAt = (text: DrawnText, { x, y }: Position): boolean =>
  Math.abs(y - text.y) < TOLERANCE && Math.abs(x - text.x) < TOLERANCE;

const isWithin = (text: DrawnText, { x, y }: Position): boolean =>
  Math.abs(y - text.y) < TOLERANCE && x > text.x - TOLERANCE && x < text.x + text.width + TOLERANCE;

function rewriteGroup(blocks: readonly string[], text: DrawnText, encodingOf: (font: string) => Encoding): string[] {
  const shown = blocks.flatMap((block) => {
    const { widths } = encodingOf(fontOf(block));
    const glyphs = [...block.matchAll(SHOWN)].flatMap(([, hex = '']) => codesOf(hex));
    return glyphs.map((glyph) => ({ glyph, width: widths.of.get(glyph) ?? widths.missing }));
  });
  // The mark is next to the line, so it would not be read as part of it.
  const carrier = Math.max(
    0,
    shown.findIndex(({ width }) => width > 0),
  );
  const { texts, isPlain } = textsOf(
    shown.map(({ glyph }) => glyph),
    carrier,
    text,
  );
  let at = 0;
  const rewritten = blocks.map((block) => {
    const encoding = encodingOf(fontOf(block));
    return block.replace(SHOWN, (_, hex: string) => {
      const codes = codesOf(hex).map((glyph) => codeOf(encoding, glyph, texts[at++] ?? NO_TEXT));
      return `<${codes.map(hex4).join('')}> Tj`;
    });
  });
  if (isPlain) return rewritten;
  const [first = '', ...rest] = rewritten;
  const marked = [`/Span <</ActualText ${textString(text.text)}>> BDC\n${first}`, ...rest];
  marked.push(`${marked.pop() ?? ''}EMC\n`);
  return marked;
}

function fontOf(block: string): string {
  return must(/\/(F\d+) /.exec(block)?.[1], 'a block of text names its font');
}

function codesOf(hex: string): number[] {
  return (hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
}

/** Returns the text of each glyph, from left to right. */
function textsOf(
  glyphs: readonly number[],
  carrier: number,
  { text, face, rtl }: DrawnText,
): { texts: string[]; isPlain: boolean } {
  const chars = [...text];
  // Numbers run from left to right even among right-to-left letters.
  for (const order of rtl ? [chars.toReversed(), chars] : [chars]) {
    const isPlain = order.length === glyphs.length && order.every((char, at) => glyphOf(face, char) === glyphs[at]);
    if (isPlain) return { texts: order, isPlain };
  }
  return { texts: glyphs.map((_, at) => (at === carrier ? inSight(text, rtl) : NO_TEXT)), isPlain: false };
}

/** Returns the text in visual order: readers reverse right-to-left text and keep its numbers. */
function inSight(text: string, rtl: boolean): string {
  if (!rtl) return text;
  return text
    .split('')
    .reverse()
    .join('')
    .replace(/\p{Nd}[\p{Nd}.,:/]*/gu, (number) => number.split('').reverse().join(''));
}

function codeOf(encoding: Encoding, glyph: number, text: string): number {
  const key = `${glyph} ${text}`;
  let code = encoding.codes.get(key);
  if (code === undefined) {
    code = encoding.glyphs.length;
    assert(code <= CODE_MAX, 'a font has a code for each glyph and its text');
    encoding.codes.set(key, code);
    encoding.glyphs.push(glyph);
    encoding.texts.push(text);
  }
  return code;
}

/** Of glyphs, in thousandths of the font size. */
interface Widths {
  of: Map<number, number>;
  missing: number;
}

function newEncoding(pdf: PdfFile, font: number): Encoding {
  return { codes: new Map(), widths: readWidths(descendantOf(pdf, font).value), glyphs: [0], texts: [''] };
}

function descendantOf(pdf: PdfFile, font: number): PdfObject {
  return objectOf(pdf, Number(/\/DescendantFonts \[(\d+) 0 R/.exec(objectOf(pdf, font).value)?.[1]));
}

/** Writes the codes into a composite font: which glyph each draws, its width and the text that it represents (ISO 32000-1, 9.7 and 9.10.3). */
function rewriteFont(pdf: PdfFile, number: number, encoding: Encoding): void {
  const descendant = descendantOf(pdf, number);
  assert(descendant.value.includes('/CIDToGIDMap /Identity'), 'a font is embedded as the library does it');
  const map = Buffer.alloc(2 * encoding.glyphs.length);
  for (const [code, glyph] of encoding.glyphs.entries()) map.writeUInt16BE(glyph, 2 * code);
  const mapNumber = addObject(pdf, { value: '<<>>', stream: map });
  const { of, missing } = encoding.widths;
  const widths = encoding.glyphs.map((glyph) => of.get(glyph) ?? missing);
  descendant.value = descendant.value
    .replace(/\/W \[[\s\S]*\]\s*(?=\/DW|>>)/, '')
    .replace('/CIDToGIDMap /Identity', `/CIDToGIDMap ${mapNumber} 0 R\n/W [0 [${widths.join(' ')}]]`);
  objectOf(pdf, reference(objectOf(pdf, number).value, 'ToUnicode')).stream = Buffer.from(
    toUnicode(encoding.texts),
    'latin1',
  );
}

/** `c [w1 w2 ..]` or `first last w` (ISO 32000-1, 9.7.4.3). */
function readWidths(value: string): Widths {
  const of = new Map<number, number>();
  const array = /\/W \[([\s\S]*)\]\s*(?:\/DW|>>)/.exec(value)?.[1] ?? '';
  for (const [, first, list, last, width] of array.matchAll(/(\d+) (?:\[([^\]]*)\]|(\d+) ([-\d.]+))/g)) {
    const start = Number(first);
    if (list === undefined) for (let glyph = start; glyph <= Number(last); glyph++) of.set(glyph, Number(width));
    else for (const [index, each] of list.trim().split(/\s+/).entries()) of.set(start + index, Number(each));
  }
  return { of, missing: Number(/\/DW ([-\d.]+)/.exec(value)?.[1] ?? 1000) };
}

function toUnicode(texts: readonly string[]): string {
  const entries = texts.map((text, code) => `<${hex4(code)}> <${utf16Hex(text)}>`).slice(1);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += CMAP_ENTRIES_MAX) {
    const some = entries.slice(at, at + CMAP_ENTRIES_MAX);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

function objectOf({ objects }: PdfFile, number: number): PdfObject {
  return must(objects.get(number), 'a reference of the drawn PDF leads to an object');
}

function reference(value: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(value)?.[1]);
}

const hex4 = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
const glyphOf = ({ glyphs }: Face, char: string): number | undefined => glyphs.get(char.codePointAt(0) ?? 0);
