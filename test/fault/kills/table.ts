import type { Row } from './run.ts';

const HEAD = ['operation', 'moments', 'calls', 'kills', 'inside', 'restarts', 'CPU-s'];

/** The results for a person to read: `inside` are the kills before the answer. */
export function drawTable(rows: readonly Row[]): string {
  const all = { name: 'all', moments: null, calls: null, kills: 0, inside: 0, restarts: 0, cpuSeconds: 0 };
  for (const row of rows) {
    all.kills += row.kills;
    all.inside += row.inside;
    all.restarts += row.restarts;
    all.cpuSeconds += row.cpuSeconds;
  }
  const cells = [HEAD, ...[...rows, all].map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) => line.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((line) => line.join('  '))
    .join('\n');
}

const cellsOf = ({ name, moments, calls, kills, inside, restarts, cpuSeconds }: Row): string[] => [
  name,
  String(moments ?? ''),
  String(calls ?? ''),
  String(kills),
  `${inside} (${kills === 0 ? 0 : Math.round((100 * inside) / kills)} %)`,
  String(restarts),
  cpuSeconds.toFixed(1),
];
