import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Appliance } from '../../../../server/appliance/appliance.ts';
import { openAppliance } from '../../../../server/context.ts';
import type { Migration } from '../../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../../server/db/migrations/all.ts';
import { createLogger } from '../../../../server/lib/log.ts';
import { assertInvariants } from '../../../support/invariants.ts';
import { countedPasswords } from '../../../support/passwords.ts';
import { testConfig } from '../../../support/server.ts';
import { strikingClock } from '../clock-faults.ts';
import { strikingEngines } from '../engine-faults.ts';
import type { Act, Operation, Rig } from '../rig.ts';

/** A migration as the next version may bring. */
const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'of the next version',
  sql: "CREATE TABLE of_the_next (a TEXT NOT NULL) STRICT; INSERT INTO of_the_next VALUES ('new'); UPDATE verifications SET updated_at = updated_at + 1;",
};

/** A start on the rig's folder, as a process does it, and its end. */
async function startAndEnd(
  { folder, clock }: Rig,
  migrations: readonly Migration[],
  look: (appliance: Appliance) => Promise<void> | void,
): Promise<void> {
  const own = strikingClock(clock);
  const log = createLogger(own, () => {});
  const appliance = await openAppliance(
    { ...testConfig(folder), listsDir: join(folder, 'lists') },
    { clock: own, log, engines: strikingEngines(), passwords: countedPasswords(), migrations },
  );
  try {
    await look(appliance);
  } finally {
    await appliance.close(0);
  }
}

function starting(rig: Rig, records: number, migrations: readonly Migration[] = MIGRATIONS): Act {
  return {
    async run() {
      await startAndEnd(rig, migrations, () => {});
      return 'done';
    },
    verify: () =>
      startAndEnd(rig, migrations, async (appliance) => {
        expect(appliance.db.pragma('user_version', { simple: true })).toBe(migrations.length);
        expect(appliance.db.prepare('SELECT count(*) FROM verifications').pluck().get()).toBe(records);
        await assertInvariants(appliance);
      }),
  };
}

export const STARTS: readonly Operation[] = [
  {
    name: 'the first start',
    starts: true,
    // It runs every migration. The moments of each way begin at another call, so that together they reach every call.
    costly: 32,
    async prepare(rig) {
      await rig.server.stop();
      for (const name of ['data', 'master.key']) rmSync(join(rig.folder, name), { recursive: true, force: true });
      return starting(rig, 0);
    },
  },
  {
    name: 'a start on what is there',
    world: 'one',
    starts: true,
    async prepare(rig) {
      await rig.server.stop();
      return starting(rig, 1);
    },
  },
  {
    name: 'a start that brings the database into a newer form',
    world: 'one',
    starts: true,
    costly: 24,
    async prepare(rig) {
      await rig.server.stop();
      return starting(rig, 1, [...MIGRATIONS, NEXT]);
    },
  },
];
