import type { TextSetter } from '../text/glyph-runs.ts';
import type { Block, Report } from './blocks.ts';
import { Flow, type Limits, PagesFull } from './flow.ts';
import { BODY, BODY_WIDTH, colorOf, INK, LEADING, MUTED, type Op, PAGE, RULE, SHADE, SMALL, STRONG } from './page.ts';
import { cellOf, drawTable } from './table.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const TITLE = { size: 19, bold: true };
const VERDICT = { size: 13, bold: true };
const HEADINGS = {
  1: { style: { size: 12.5, bold: true }, before: 14, after: 5, keeps: 70 },
  2: { style: { size: 10, bold: true }, before: 8, after: 3, keeps: 45 },
} as const;
const LABEL_WIDTH = 132;
const GAP = 6;
const PICTURES_A_ROW = 3;
const PICTURE_HEIGHT = 112;
const BAR = { label: 137, height: 8, step: 15, text: 70 } as const;
const BAR_COLOR = '#7c93ad';
const HEAD_Y = 34;
const FOOT_Y = 800;
const NOTE_Y = PAGE.bottom + 2;

/** Lays out the pages of a report as drawing operations. Stops after `pagesMax` pages; the last page then says so. */
export function layOut(
  report: Report,
  pictures: readonly (PictureSize | null)[],
  setter: TextSetter,
  limits: Limits,
): readonly (readonly Op[])[] {
  const flow = new Flow(setter, limits);
  try {
    for (const block of report.blocks) drawBlock(flow, block, pictures);
  } catch (error) {
    if (!(error instanceof PagesFull)) throw error;
    const note = `The report ends here, after ${limits.pagesMax} pages. The record contains the rest.`;
    flow.draw(flow.box(note, BODY_WIDTH, SMALL), { x: PAGE.left, y: NOTE_Y, color: colorOf('bad') });
  }
  const pages = flow.pages.splice(0);
  for (const [index, page] of pages.entries()) {
    flow.pages.splice(0, 1, page);
    drawFrame(flow, report, `${index + 1} / ${pages.length}`);
  }
  return pages;
}

function drawFrame(flow: Flow, { head }: Report, number: string): void {
  const text = (value: string, y: number, rightTo?: number): void =>
    flow.draw(flow.box(value, BODY_WIDTH, SMALL), {
      x: PAGE.left,
      y,
      color: MUTED,
      ...(rightTo !== undefined && { rightTo }),
    });
  const rule = (y: number): void =>
    flow.add({ kind: 'rect', x: PAGE.left, y, width: BODY_WIDTH, height: 0.5, color: RULE });
  text(head.headLeft, HEAD_Y);
  text(head.headRight, HEAD_Y, PAGE.right);
  rule(HEAD_Y + 15);
  rule(FOOT_Y);
  text(head.foot, FOOT_Y + 6);
  text(number, FOOT_Y + 6, PAGE.right);
}

function drawBlock(flow: Flow, block: Block, pictures: readonly (PictureSize | null)[]): void {
  switch (block.kind) {
    case 'title':
      flow.paragraph(block.text, { x: PAGE.left, width: BODY_WIDTH, style: TITLE, color: INK });
      flow.paragraph(block.under, { x: PAGE.left, width: BODY_WIDTH, style: BODY, color: MUTED });
      flow.y += 2 * GAP;
      break;
    case 'verdict':
      drawVerdict(flow, block);
      break;
    case 'heading':
      drawHeading(flow, block);
      break;
    case 'paragraph':
      flow.paragraph(block.text, { x: PAGE.left, width: BODY_WIDTH, style: BODY, color: colorOf(block.tone) });
      flow.y += GAP;
      break;
    case 'facts':
      drawFacts(flow, block);
      break;
    case 'table':
      drawTable(flow, block);
      break;
    case 'pictures':
      drawPictures(flow, block, pictures);
      break;
    case 'bars':
      drawBars(flow, block);
      break;
  }
}

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

function drawVerdict(flow: Flow, { text, tone, detail }: Of<'verdict'>): void {
  const width = BODY_WIDTH - 24;
  const [head, body] = [flow.box(text, width, VERDICT), flow.box(detail, width, BODY)];
  const height = head.height + body.height + 18;
  flow.keep(height);
  flow.add({ kind: 'rect', x: PAGE.left, y: flow.y, width: BODY_WIDTH, height, color: SHADE });
  flow.add({ kind: 'rect', x: PAGE.left, y: flow.y, width: 4, height, color: colorOf(tone) });
  flow.draw(head, { x: PAGE.left + 14, y: flow.y + 7, color: colorOf(tone) });
  flow.draw(body, { x: PAGE.left + 14, y: flow.y + 10 + head.height, color: INK });
  flow.y += height + GAP;
}

