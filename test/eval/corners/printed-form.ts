import { layPaper, type Paper, write } from '../../support/specimens/paper.ts';
import type { RawPicture } from '../raw-picture.ts';

/** Words of forms and letters, of several lengths. */
const WORDS =
  'name date of birth the application number must be signed place and town please write in capital letters reference office use only amount paid received from account holder nationality declaration information under article with this form is not valid unless'.split(
    ' ',
  );
const PAPERS = ['#ffffff', '#fbfaf4', '#f1ede0', '#e8edf2', '#f4e9ea'];
const INKS = ['#16181c', '#2b2f38', '#1f3566', '#4a4d52', '#5a2430'];
const BANDS = ['#dfe6ee', '#c9d8c5', '#d9d9d9', '#2e4d7b', '#f0dcae'];

type Between = (low: number, high: number) => number;

/** Draws a part of a page that is larger than the picture: a letter, boxes of a form, or a table, turned by up to 25 degrees. */
export function drawForm({ width, height }: Omit<RawPicture, 'data'>, next: () => number): RawPicture {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const between: Between = (low, high) => low + next() * (high - low);
  const ground = pick(PAPERS);
  const paper = layPaper(width, height, ground, ground);
  const { context, canvas } = paper;
  const reach = Math.hypot(width, height);
  context.translate(width / 2, height / 2);
  context.rotate(between(-0.44, 0.44));
  context.translate(-reach / 2, -reach / 2);
  const ink = pick(INKS);
  // Print is pale on many papers, and before a camera that is out of focus.
  context.globalAlpha = between(0.25, 1);
  const style = { sizePixels: between(9, 24), color: ink, serif: next() < 0.5 };
  context.strokeStyle = ink;
  context.lineWidth = between(0.8, 2.5);
  const kinds = [drawLetter, drawBoxes, drawTable];
  for (let y = -between(0, 60); y < reach; ) {
    const part = between(0.25, 0.9) * reach;
    pick(kinds)({ paper, style, top: y, bottom: y + part, reach, between, pick });
    y += part + between(10, 50);
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { data: rgb, width, height };
}

interface Part {
  paper: Paper;
  style: { sizePixels: number; color: string; serif: boolean };
  top: number;
  bottom: number;
  reach: number;
  between: Between;
  pick: <T>(from: readonly T[]) => T;
}

/** Paragraphs in one to three columns. */
function drawLetter({ paper, style, top, bottom, reach, between, pick }: Part): void {
  const columns = pick([1, 1, 2, 3]);
  const pitch = style.sizePixels * between(1.15, 1.7);
  const width = reach / columns - 40;
  for (let column = 0; column < columns; column++) {
    const left = between(0, 20) + (column * reach) / columns;
    let toEnd = Math.ceil(between(2, 9));
    for (let y = top + pitch; y < bottom; y += pitch) {
      toEnd -= 1;
      if (toEnd === 0) [toEnd] = [Math.ceil(between(2, 9))];
      else writeWords({ paper, style, between, pick }, left, y, toEnd === 1 ? width * between(0.2, 0.8) : width);
    }
  }
}

/** Boxes with a label in the corner, some with writing, below a coloured band. */
function drawBoxes({ paper, style, top, bottom, reach, between, pick }: Part): void {
  const { context } = paper;
  context.fillStyle = pick(BANDS);
  context.fillRect(0, top, reach, between(14, 40));
  const small = { ...style, sizePixels: 0.7 * style.sizePixels };
  const gap = between(0, 14);
  for (let y = top + 50; y < bottom; ) {
    const tall = between(28, 90);
    for (let x = between(0, 20); x < reach; ) {
      const wide = between(60, 320);
      context.strokeRect(x, y, wide, tall);
      writeWords({ paper, style: small, between, pick }, x + 4, y + small.sizePixels + 2, wide * between(0.2, 0.7));
      if (between(0, 1) < 0.5)
        writeWords({ paper, style, between, pick }, x + 8, y + tall - 6, wide * between(0.3, 0.9));
      x += wide + gap;
    }
    y += tall + gap;
  }
}

/** Rows and columns with rules, some rows shaded. */
function drawTable({ paper, style, top, bottom, reach, between, pick }: Part): void {
  const { context } = paper;
  const pitch = style.sizePixels * between(1.3, 2.4);
  const shade = pick(BANDS.slice(0, 3));
  const isShaded = between(0, 1) < 0.5;
  const columns: number[] = [];
  for (let x = between(0, 30); x < reach; x += between(50, 220)) columns.push(x);
  for (let y = top, row = 0; y < bottom; y += pitch, row++) {
    if (isShaded && row % 2 === 0) {
      context.fillStyle = shade;
      context.fillRect(0, y, reach, pitch);
    }
    context.strokeRect(-10, y, reach + 20, pitch);
    for (const [i, x] of columns.entries()) {
      const wide = ((columns[i + 1] ?? reach) - x) * between(0.1, 0.85);
      writeWords({ paper, style, between, pick }, x + 4, y + 0.78 * pitch, wide);
    }
  }
  if (between(0, 1) < 0.6) for (const x of columns) context.strokeRect(x, top, 0, bottom - top);
}

/** Words until the width is full. */
function writeWords(
  { paper, style, between, pick }: Pick<Part, 'paper' | 'style' | 'between' | 'pick'>,
  left: number,
  y: number,
  width: number,
): void {
  for (let x = left; x < left + width; ) {
    const word = between(0, 1) < 0.12 ? String(Math.floor(between(10, 99_999))) : pick(WORDS);
    write(paper, word, x, y, style);
    x += (word.length + 1) * 0.52 * style.sizePixels;
  }
}
