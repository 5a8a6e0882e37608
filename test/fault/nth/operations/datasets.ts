import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { send, sendJson } from '../../../integration/drive.ts';
import { makeCsca, makeListOf, makeListSigner } from '../../../support/authenticity/trust-files.ts';
import { LISTED_PERSON, writeSmallList } from '../../../support/lists.ts';
import { aside } from '../gate.ts';
import { countOf, type Operation, type Rig } from '../rig.ts';

const HEADER = 'number,name,country,status,owner_type,owner_name,owner_percent';
let written = 0;

/** A unique list in the folder for lists, and the name on it. */
function newList({ folder }: Rig): { paths: string[]; name: string } {
  written += 1;
  const name = `Balthasar Ziegenhorn ${'abcdefghij'[written % 10]}${'klmnopqrst'[Math.floor(written / 10) % 10]}`;
  const row = `U-${100 + written},${name},person,,1960,,,TEST-${written},sanction,2024-01-01,`;
  return { paths: [writeSmallList(join(folder, 'lists'), [row])], name };
}

function newRegister({ folder }: Rig): string[] {
  written += 1;
  const path = join(folder, 'lists', 'register.csv');
  const rows = [1, 2, 3].map((at) => `${1000 * written + at},Quillhaven ${written} Ltd,GB,active,person,Ann Owner,30`);
  writeFileSync(path, `${[HEADER, ...rows].join('\n')}\n`);
  return [path];
}

/** Checks that the search that answers requests finds this name. */
async function expectFound({ server }: Rig, name: string): Promise<void> {
  const [first = '', ...rest] = name.split(' ');
  const { body, text, status } = await sendJson(server, '/v1/screenings', {
    first_name: first,
    last_name: rest.join(' '),
  });
  expect(status, text).toBe(200);
  const names = body.results[0].hits.map(({ entity }: { entity: { name: string } }) => entity.name);
  expect(names).toContain(name);
}

/** Imports a list that names the stored person, and waits for the alert. */
async function importAnna(rig: Rig): Promise<void> {
  const row = 'U-77,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-77,sanction,2024-01-01,';
  const paths = [writeSmallList(join(rig.folder, 'lists'), [row])];
  await sendJson(rig.server, '/v1/watchlists', { paths, code: 'small' });
  await rig.server.appliance.rescreener.run();
  expect(countOf(rig, 'alerts')).toBe(1);
}

/** Turns the alert into one that a new comparison algorithm found. */
function hold({ server }: Rig): void {
  aside(() => server.appliance.db.exec("UPDATE alerts SET state = 'held', change = 'comparison'"));
}

/** Turns the record into one that a former comparison algorithm screened, and removes the scan of the present one. */
function forgetComparison({ server: { appliance } }: Rig): void {
  const { db, vault } = appliance;
  const sql = "SELECT verification_id AS id, sealed_result AS sealed FROM step_results WHERE step = 'screening'";
  const { id, sealed } = db.prepare(sql).get() as { id: string; sealed: Buffer };
  const result = vault.openJson<object>(id, 'step_results.screening', sealed);
  const former = vault.sealJson(id, 'step_results.screening', { ...result, algorithm_version: 1 });
  db.prepare("UPDATE step_results SET sealed_result = ? WHERE step = 'screening'").run(former);
  db.exec('DELETE FROM alerts; DELETE FROM comparison_scans;');
}

const heldOf = ({ server }: Rig): unknown =>
  aside(() => server.appliance.db.prepare("SELECT count(*) FROM alerts WHERE state = 'held'").pluck().get());

