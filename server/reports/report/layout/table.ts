import type { Block, Cell } from './blocks.ts';
import type { Flow, TextBox } from './flow.ts';
import { BODY, BODY_WIDTH, colorOf, LEADING, MUTED, PAGE, RULE, SHADE, SMALL, STRONG } from './page.ts';

const PADDING_X = 5;
const PADDING_Y = 3;
const HEAD = { size: SMALL.size, bold: true };
const RULE_WIDTH = 0.5;
const LINE = BODY.size * LEADING;
/** Points of the first row that stay with the head. */
const FIRST_ROW_MAX = 200;

type Table = Extract<Block, { kind: 'table' }>;

interface Place {
  x: number;
  width: number;
}

export const cellOf = (cell: string | Cell): Cell => (typeof cell === 'string' ? { text: cell } : cell);

/** Draws a table whose head is repeated on each page. A row moves to the next page as a whole, unless it is higher than a page. */
export function drawTable(flow: Flow, { columns, rows, left }: Table): void {
  const places = placesOf(columns);
  const heads = columns.map(({ title }, index) => flow.box(title, inner(places[index]), HEAD));
  const headHeight = heightOf(heads) + 2 * PADDING_Y;
  const drawHead = (): void => {
    flow.add({ kind: 'rect', x: PAGE.left, y: flow.y, width: BODY_WIDTH, height: headHeight, color: SHADE });
    drawBoxes(
      flow,
      heads,
      places,
      heads.map(() => MUTED),
    );
    flow.y += headHeight;
  };
  const [first = []] = rows;
  const firstHeight = rowHeight(boxesOf(flow, first.map(cellOf), places));
  // Avoids a head alone at the end of a page.
  flow.keep(headHeight + Math.min(firstHeight, FIRST_ROW_MAX));
  drawHead();
  for (const row of rows) {
    const cells = row.map(cellOf);
    const colors = cells.map(({ tone }) => colorOf(tone));
    let boxes = boxesOf(flow, cells, places);
    const page = PAGE.bottom - PAGE.top - headHeight;
    if (rowHeight(boxes) > flow.room && (rowHeight(boxes) <= page || flow.room < 3 * LINE)) nextPage(flow, drawHead);
    while (rowHeight(boxes) > flow.room) {
      const count = Math.max(1, Math.floor((flow.room - 2 * PADDING_Y) / LINE));
      drawBoxes(
        flow,
        boxes.map((box) => part(box, 0, count)),
        places,
        colors,
      );
      boxes = boxes.map((box) => part(box, count));
      nextPage(flow, drawHead);
    }
    drawBoxes(flow, boxes, places, colors);
    flow.y += rowHeight(boxes);
    flow.add({ kind: 'rect', x: PAGE.left, y: flow.y, width: BODY_WIDTH, height: RULE_WIDTH, color: RULE });
  }
  flow.y += PADDING_Y;
  if (left !== undefined) flow.paragraph(left, { x: PAGE.left, width: BODY_WIDTH, style: BODY, color: MUTED });
  flow.y += 2 * PADDING_Y;
}

function boxesOf(flow: Flow, cells: readonly Cell[], places: readonly Place[]): TextBox[] {
  return cells.map(({ text, bold }, index) => flow.box(text, inner(places[index]), bold ? STRONG : BODY));
}

function nextPage(flow: Flow, drawHead: () => void): void {
  flow.newPage();
  drawHead();
}

function placesOf(columns: Table['columns']): Place[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x: number = PAGE.left;
  return columns.map(({ share }) => {
    const place = { x, width: (share / all) * BODY_WIDTH };
    x += place.width;
    return place;
  });
}

const inner = (place: Place | undefined): number => (place?.width ?? 0) - 2 * PADDING_X;
const heightOf = (boxes: readonly TextBox[]): number => Math.max(0, ...boxes.map(({ height }) => height));
const rowHeight = (boxes: readonly TextBox[]): number => Math.max(LINE, heightOf(boxes)) + 2 * PADDING_Y;

function part({ lines, style }: TextBox, from: number, to?: number): TextBox {
  const some = lines.slice(from, to);
  return { lines: some, style, height: some.length * style.size * LEADING };
}

function drawBoxes(flow: Flow, boxes: readonly TextBox[], places: readonly Place[], colors: readonly string[]): void {
  for (const [index, box] of boxes.entries()) {
    const x = (places[index]?.x ?? PAGE.left) + PADDING_X;
    flow.draw(box, { x, y: flow.y + PADDING_Y, color: colors[index] ?? MUTED });
  }
}
