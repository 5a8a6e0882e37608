import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type ApplianceProcess, startApplianceProcess } from '../../support/appliance-process.ts';
import { cpuSecondsOf, memoryOf } from '../process-usage.ts';
import { quantile, round } from '../statistics.ts';
import { makeName, writeName } from './names.ts';
import { makeQueries } from './queries.ts';
import type { NameTables } from './tables.ts';

const NAMES = 100_000;
const QUERIES = 1_000;
const WARM_UP = 100;
const ROUNDS = 3;
/** Parallel requests: enough that the server never waits for the next one. */
const CONNECTIONS = 4;
const SEED = 20_260;
const SETTINGS = {
  CUSTOS_SCREENINGS_PER_MINUTE: '1000000',
  // The benchmark only searches lists, so the engines load in their smallest form.
  CUSTOS_WORKERS_TEXT: '1',
  CUSTOS_LANGUAGES: 'eng',
};

export interface HttpSpeed {
  names: number;
  /** One query per request, on persistent connections. */
  per_second: number;
  /** The rate of one core: screenings per second of the server's processor time. */
  per_cpu_second: number;
  p50_ms: number;
  p99_ms: number;
  import_seconds: number;
  memory_mib: number | null;
}

/**
 * Measures `POST /v1/screenings` of an appliance in its own process, so its processor time excludes that of the clients
 * here. The real import loads its list.
 */
export async function measureHttp(tables: NameTables): Promise<HttpSpeed> {
  await using appliance = await startApplianceProcess(SETTINGS);
  const importSeconds = await importNames(appliance, tables);
  const bodies = makeQueries(tables, NAMES, QUERIES, SEED).map(({ name, subject }) =>
    JSON.stringify({ name, ...(subject === 'unknown' ? {} : { type: subject === 'person' ? 'person' : 'entity' }) }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await sendAll(appliance, agent, bodies.slice(0, WARM_UP));
    const cpuBefore = cpuSecondsOf(appliance.pid) ?? Number.NaN;
    const startMs = performance.now();
    const times: number[] = [];
    for (let at = 0; at < ROUNDS; at++) times.push(...(await sendAll(appliance, agent, bodies)));
    const seconds = (performance.now() - startMs) / 1000;
    const cpuSeconds = (cpuSecondsOf(appliance.pid) ?? Number.NaN) - cpuBefore;
    return {
      names: NAMES,
      per_second: round(times.length / seconds),
      per_cpu_second: round(times.length / cpuSeconds),
      p50_ms: round(quantile(times, 0.5)),
      p99_ms: round(quantile(times, 0.99)),
      import_seconds: round(importSeconds),
      memory_mib: Math.round(memoryOf(appliance.pid)?.nowMib ?? 0) || null,
    };
  } finally {
    agent.destroy();
  }
}

async function importNames(appliance: ApplianceProcess, tables: NameTables): Promise<number> {
  const path = join(appliance.folder, 'names.csv');
  const rows = Array.from({ length: NAMES }, (_, place) => {
    const made = makeName(tables, place);
    const type = made.subject === 'person' ? 'person' : made.subject === 'organisation' ? 'entity' : '';
    return `${place},"${writeName(made).replaceAll('"', '""')}",${type},sanction`;
  });
  writeFileSync(path, ['id,name,type,topics', ...rows].join('\n'));
  const startMs = performance.now();
  await appliance.command('lists', 'import', path, '--code', 'bench');
  return (performance.now() - startMs) / 1000;
}

/** Sends every body, in parallel over all connections. Returns the time of each in milliseconds. */
async function sendAll(appliance: ApplianceProcess, agent: Agent, bodies: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const startMs = performance.now();
      await send(appliance, agent, body);
      times.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return times;
}

function send({ base, key }: ApplianceProcess, agent: Agent, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/v1/screenings`, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`a screening was answered ${answer.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
