import { expect, test } from 'vitest';
import { create } from '../integration/drive.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { describeHub } from '../support/hub/database.ts';
import { joinedAppliance, listeningHub } from '../support/hub/joined.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What a verification with the real engines costs (test/bench/README.md); a hub may add 2 %. */
const VERIFICATION_CPU_MS = 500;
const SHARE_MAX = 0.02;
const ROUNDS = 4;
const RECORDS = 25;

/** CPU milliseconds of this process for one verification: with fake engines, and with the sealing of its parcels if there is a hub. */
async function cpuMsOf(server: TestServer): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < RECORDS; at++) {
    expect((await create(server, { applicant: ANNA, files: cardAndSelfie() })).status).toBe(201);
  }
  await server.settle();
  if (server.appliance.uplink.reportsTo()) (await server.appliance.uplink.writeFile('test'))[Symbol.dispose]();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / RECORDS;
}

describeHub('the speed of a branch', (program) => {
  test('is within 2 % of that of an appliance without a hub', inWholeRunAlone('20 s'), async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    await using alone = await startTestServer();
    await cpuMsOf(joined.server);
    await cpuMsOf(alone);
    // In turns, and the smallest of each: whatever else runs only adds to it.
    const [withHub, without]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      withHub.push(await cpuMsOf(joined.server));
      without.push(await cpuMsOf(alone));
    }
    const added = Math.min(...withHub) - Math.min(...without);
    console.log(`a hub adds ${added.toFixed(1)} CPU-ms to a verification`);
    expect(added).toBeLessThan(SHARE_MAX * VERIFICATION_CPU_MS);
  });
});