function drawHeading(flow: Flow, { level, text, result }: Of<'heading'>): void {
  const { style, before, after, keeps } = HEADINGS[level];
  if (flow.y > PAGE.top) flow.y += before;
  const right = result === undefined ? null : flow.box(result.text, BODY_WIDTH / 2, STRONG);
  const room = BODY_WIDTH - (right?.lines[0]?.width ?? 0) - 2 * GAP;
  const box = flow.box(text, room, style);
  flow.keep(box.height + keeps);
  flow.draw(box, { x: PAGE.left, y: flow.y, color: INK });
  const drop = (style.size - STRONG.size) * LEADING * 0.75;
  if (right) flow.draw(right, { x: PAGE.left, y: flow.y + drop, color: colorOf(result?.tone), rightTo: PAGE.right });
  flow.y += box.height;
  if (level === 1) flow.add({ kind: 'rect', x: PAGE.left, y: flow.y + 1, width: BODY_WIDTH, height: 0.75, color: INK });
  flow.y += after;
}

function drawFacts(flow: Flow, { items }: Of<'facts'>): void {
  for (const [label, value] of items) {
    const { text, tone, bold } = cellOf(value);
    const name = flow.box(label, LABEL_WIDTH - GAP, BODY);
    const box = flow.box(text, BODY_WIDTH - LABEL_WIDTH, bold ? STRONG : BODY);
    // A long value may continue on the next page; a short one stays in one piece.
    flow.keep(Math.min(Math.max(name.height, box.height), 4 * BODY.size * LEADING));
    flow.draw(name, { x: PAGE.left, y: flow.y, color: MUTED });
    const end = flow.y + name.height;
    const page = flow.pages.length;
    const style = bold ? STRONG : BODY;
    flow.paragraph(text, { x: PAGE.left + LABEL_WIDTH, width: BODY_WIDTH - LABEL_WIDTH, style, color: colorOf(tone) });
    if (flow.pages.length === page) flow.y = Math.max(flow.y, end);
    flow.y += 1.5;
  }
  flow.y += GAP;
}

function drawPictures(flow: Flow, { items }: Of<'pictures'>, pictures: readonly (PictureSize | null)[]): void {
  const width = (BODY_WIDTH - (PICTURES_A_ROW - 1) * 2 * GAP) / PICTURES_A_ROW;
  for (let at = 0; at < items.length; at += PICTURES_A_ROW) {
    const row = items.slice(at, at + PICTURES_A_ROW);
    const captions = row.map(({ caption }) => flow.box(caption, width, SMALL));
    const height = PICTURE_HEIGHT + GAP + Math.max(...captions.map((box) => box.height));
    flow.keep(height);
    for (const [index, { picture }] of row.entries()) {
      const x = PAGE.left + index * (width + 2 * GAP);
      flow.add({ kind: 'rect', x, y: flow.y, width, height: PICTURE_HEIGHT, color: SHADE });
      const size = pictures[picture];
      if (size) {
        const scale = Math.min(width / size.width, PICTURE_HEIGHT / size.height);
        const [w, h] = [size.width * scale, size.height * scale];
        const place = { x: x + (width - w) / 2, y: flow.y + (PICTURE_HEIGHT - h) / 2, width: w, height: h };
        flow.add({ kind: 'picture', picture, ...place });
      } else {
        const none = flow.box('No picture', width - 2 * GAP, SMALL);
        flow.draw(none, { x: x + GAP, y: flow.y + PICTURE_HEIGHT / 2 - SMALL.size, color: MUTED });
      }
      const caption = captions[index];
      if (caption) flow.draw(caption, { x, y: flow.y + PICTURE_HEIGHT + GAP / 2, color: MUTED });
    }
    flow.y += height + GAP;
  }
}

function drawBars(flow: Flow, { items }: Of<'bars'>): void {
  const full = BODY_WIDTH - BAR.label - BAR.text - 2 * GAP;
  for (const { label, share, text, tone } of items) {
    const name = flow.box(label, BAR.label - GAP, SMALL);
    const height = Math.max(BAR.step, name.height + 4);
    flow.keep(height);
    flow.draw(name, { x: PAGE.left, y: flow.y, color: INK });
    const x = PAGE.left + BAR.label;
    const y = flow.y + 2;
    flow.add({ kind: 'rect', x, y, width: full, height: BAR.height, color: SHADE });
    const width = full * Math.min(1, Math.max(0, share));
    flow.add({ kind: 'rect', x, y, width, height: BAR.height, color: tone ? colorOf(tone) : BAR_COLOR });
    flow.draw(flow.box(text, BAR.text, SMALL), { x: x + full + GAP, y: flow.y, color: INK, rightTo: PAGE.right });
    flow.y += height;
  }
  flow.y += GAP;
}
