/** A run of text on a page, in PDF units from the lower left corner; `x` and `y` are the start of its baseline. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  /** Along the baseline. */
  width: number;
  /** Of the letters. */
  height: number;
  /** Counter-clockwise, in radians. */
  angle: number;
  rightToLeft: boolean;
}

/** Baselines closer than this share of the letters' height are one row: superscripts are up to half of it higher. */
const ROW_SHARE = 0.5;
/** A gap wider than this share of the letters' height is a space: narrow ones have 0.2, letters that touch have none. */
const SPACE_SHARE = 0.15;
const QUARTER_TURN = Math.PI / 2;

/**
 * Returns the rows of a page from top to bottom, the runs of each in reading order, with one space per gap. PDF files store the positions of letters,
 * not rows or words, and may store them in any order. Text that is turned by a quarter follows in separate rows.
 */
export function rowsOf(runs: readonly TextRun[]): string[] {
  const byTurn = Map.groupBy(runs, ({ angle }) => (Math.round(angle / QUARTER_TURN) + 4) % 4);
  const turns = [...byTurn.keys()].sort((a, b) => a - b);
  return turns.flatMap((turn) => {
    const placed = (byTurn.get(turn) ?? []).map((run) => place(run, turn * QUARTER_TURN));
    return joinRows(placed.filter(({ run }) => run.text !== ''));
  });
}

/** A run on a page that was turned to make the run level. */
interface PlacedRun {
  run: TextRun;
  from: number;
  until: number;
  baseline: number;
}

function place(run: TextRun, angle: number): PlacedRun {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const from = run.x * cos + run.y * sin;
  return { run, from, until: from + run.width, baseline: run.y * cos - run.x * sin };
}

function joinRows(placed: PlacedRun[]): string[] {
  const rows: PlacedRun[][] = [];
  for (const one of placed.toSorted((a, b) => b.baseline - a.baseline || a.from - b.from)) {
    const row = rows.at(-1);
    const first = row?.[0];
    // Spaces that pdf.js inserts may have no height.
    const height = Math.min(...[first?.run.height ?? 0, one.run.height].filter((known) => known > 0));
    const near = Number.isFinite(height) ? ROW_SHARE * height : 0;
    if (row && first && first.baseline - one.baseline <= near) row.push(one);
    else rows.push([one]);
  }
  return rows.map(joinRow).filter((text) => text !== '');
}

function joinRow(row: PlacedRun[]): string {
  const lettered = row.filter(({ run }) => run.text.trim() !== '');
  const backwards = lettered.filter(({ run }) => run.rightToLeft).length * 2 > lettered.length;
  const ordered = row.toSorted((a, b) => a.from - b.from || a.until - b.until);
  let text = '';
  let last: PlacedRun | undefined;
  for (const one of backwards ? ordered.toReversed() : ordered) {
    const gap = last === undefined ? 0 : backwards ? last.from - one.until : one.from - last.until;
    text += (gap > SPACE_SHARE * one.run.height ? ' ' : '') + one.run.text;
    last = one;
  }
  return text.replace(/\s+/g, ' ').trim();
}
