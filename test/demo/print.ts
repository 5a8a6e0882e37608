export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  say('');
  say(line(head));
  say(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) say(line(row));
  say('');
}

export function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`);
}
