import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '../../server/access/keys.ts';
import { createApp } from '../../server/app.ts';
import type { Appliance } from '../../server/appliance/appliance.ts';
import { loadConfig } from '../../server/appliance/config.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { openAppliance } from '../../server/context.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { concludeVerification, keepStepResult } from '../../server/verifications/conclude.ts';
import { getKybVerification } from '../../server/verifications/store.ts';
import { storeSubmission } from '../../server/verifications/store-submission.ts';
import { submitKyb } from '../../server/verifications/submit.ts';
import type { KybSubmission, KybVerification } from '../../server/verifications/types.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { quantile, round } from './statistics.ts';

const RECORDS = 10_000;
const RUNS = 100;
const WARM_UP = 20;
const PATH = '/v1/kyb/verifications';
const ACTOR = 'key_bench';

/** Milliseconds from the request to the end of the answer, over HTTP. */
interface PageSpeed {
  p50Ms: number;
  p95Ms: number;
}

export interface CompanyListSpeed {
  records: number;
  /** Pages of 10: the newest, the middle one by each cursor, and the middle one of one status. */
  first: PageSpeed;
  startingAfter: PageSpeed;
  endingBefore: PageSpeed;
  ofStatus: PageSpeed;
  /** A page of 100 in the middle. */
  hundred: PageSpeed;
}

/** Lists of companies in an appliance that holds ten thousand, all with the results of their checks. */
export async function measureCompanyLists(): Promise<CompanyListSpeed> {
  using folder = tempFolder();
  const env = {
    CUSTOS_DATA_DIR: `${folder.path}/data`,
    CUSTOS_MASTER_KEY_FILE: `${folder.path}/master.key`,
    CUSTOS_LISTS_DIR: folder.path,
    CUSTOS_REQUESTS_PER_MINUTE: '1000000',
  };
  const appliance = await openAppliance(
    loadConfig(env, () => null),
    { clock: systemClock, log: createLogger(systemClock, () => {}), engines: fakeEngines() },
  );
  try {
    const ids = await fill(appliance);
    return await measurePages(appliance, must(ids[RECORDS / 2], 'there are that many'));
  } finally {
    await appliance.close(0);
  }
}

async function measurePages(appliance: Appliance, middle: string): Promise<CompanyListSpeed> {
  const server = createServer(createApp(appliance).app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { access } = appliance;
  const { secret } = createKey(access, { label: 'bench', livemode: true, scopes: 'all', actor: 'system' });
  const measure = (query: string, items: number) => measurePage(`${base}${PATH}${query}`, secret, items);
  try {
    const { status } = must(getKybVerification(appliance, middle, true), 'it is stored');
    return {
      records: RECORDS,
      first: await measure('', 10),
      startingAfter: await measure(`?starting_after=${middle}`, 10),
      endingBefore: await measure(`?ending_before=${middle}`, 10),
      ofStatus: await measure(`?status=${status}&starting_after=${middle}`, 10),
      hundred: await measure(`?limit=100&starting_after=${middle}`, 100),
    };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function measurePage(url: string, key: string, items: number): Promise<PageSpeed> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const startMs = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (run >= WARM_UP) times.push(performance.now() - startMs);
    const { data } = JSON.parse(text) as { data?: unknown[] };
    if (data?.length !== items) throw new Error(`the list was answered with ${answer.status}: ${text.slice(0, 500)}`);
  }
  return { p50Ms: round(quantile(times, 0.5)), p95Ms: round(quantile(times, 0.95)) };
}

/** One company is really processed; the others get a copy of its results. All in one transaction, because separate disk writes would take minutes. */
async function fill(appliance: Appliance): Promise<string[]> {
  const { db, keys, runner } = appliance;
  const first = await create(appliance);
  runner.start();
  await runner.settle();
  await runner.stop(0);
  const ended = must(getKybVerification(appliance, first, true), 'it is stored');
  const ids = [first];
  for (const each of [db, keys.db]) each.exec('BEGIN IMMEDIATE');
  while (ids.length < RECORDS) {
    const id = await create(appliance);
    endLike(appliance, id, ended);
    ids.push(id);
  }
  for (const each of [db, keys.db]) each.exec('COMMIT');
  return ids;
}

async function create(appliance: Appliance): Promise<string> {
  const record = appliance.vault.newCompanyRecord();
  const submission = drawCompany(appliance);
  await storeSubmission(appliance, { record, isNew: true, files: [] }, () =>
    submitKyb(appliance, { record, livemode: true, actor: ACTOR, submission }),
  );
  return record.verificationId;
}

function endLike(appliance: Appliance, id: string, ended: KybVerification): void {
  const { queue } = appliance;
  queue.claim(ACTOR, () => {});
  for (const [step, result] of Object.entries(ended.results)) {
    keepStepResult(appliance, id, step, result, { durationMs: 1, nextStep: null });
  }
  const decision = must(ended.decision, 'it has ended');
  concludeVerification(appliance, id, { decision, policy: POLICY_V1 }, { owner: ACTOR, state: 'done' });
}

function drawCompany({ newId }: Appliance): KybSubmission {
  return {
    company: {
      legal_name: 'Nordwind Handel GmbH',
      country: 'DE',
      registration_number: 'HRB 12345',
      address: { line1: 'Hafenstrasse 1', city: 'Hamburg', postal_code: '20457', country: 'DE' },
    },
    representatives: [
      { id: newId('per'), first_name: 'Anna Lucia', last_name: 'Martello', role: 'director', dob: '1986-08-12' },
      { id: newId('per'), first_name: 'Ben', last_name: 'Okafor', role: 'authorized_signatory' },
    ],
    ubos: [
      { id: newId('per'), first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 60 },
      { id: newId('per'), legal_name: 'Südwind Holding AG', ownership_percent: 40, country: 'AT' },
      { id: newId('per'), first_name: 'Eva', last_name: 'Lindgren', ownership_percent: 100, parent: 1 },
    ],
    documents: [{ type: 'registration_certificate', name: 'register.pdf' }, { type: 'proof_of_address' }],
    metadata: { customer: '4711' },
  };
}
