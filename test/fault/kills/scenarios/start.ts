import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { openAppliance } from '../../../../server/context.ts';
import type { Migration } from '../../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../../server/db/migrations/all.ts';
import { systemClock } from '../../../../server/lib/clock.ts';
import { AppError } from '../../../../server/lib/errors.ts';
import { createLogger } from '../../../../server/lib/log.ts';
import { hasSnapshot } from '../../../../server/updates/snapshot.ts';
import { fakeEngines } from '../../../support/fake-engines.ts';
import { assertInvariants } from '../../../support/invariants.ts';
import { NEW_MIGRATIONS } from '../../../support/update-home.ts';
import { callerOf } from '../caller.ts';
import { FAKE_SERVER, Gone, startChild } from '../killed-child.ts';
import type { Play, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { createKeys, createWholeCompany, PEOPLE_PATH, person } from './records.ts';

/** How long an appliance is busy before it is killed. */
const BUSY_MS_MAX = 250;

/** The start makes keys, databases and the first API key; it is killed twice in a row. */
export const firstStart: Scenario = {
  name: 'first start',
  kills: { share: 1, whole: 12 },
  momentsMin: 20,
  isStart: true,
  inARow: 2,
  begin: (world): Play => ({
    async arrange() {
      for (const name of ['data', 'master.key']) rmSync(world.at(name), { recursive: true, force: true });
    },
    async check() {
      if (process.platform !== 'win32') expect(statSync(world.at('master.key')).mode & 0o777).toBe(0o600);
      expect(world.value("SELECT count(*) FROM api_keys WHERE label = 'CUSTOS_API_KEY'")).toBe(1);
      const { id } = await world.call<{ id: string }>(PEOPLE_PATH, { body: person() });
      await world.settle();
      expect(world.rows('SELECT id FROM verifications')).toEqual([[id]]);
    },
  }),
};

/** An appliance was killed while it did everything at once. The start that repairs its folder is killed too, and the next one again. */
export const startAfterKill: Scenario = {
  name: 'start after a kill',
  kills: { share: 0, whole: 18 },
  momentsMin: 10,
  isStart: true,
  inARow: 2,
  settings: { CUSTOS_DUPLICATE_FACES: 'on' },
  begin(world): Play {
    const keyOf = createKeys();
    const ids: string[] = [];
    let erased = '';
    return {
      async prepare(at) {
        ({ id: erased } = await world.call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'erased') }));
        ids.push(erased);
        await world.settle();
        writeFileSync(world.at('lists', `${at}.csv`), `id,name\n1,Odo Fenwright ${at}\n2,Ida Quorn\n`);
      },
      arrange: (at) => killBusy(world, { at, erased, keyOf: (name) => keyOf(at, name) }),
      async check(at) {
        await world.settle();
        const { id, personId } = await createWholeCompany(world.call, (name) => keyOf(at, name));
        const { id: other } = await world.call<{ id: string }>(PEOPLE_PATH, {
          body: person(),
          key: keyOf(at, 'other'),
        });
        ids.push(id, personId, other);
        await world.settle();
        expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(ids.toSorted());
        await world.call(`${PEOPLE_PATH}/${erased}`, { method: 'DELETE', or: 404 });
        expect(world.value('SELECT erasure FROM verifications WHERE id = ?', erased)).toBe('erased');
        const counts = world.server.appliance.queue.counts();
        expect(counts).toMatchObject({ queued: 0, running: 0, dead: 0 });
      },
    };
  },
};

interface Busy {
  at: number;
  erased: string;
  keyOf(name: string): string;
}

/** Creates, processes, erases, imports and backs up at once, and is killed in the middle of it. */
async function killBusy(world: World, { at, erased, keyOf }: Busy): Promise<void> {
  world.starts += 1;
  const child = startChild(FAKE_SERVER, world.env);
  const call = callerOf(await child.listening());
  const works = Promise.allSettled([
    createWholeCompany(call, keyOf),
    call(PEOPLE_PATH, { body: person(), key: keyOf('other') }),
    call(`${PEOPLE_PATH}/${erased}`, { method: 'DELETE', or: 404 }),
    call('/v1/watchlists', { body: { paths: [`${at}.csv`], code: 'busy' } }),
    call('/v1/backups', { body: {} }),
  ]);
  await wait(world.random() * BUSY_MS_MAX);
  await child.kill();
  for (const ended of await works) {
    if (ended.status === 'rejected' && !(ended.reason instanceof Gone)) throw ended.reason;
  }
}

/** The first start of a version that migrates the databases: it is undone completely, or done completely. */
export const migratingStart: Scenario = {
  name: 'start with migration',
  kills: { share: 0, whole: 14 },
  momentsMin: 20,
  isStart: true,
  env: { KILLED_FORMS: 'next' },
  begin(world): Play {
    const keyOf = createKeys();
    let ids: string[] = [];
    const reset = (): void => {
      rmSync(world.at('data'), { recursive: true, force: true });
      cpSync(world.at('template'), world.at('data'), { recursive: true });
    };
    return {
      async open() {
        await createWholeCompany(world.call, (name) => keyOf(0, name));
        await world.settle();
        // One record waits while the version changes.
        await world.server.appliance.runner.stop(0);
        await world.call(PEOPLE_PATH, { body: person(), key: keyOf(0, 'waits') });
        ids = world.rows('SELECT id FROM verifications ORDER BY id').flat() as string[];
      },
      async arrange(at) {
        if (at === 0 || !isThere(world.at('template')))
          cpSync(world.at('data'), world.at('template'), { recursive: true });
        reset();
      },
      async between(at, answered) {
        const confirmed = answered || (await isOfNext(world));
        // The former version still works; every fourth time the new one starts next instead.
        if (at % 4 !== 3 && !confirmed) await expectOpens(world, MIGRATIONS, ids);
        await expectOpens(world, NEW_MIGRATIONS, ids);
        reset();
      },
      async check() {
        expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(ids);
      },
    };
  },
};

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether the new version's start completed: there is no snapshot to restore, and the former version is refused. */
async function isOfNext(world: World): Promise<boolean> {
  if (hasSnapshot(world.config.dataDir)) return false;
  try {
    await (await openWith(world, MIGRATIONS)).close(0);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'folder_newer') return true;
    throw error;
  }
}

async function expectOpens(world: World, migrations: readonly Migration[], ids: readonly string[]): Promise<void> {
  const appliance = await openWith(world, migrations);
  try {
    expect(appliance.db.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(appliance.db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all()).toEqual(ids);
    await assertInvariants(appliance);
    expect(hasSnapshot(world.config.dataDir)).toBe(false);
  } finally {
    await appliance.close(0);
  }
}

function openWith(world: World, migrations: readonly Migration[]): ReturnType<typeof openAppliance> {
  world.starts += 1;
  const log = createLogger(systemClock, () => {});
  return openAppliance(world.config, { clock: systemClock, log, engines: fakeEngines(), migrations });
}
