/** Tells how wide a text is drawn. */
export type Measure = (text: string) => number;

const CUT = '…';

/** A text in at most so many lines of a width; what does not fit is cut, and ends with "…". */
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

/** Such items side by side, in as many rows as they need. */
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

/** As many whole characters as fit, one at least. */
function headOf(text: string, width: number, measure: Measure): string {
  const signs = [...text];
  let count = 1;
  while (count < signs.length && measure(signs.slice(0, count + 1).join('')) <= width) count++;
  return signs.slice(0, count).join('');
}
