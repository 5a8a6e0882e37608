import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApplianceProcess, startApplianceProcess } from '../support/appliance-process.ts';
import {
  createClient,
  type RetrievedResult,
  type RetrievedVerification,
  type VerificationClient,
} from '../support/verification-client.ts';
import { type Receiver, showDeliveries, showEvidence, showReport, startReceiver } from './aftermath.ts';
import { DEMO_CASES, type DemoCase } from './cases.ts';
import { COMPANY_CASES, DEMO_REGISTER } from './companies.ts';
import { loadDemoList } from './load-list.ts';
import { printTable, say } from './print.ts';

/**
 * Shows the whole process on drawn specimens. Starts an appliance in its own folder, loads a list, submits one
 * verification of each kind, and prints the outcomes. Exits with status 1 if an outcome is not the expected one.
 */
async function main(): Promise<number> {
  say('Starting an appliance on a temporary folder ...');
  await using appliance = await startApplianceProcess();
  say(`It answers at ${appliance.base} and was ready after ${seconds(appliance.startMs)} s.`);
  const client = createClient(appliance.base, appliance.key);
  await loadData(appliance, client);
  await using receiver = await startReceiver(appliance);
  const people = await verifyPeople(client);
  const companies = await verifyCompanies(client);
  const after = await showAftermath(appliance, receiver, people, companies);
  const rows = [...people.map(({ cells }) => cells), ...companies.map(({ cells }) => cells), ...after];
  const wrong = rows.filter((cells) => cells.at(-1) !== 'ok').length;
  printTable(
    ['case', 'expected', 'outcome', 'reasons', 'name read', 'face score', 'seconds', ''],
    people.map(({ cells }) => cells),
  );
  printTable(
    ['case', 'expected', 'outcome', 'reasons', 'seconds', ''],
    companies.map(({ cells }) => cells),
  );
  printTable(['afterwards', 'note', ''], after);
  say(wrong === 0 ? 'Every outcome is the expected one.' : `${wrong} of ${rows.length} are not as expected.`);
  return wrong === 0 ? 0 : 1;
}

/** A verification that was shown: its id, and its row of the table. */
interface DemoRow {
  id: string;
  cells: string[];
}

/** What follows a result: events at a receiver, a report, and evidence that holds until one byte of it changes. */
async function showAftermath(
  appliance: ApplianceProcess,
  receiver: Receiver,
  people: readonly DemoRow[],
  companies: readonly DemoRow[],
): Promise<string[][]> {
  const [person, company] = [people[0], companies[0]];
  if (!person || !company) throw new Error('nothing was verified');
  say('Waiting for the events, and taking a report and the evidence ...');
  const path = `/v1/verifications/${person.id}`;
  const shown = [
    await showDeliveries(receiver, person.id, company.id),
    await showReport(appliance, path),
    ...(await showEvidence(appliance, path)),
  ];
  return shown.map(({ what, note, right }) => [what, note, verdict(right)]);
}

async function loadData(appliance: ApplianceProcess, client: VerificationClient): Promise<void> {
  await loadDemoList(appliance);
  const register = join(appliance.folder, 'demo-register.csv');
  writeFileSync(register, DEMO_REGISTER);
  await client.importRegister(register, 'demo_register', 'Fictitious register of the demonstration', 'GB');
  say('A fictitious watchlist and a fictitious register of companies are loaded.');
}

async function verifyPeople(client: VerificationClient): Promise<DemoRow[]> {
  const rows: DemoRow[] = [];
  for (const [i, demo] of DEMO_CASES.entries()) {
    say(`[person ${i + 1}/${DEMO_CASES.length}] ${demo.title} ...`);
    const request = await demo.draw();
    const beginMs = performance.now();
    const result = await client.waitForResult(await client.create(request));
    const right = isAsExpected(demo, result) && isNameAsExpected(demo, result);
    const score = result.face_match.score?.toFixed(2) ?? '-';
    const { first, last } = readName(result);
    const name = `${first} ${last}`.trim() || '-';
    const took = seconds(performance.now() - beginMs);
    rows.push({ id: result.id, cells: [...toCells(demo, result), name, score, took, verdict(right)] });
  }
  return rows;
}

async function verifyCompanies(client: VerificationClient): Promise<DemoRow[]> {
  const rows: DemoRow[] = [];
  for (const [i, demo] of COMPANY_CASES.entries()) {
    say(`[company ${i + 1}/${COMPANY_CASES.length}] ${demo.title} ...`);
    const beginMs = performance.now();
    const result = await client.verifyCompany(demo.company);
    const took = seconds(performance.now() - beginMs);
    rows.push({ id: result.id, cells: [...toCells(demo, result), took, verdict(isAsExpected(demo, result))] });
  }
  return rows;
}

type Expected = Pick<DemoCase, 'title' | 'expected' | 'reason'>;

function isAsExpected(demo: Expected, result: RetrievedResult): boolean {
  const codes = result.errors.map((error) => error.code);
  const reasonFits = demo.reason === null ? codes.length === 0 : codes.includes(demo.reason);
  return result.status === demo.expected && reasonFits;
}

function toCells({ title, expected }: Expected, { status, errors }: RetrievedResult): string[] {
  const reasons = [...new Set(errors.map(({ code }) => code))].join(', ');
  return [title, expected, status, reasons || '-'];
}

const verdict = (right: boolean): string => (right ? 'ok' : 'WRONG');

/** The answer must contain the accents; its case is the document's own. */
function isNameAsExpected({ name }: DemoCase, result: RetrievedVerification): boolean {
  if (!name) return true;
  const read = readName(result);
  return read.first.toUpperCase() === name.first.toUpperCase() && read.last.toUpperCase() === name.last.toUpperCase();
}

function readName({ ocr }: RetrievedVerification): { first: string; last: string } {
  const [document] = Object.values(ocr);
  return { first: document?.first_name ?? '', last: document?.last_name ?? '' };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

process.exitCode = await main();
