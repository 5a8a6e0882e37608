import { expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send, sendJson, submit } from './drive.ts';

const DAY_MS = 24 * 3600 * 1000;
const YEAR_MS = 365 * DAY_MS;

async function verify(server: TestServer): Promise<string> {
  const id = await submit(server, { applicant: ANNA, files: cardAndSelfie() });
  await server.settle();
  return id;
}

const isThere = async (server: TestServer, id: string) =>
  (await send(server, `/v1/verifications/${id}`)).status === 200;

async function command(server: TestServer, ...args: string[]) {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  return { exit: await runCommand(server.appliance, args, { out: say, err: say, cwd: '/' }), out };
}

const warnings = async (server: TestServer): Promise<string[]> =>
  (await send(server, '/v1/system')).body.warnings.map(({ code }: { code: string }) => code);

it('a start with a clock that is years ahead erases nothing, warns everywhere, and goes on once it is confirmed', async () => {
  using folder = tempFolder();
  const clock = testClock();
  const before = await startTestServer({ clock, folder: folder.path });
  const id = await verify(before);
  clock.advance(2 * DAY_MS);
  before.appliance.clockTrust.tick();
  await before.stop();
  clock.advance(5.3 * YEAR_MS);
  await using server = await startTestServer({ clock, folder: folder.path });
  const { purges } = server.appliance;
  await purges.tick();
  clock.advance(2 * DAY_MS);
  await purges.tick();
  expect(await isThere(server, id)).toBe(true);
  const purge = () => sendJson(server, '/v1/retention/purge', { dry_run: false });
  expect((await purge()).body).toMatchObject({ code: 'state_conflict', detail: expect.stringContaining('clock') });
  const shown = await command(server, 'clock', 'show');
  expect([shown.exit, shown.out]).toEqual([1, expect.stringContaining('may be wrong: at the start it showed 2031-')]);
  expect((await command(server, 'retention', 'purge')).exit).toBe(1);
  expect(await warnings(server)).toContain('clock_doubted');
  expect((await send(server, '/readyz')).body.warnings[0]).toMatch(
    /^This machine's clock may be wrong: .* Scheduled erasure and reports of overdue records are paused\./,
  );

  const confirmed = await send(server, '/v1/system/clock/confirm', { method: 'POST' });
  expect(confirmed.body).toMatchObject({ object: 'clock', problem: null, right_at: null, message: null });
  expect(await warnings(server)).not.toContain('clock_doubted');
  expect((await command(server, 'clock', 'show')).exit).toBe(0);
  const { data } = (await send(server, '/v1/audit?action=clock.confirmed')).body;
  expect(data).toMatchObject([{ actor: { kind: 'key' } }]);
  await purges.tick();
  expect(await isThere(server, id)).toBe(false);
});

it('a key that has expired stays so when the clock is set back', async () => {
  using folder = tempFolder();
  const clock = testClock();
  const before = await startTestServer({ clock, folder: folder.path });
  const key = before.makeKey({ expiresAtMs: clock.now() + DAY_MS });
  const ask = (server: TestServer) => send(server, '/v1/verifications', { headers: bearer(key) });
  expect((await ask(before)).status).toBe(200);
  clock.advance(2 * DAY_MS);
  before.appliance.clockTrust.tick();
  expect((await ask(before)).status).toBe(401);
  await before.stop();
  clock.advance(-YEAR_MS);
  await using server = await startTestServer({ clock, folder: folder.path });
  expect((await ask(server)).status).toBe(401);
  expect(await warnings(server)).toContain('clock_doubted');
  expect((await command(server, 'clock', 'confirm')).exit).toBe(0);
  expect((await ask(server)).status).toBe(200);
});

it(
  'more than a few of all records are erased after a person looked, and not by the day',
  inWholeRunAlone('1 s'),
  async () => {
    const min = LIMITS.purgeUnaskedMin;
    const limits = LIMITS as { purgeUnaskedMin: number };
    limits.purgeUnaskedMin = 1;
    try {
      const clock = testClock();
      await using server = await startTestServer({ clock });
      const ids = [await verify(server), await verify(server)];
      const { purges } = server.appliance;
      clock.advance(6 * YEAR_MS);
      await purges.tick();
      expect(await Promise.all(ids.map((id) => isThere(server, id)))).toEqual([true, true]);
      expect((await send(server, '/v1/system')).body.purge_waiting).toEqual({ records: 2, faces: 0 });
      expect(await warnings(server)).toContain('purge_waits');
      expect((await command(server, 'retention', 'purge')).out).toContain('Erased 2 records');
      clock.advance(DAY_MS);
      await purges.tick();
      expect(await warnings(server)).not.toContain('purge_waits');
    } finally {
      limits.purgeUnaskedMin = min;
    }
  },
);
