import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Operation, Rig, RigOptions } from '../rig.ts';

const options: RigOptions = (folder) => ({
  config: {
    backup: {
      dir: join(folder, 'backups'),
      keysDir: join(folder, 'keys'),
      intervalMs: 3600_000,
      kept: 1,
      registers: true,
    },
  },
});

const namesIn = ({ folder }: Rig, name: string): string[] => readdirSync(join(folder, name));

const completed = ({ server }: Rig) => server.appliance.backups.list().filter(({ status }) => status === 'completed');

/** One complete backup exists, and nothing of a failed one. */
function expectOneBackup(rig: Rig): void {
  expect(completed(rig)).toHaveLength(1);
  expect(namesIn(rig, 'backups').filter((name) => !name.endsWith('.backup'))).toEqual([]);
  expect(namesIn(rig, 'keys').filter((name) => !name.endsWith('.backup'))).toEqual([]);
}

export const BACKUPS: readonly Operation[] = [
  {
    name: 'make a backup, and remove the one before',
    world: 'one',
    alone: true,
    costly: 8,
    options,
    async prepare(rig) {
      const { backups } = rig.server.appliance;
      await backups.recoveryKeys.make('system', false);
      await backups.create({}, 'system');
      rig.clock.advance(1);
      return {
        async run() {
          await rig.server.appliance.backups.create({}, 'system');
          return 'done';
        },
        async verify() {
          const { backups } = rig.server.appliance;
          rig.clock.advance(1);
          // A backup that could not be inspected was left alone; the next run removes it.
          if (completed(rig).length > 1) await backups.create({}, 'system');
          expectOneBackup(rig);
        },
      };
    },
  },
  {
    name: 'make the backup of the day',
    world: 'one',
    alone: true,
    silent: true,
    // The archive is made by the calls of the operation before.
    costly: 4,
    options,
    async prepare(rig) {
      await rig.server.appliance.backups.recoveryKeys.make('system', false);
      return {
        async run() {
          await rig.server.appliance.backups.tick();
          return 'done';
        },
        async verify() {
          const { backups } = rig.server.appliance;
          // A failure is retried later.
          rig.clock.advance(24 * 3600_000);
          await backups.tick();
          expectOneBackup(rig);
        },
      };
    },
  },
];
