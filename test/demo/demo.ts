import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApplianceProcess, startApplianceProcess } from '../support/appliance-process.ts';
import { createClient, type RetrievedVerification } from '../support/verification-client.ts';
import { DEMO_CASES, DEMO_LIST, type DemoCase } from './cases.ts';

/**
 * Shows the whole line on drawn specimens: starts an appliance on a folder of its own, loads a list, submits one
 * verification of each kind, and prints what became of it. Exit status 1 where an outcome is not the expected one.
 */
async function main(): Promise<number> {
  say('Starting an appliance on a temporary folder ...');
  await using appliance = await startApplianceProcess();
  say(`It answers at ${appliance.base} and was ready after ${seconds(appliance.startMs)} s.`);
  await loadList(appliance);
  const client = createClient(appliance.base, appliance.key);
  const rows: string[][] = [];
  let wrong = 0;
  for (const [i, demo] of DEMO_CASES.entries()) {
    say(`[${i + 1}/${DEMO_CASES.length}] ${demo.title} ...`);
    const request = await demo.draw();
    const beginMs = performance.now();
    const result = await client.waitForResult(await client.create(request));
    const right = isAsExpected(demo, result);
    if (!right) wrong += 1;
    rows.push(toRow(demo, result, performance.now() - beginMs, right));
  }
  printTable(['case', 'expected', 'outcome', 'reasons', 'name read', 'face score', 'seconds', ''], rows);
  say(wrong === 0 ? 'Every outcome is the expected one.' : `${wrong} of ${rows.length} are not as expected.`);
  return wrong === 0 ? 0 : 1;
}

async function loadList(appliance: ApplianceProcess): Promise<void> {
  const path = join(appliance.folder, 'demo-list.csv');
  writeFileSync(path, DEMO_LIST);
  await createClient(appliance.base, appliance.key).importList(path, 'demo', 'Fictitious list of the demonstration');
  say('A fictitious watchlist of five entries is loaded.');
}

function isAsExpected(demo: DemoCase, result: RetrievedVerification): boolean {
  const codes = result.errors.map((error) => error.code);
  const reasonFits = demo.reason === null ? codes.length === 0 : codes.includes(demo.reason);
  return result.status === demo.expected && reasonFits && isNameAsExpected(demo, result);
}

/** Accents must stand in the answer; its case is the document's own. */
function isNameAsExpected({ name }: DemoCase, result: RetrievedVerification): boolean {
  if (!name) return true;
  const read = readName(result);
  return read.first.toUpperCase() === name.first.toUpperCase() && read.last.toUpperCase() === name.last.toUpperCase();
}

function readName({ ocr }: RetrievedVerification): { first: string; last: string } {
  const [document] = Object.values(ocr);
  return { first: document?.first_name ?? '', last: document?.last_name ?? '' };
}

function toRow(demo: DemoCase, result: RetrievedVerification, tookMs: number, right: boolean): string[] {
  const reasons = [...new Set(result.errors.map((error) => error.code))].join(', ');
  const score = result.face_match.score?.toFixed(2) ?? '-';
  const { first, last } = readName(result);
  const name = `${first} ${last}`.trim() || '-';
  const verdict = right ? 'ok' : 'WRONG';
  return [demo.title, demo.expected, result.status, reasons || '-', name, score, seconds(tookMs), verdict];
}

function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  say('');
  say(line(head));
  say(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) say(line(row));
  say('');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`);
}

process.exitCode = await main();
