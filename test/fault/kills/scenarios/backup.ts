import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Verified, verifyBackup } from '../../../../server/backup/verify.ts';
import { until } from '../caller.ts';
import type { Scenario } from '../scenario.ts';
import { createKeys, PEOPLE_PATH, person } from './records.ts';

const PATH = '/v1/backups';
const RECORDS = 3;

interface Listed {
  id: string;
  status: string;
}

/** Any listed backup opens and verifies, whatever was killed. The next backup removes unfinished ones. */
export const backUp: Scenario = {
  name: 'back up',
  kills: { share: 1, whole: 12 },
  momentsMin: 10,
  begin(world) {
    const keyOf = createKeys();
    const whole = new Set<string>();
    let told: string | null = null;
    const verifyNew = async (): Promise<Verified[]> => {
      const { dataDir, masterKey } = world.config;
      const folder = world.at('backups');
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.backup')) : [];
      const fresh = names.filter((name) => !whole.has(name));
      const verified = [];
      for (const name of fresh) {
        const noKey = async () => ({ recoveryKey: '' });
        verified.push(await verifyBackup(join(folder, name), { kind: 'machine', dataDir, masterKey }, noKey));
        whole.add(name);
      }
      return verified;
    };
    return {
      async open() {
        for (let i = 0; i < RECORDS; i++) await world.call(PEOPLE_PATH, { body: person(), key: keyOf(i, 'create') });
        await world.settle();
        await world.call(PATH, { body: {} });
        await until<{ data: Listed[] }>(world.call, PATH, ({ data }) =>
          data.every(({ status }) => status !== 'running'),
        );
      },
      async operate(call) {
        told = null;
        const { id } = await call<Listed>(PATH, { body: {} });
        const done = await until<Listed>(call, `${PATH}/${id}`, ({ status }) => status !== 'running');
        expect(done.status).toBe('completed');
        told = id;
      },
      async check(_at, answered) {
        for (const { files } of (await verifyNew()).filter(({ kind }) => kind === 'data') as { files: number }[]) {
          expect(files).toBe(2 * RECORDS);
        }
        const { data } = await world.call<{ data: Listed[] }>(PATH);
        expect(data.every(({ status }) => status === 'completed')).toBe(true);
        if (answered) expect(data.map(({ id }) => id)).toContain(told);
        await world.server.appliance.backups.create({}, 'cli');
        await verifyNew();
        expect(readdirSync(world.at('backups')).filter((name) => !name.endsWith('.backup'))).toEqual([]);
        expect(readdirSync(world.config.dataDir)).not.toContain('backup');
      },
    };
  },
};
