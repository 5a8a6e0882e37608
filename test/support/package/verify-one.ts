import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_CASES } from '../../demo/cases.ts';
import { loadDemoList } from '../../demo/load-list.ts';
import { startApplianceProcess } from '../appliance-process.ts';
import { createClient } from '../verification-client.ts';

/** The input of `verify-one.ts`, as JSON in its only argument. */
export interface Order {
  /** The program that runs the packed files. */
  program: string;
  /** The command in front of it: a tracer with its arguments. */
  tracer: readonly string[];
  /** The packed tree. */
  tree: string;
  weightsDir: string;
}

/** Its output, as JSON in the last line. */
export interface Outcome {
  title: string;
  expected: string;
  status: string;
  reasons: string[];
  firstName: string | null;
  /** The first letters of the report. */
  report: string;
  /** Whether the packed command line accepts the evidence. */
  evidenceHolds: boolean;
  /** Whether the server delivered the console's page. */
  console: boolean;
  manual: boolean;
  /** Whether an address outside this machine was reachable. */
  reachedOutside: boolean;
}

/** A documentation address (RFC 5737): no machine answers there. Without a network the system reports that at once. */
const OUTSIDE = 'http://192.0.2.1/';
const OUTSIDE_TIMEOUT_MS = 2_000;

/** Starts the server from packed files alone, and verifies one person with it, from the form to the evidence. */
async function main(order: Order): Promise<Outcome> {
  const { program, tree, tracer, weightsDir } = order;
  const run = (entry: string) => [program, join(tree, entry)];
  const [first = program, ...rest] = [...tracer, ...run('server/process.js')];
  await using appliance = await startApplianceProcess({ CUSTOS_WEIGHTS_DIR: weightsDir }, undefined, {
    cwd: tree,
    server: [first, ...rest],
    cli: [program, ...run('server/cli.js').slice(1)],
  });
  const client = createClient(appliance.base, appliance.key);
  await loadDemoList(appliance);
  const [demo] = DEMO_CASES;
  if (demo === undefined) throw new Error('there is no specimen');
  const result = await client.waitForResult(await client.create(await demo.draw()));
  const get = async (path: string): Promise<Buffer> => {
    const answer = await fetch(`${appliance.base}${path}`, { headers: { authorization: `Bearer ${appliance.key}` } });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const evidence = join(appliance.folder, 'evidence.zip');
  writeFileSync(evidence, await get(`/v1/verifications/${result.id}/evidence`));
  const told = await appliance.command('evidence', 'verify', evidence);
  const page = await fetch(`${appliance.base}/`);
  const manual = await fetch(`${appliance.base}/manual`);
  return {
    title: demo.title,
    expected: demo.expected,
    status: result.status,
    reasons: result.errors.map(({ code }) => code),
    firstName: result.ocr['national_id']?.first_name ?? null,
    report: (await get(`/v1/verifications/${result.id}/report`)).toString('latin1', 0, 4),
    evidenceHolds: told.includes('The bundle is intact'),
    console: page.status === 200 && (await page.text()).includes('<script'),
    manual: manual.status === 200 && (await manual.text()).includes('<h1'),
    reachedOutside: await reaches(OUTSIDE),
  };
}

async function reaches(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(OUTSIDE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Order;
const outcome = await main(order);
process.stdout.write(`${JSON.stringify(outcome)}\n`);