export const DATASETS: readonly Operation[] = [
  {
    name: 'import a watchlist',
    async prepare(rig) {
      const { paths, name } = newList(rig);
      return {
        run: () => sendJson(rig.server, '/v1/watchlists', { paths, code: 'small' }),
        async verify() {
          await expectFound(rig, name);
        },
      };
    },
  },
  {
    name: 'import a watchlist that names somebody who is stored',
    world: 'one',
    alone: true,
    async prepare(rig) {
      const row = 'U-77,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-77,sanction,2024-01-01,';
      const paths = [writeSmallList(join(rig.folder, 'lists'), [row])];
      const screenAgain = (): Promise<void> => rig.server.appliance.rescreener.run();
      return {
        async run() {
          const answer = await sendJson(rig.server, '/v1/watchlists', { paths, code: 'small' });
          await screenAgain();
          return answer;
        },
        async verify() {
          await screenAgain();
          expect(countOf(rig, 'alerts')).toBe(1);
        },
      };
    },
  },
  {
    name: 'search everybody again by a new comparison of names',
    world: 'one',
    alone: true,
    async prepare(rig) {
      await importAnna(rig);
      aside(() => forgetComparison(rig));
      const screenAgain = (): Promise<void> => rig.server.appliance.rescreener.run();
      return {
        async run() {
          await screenAgain();
          return 'done';
        },
        async verify() {
          await screenAgain();
          expect(heldOf(rig)).toBe(1);
        },
      };
    },
  },
  {
    name: 'open what a new comparison of names holds',
    world: 'one',
    alone: true,
    async prepare(rig) {
      await importAnna(rig);
      hold(rig);
      return {
        run: () => sendJson(rig.server, '/v1/alerts/held/release', {}),
        verify: () => expect([heldOf(rig), countOf(rig, 'alerts')]).toEqual([0, 1]),
      };
    },
  },
  {
    name: 'dismiss what a new comparison of names holds',
    world: 'one',
    alone: true,
    async prepare(rig) {
      await importAnna(rig);
      hold(rig);
      return {
        run: () => sendJson(rig.server, '/v1/alerts/held/dismiss', { reason: 'other_person' }),
        verify: () => expect([heldOf(rig), countOf(rig, 'hit_decisions')]).toEqual([0, 1]),
      };
    },
  },
  {
    name: 'switch a watchlist off and on',
    async prepare(rig) {
      const [list] = (await send(rig.server, '/v1/watchlists')).body.data;
      return {
        async run() {
          const off = await send(rig.server, `/v1/watchlists/${list.id}/deactivate`, { method: 'POST' });
          // Already off, if the first attempt was reported as failed after its commit.
          if (off.status >= 400 && off.status !== 409) return off;
          return send(rig.server, `/v1/watchlists/${list.id}/activate`, { method: 'POST' });
        },
        verify: () => expectFound(rig, 'QUILLONEZ, Zdravko'),
      };
    },
  },
  {
    name: 'screen a name',
    async prepare(rig) {
      const { first_name, last_name } = LISTED_PERSON;
      return {
        run: () => sendJson(rig.server, '/v1/screenings', { first_name, last_name }),
        verify: () => expectFound(rig, 'QUILLONEZ, Zdravko'),
      };
    },
  },
  {
    name: 'import a register',
    costly: 12,
    async prepare(rig) {
      const paths = newRegister(rig);
      return {
        run: () =>
          sendJson(rig.server, '/v1/registries', { paths, code: 'uk', name: 'Companies', complete_for: ['GB'] }),
        verify() {
          const { registerSearch } = rig.server.appliance;
          expect(registerSearch.problem).toBeNull();
          const found = registerSearch.byName(`Quillhaven ${written}`, { limit: 5 });
          expect(found.length, 'the new register is searched').toBe(3);
        },
      };
    },
  },
  {
    name: 'trust a list',
    costly: 8,
    async prepare(rig) {
      written += 1;
      const code = `states-${written}`;
      const root = makeCsca();
      const { sha256 } = root.certificate;
      writeFileSync(join(rig.folder, 'lists', 'list.ml'), makeListOf([root], makeListSigner(root), '20250301120000Z'));
      return {
        async run() {
          const staged = await sendJson(rig.server, '/v1/trust-lists', { paths: ['list.ml'], code });
          if (staged.status >= 400) return staged;
          return sendJson(rig.server, `/v1/trust-lists/${staged.body.id}/activate`, { fingerprints: [sha256] });
        },
        verify() {
          const { trustAnchors } = rig.server.appliance;
          const { anchors } = trustAnchors.activeAnchors('csca_master_list');
          expect([...anchors.all()].map((one) => one.sha256)).toContain(sha256);
          expect(trustAnchors.problem).toBeNull();
          const confirmed = 'SELECT count(*) FROM trust_anchors WHERE item = ?';
          expect(aside(() => rig.server.appliance.db.prepare(confirmed).pluck().get(sha256))).toBe(1);
        },
      };
    },
  },
];
