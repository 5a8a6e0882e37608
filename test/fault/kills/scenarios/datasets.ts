import { readdirSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Play, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

/** Enough for several transactions of an import. */
const ENTRIES = 1_500;

interface Dataset {
  path: string;
  code: string;
  head: string;
  /** One line of this turn's file. */
  line(turn: number, index: number): string;
  /** Checks that an active version is complete and the only one of its kind, and that nothing of another remains. */
  expectWhole(active: { id: string; turn: number }): Promise<void> | void;
}

/** Each turn imports another version, larger by one line, and is killed. The former or the new version is in force, and complete. */
function playImport(world: World, dataset: Dataset): Play {
  const { path, code } = dataset;
  const imported = new Map<string, number>();
  const nameOf = (turn: number): string => `${code}-${turn}.csv`;
  const write = (turn: number): void => {
    const lines = Array.from({ length: ENTRIES + turn }, (_, index) => dataset.line(turn, index));
    writeFileSync(world.at('lists', nameOf(turn)), `${[dataset.head, ...lines].join('\n')}\n`);
  };
  const body = (turn: number) => ({ paths: [nameOf(turn)], code, accept_smaller: true });
  const activeOne = async (): Promise<string> => {
    const { data } = await world.call<{ data: { id: string; active: boolean; code: string }[] }>(path);
    const active = data.filter((version) => version.active && version.code === code);
    expect(active, 'one version is in force').toHaveLength(1);
    return active[0]?.id ?? '';
  };
  const importIt = async (turn: number): Promise<void> => {
    const { id } = await world.call<{ id: string }>(path, { body: body(turn) });
    imported.set(id, turn);
  };
  let told: string | null = null;
  let former = '';
  return {
    async open() {
      write(-1);
      await importIt(-1);
    },
    async prepare(turn) {
      write(turn);
      former = await activeOne();
      told = null;
    },
    async operate(call, turn) {
      ({ id: told } = await call<{ id: string }>(path, { body: body(turn) }));
    },
    async check(turn, answered) {
      await world.settle();
      const active = await activeOne();
      if (answered) expect(active).toBe(told);
      if (active !== former) imported.set(active, turn);
      await dataset.expectWhole({ id: active, turn: imported.get(active) ?? Number.NaN });
      await importIt(turn);
      // Versions beyond the retained ones are removed in the background.
      await world.settle();
      const now = await activeOne();
      await dataset.expectWhole({ id: now, turn });
    },
  };
}

export const importList: Scenario = {
  name: 'import a list',
  kills: { share: 1, whole: 12 },
  momentsMin: 4,
  begin: (world) =>
    playImport(world, {
      path: '/v1/watchlists',
      code: 'many',
      head: 'id,name,remarks',
      line: (turn, index) => `${index},Somebody Number${index},${turn}`,
      expectWhole({ id, turn }) {
        const count = (sql: string, ...values: unknown[]): unknown => world.value(`SELECT count(*) ${sql}`, ...values);
        const version = world.value('SELECT seq FROM watchlist_versions WHERE id = ?', id);
        expect(count('FROM watchlist_entries WHERE version = ?', version)).toBe(ENTRIES + turn);
        expect(count('FROM watchlist_entries WHERE version NOT IN (SELECT seq FROM watchlist_versions)')).toBe(0);
        const staged = world.rows("SELECT seq, id, state, entries FROM watchlist_versions WHERE state <> 'ready'");
        expect(staged, `nothing half imported is left; ${world.server.logged.join(' ')}`).toEqual([]);
      },
    }),
};

export const importRegister: Scenario = {
  name: 'import a register',
  kills: { share: 1, whole: 12 },
  momentsMin: 4,
  begin: (world) =>
    playImport(world, {
      path: '/v1/registries',
      code: 'uk',
      head: 'number,name,country',
      line: (turn, index) => `${index + 1},Tallowmere ${turn} Number ${index + 1} Ltd,GB`,
      expectWhole({ id, turn }) {
        const { registerSearch } = world.server.appliance;
        const last = ENTRIES + turn;
        expect(registerSearch.versions()).toMatchObject([{ id, companies: last }]);
        const found = registerSearch.byKey(`GB:${String(last).padStart(8, '0')}`);
        expect(found).toMatchObject([{ company: { name: `Tallowmere ${turn} Number ${last} Ltd` } }]);
        const files = readdirSync(world.at('data', 'registers')).filter((name) => !/-(wal|shm)$/.test(name));
        const versions = world.rows('SELECT id FROM register_versions').flat() as string[];
        expect(files.toSorted(), 'no file without a version').toEqual(versions.map((it) => `${it}.db`).toSorted());
      },
    }),
};
