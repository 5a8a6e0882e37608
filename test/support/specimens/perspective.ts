/** A point in pixels. */
export type Corner = readonly [x: number, y: number];
/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Corner, Corner, Corner, Corner];

/** Maps a point of one picture into another. */
export type PlaneMap = (x: number, y: number) => Corner;

/**
 * The perspective that maps the four corners of one quadrilateral to those of another. It solves eight linear equations in the eight unknowns of the
 * homography (Hartley and Zisserman, Multiple View Geometry, section 4.1, with the last element 1).
 */
export function mapPlane(from: Corners, to: Corners): PlaneMap {
  const equations = from.flatMap(([x, y], i) => {
    const [u, v] = to[i] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(equations);
  return (x, y) => {
    const scale = g * x + h * y + 1;
    return [(a * x + b * y + c) / scale, (d * x + e * y + f) / scale];
  };
}

/** Gaussian elimination with pivots; each row ends in its right-hand side. Throws if three corners are on one line. */
function solve(equations: number[][]): number[] {
  const rows = equations.map((row) => [...row]);
  for (let column = 0; column < rows.length; column++) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) => (Math.abs(at(row, column)) > Math.abs(at(best, column)) ? row : best));
    if (Math.abs(at(pivot, column)) < 1e-9) throw new RangeError('three corners lie on one line');
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const share = at(row, column) / at(pivot, column);
      for (let i = column; i < row.length; i++) row[i] = at(row, i) - share * at(pivot, i);
    }
  }
  return rows.map((row, i) => at(row, row.length - 1) / at(row, i));
}

function at(row: readonly number[], i: number): number {
  return row[i] ?? 0;
}
