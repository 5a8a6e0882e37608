import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { runCommand } from '../../server/commands/run.ts';
import { makeCarried, takeCarried } from '../../server/hub/carried.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { issueDirective } from '../../server/hub/directives.ts';
import { send, sendBody, verify } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { ADMINISTRATOR } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, listeningHub } from '../support/hub/joined.ts';
import { startTestServer } from '../support/server.ts';

const PATH = '/v1/system/hub';

describeHub('an appliance with a hub', (program) => {
  it('joins it, reports a verification, gets receipts, and applies a policy', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    const { uplink } = server.appliance;
    const { id, status } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
    await contact(server);
    const { entries, confirmed } = uplink.state();
    expect(confirmed).toBe(entries);
    const record = await transact(hub.hub.pool, 'all', async (tx) => {
      const { rows } = await tx.query('SELECT id, branch, state FROM records');
      return rows;
    });
    expect(record).toEqual([{ id, branch, state: status }]);
    await transact(hub.hub.pool, 'all', (tx) =>
      issueDirective(tx, hub.hub, {
        actor: ADMINISTRATOR,
        branch,
        order: { kind: 'policy', body: { note: 'Sharper', changes: { 'screening.possible_from': 0.9 } } },
      }),
    );
    const before = server.appliance.policies.current().version;
    await contact(server);
    expect(server.appliance.policies.current()).toMatchObject({ version: before + 1 });
    expect(server.appliance.policies.describe(before + 1)).toMatchObject({ createdBy: 'hub', note: 'Sharper' });
    const { body } = await send(server, PATH);
    expect(body).toMatchObject({
      state: 'active',
      branch,
      level: 1,
      error: null,
      directives: [{ number: 1, kind: 'policy', outcome: 'done', code: null }],
    });
    expect((await sendBody(server, PATH, { level: 0 }, { method: 'PATCH' })).body.level).toBe(0);
  });
});

describeHub('custos hub', (program) => {
  it('joins by a file alone, sets the level, carries files, and leaves', async () => {
    await using hub = await listeningHub(program);
    await using server = await startTestServer({ clock: hub.clock });
    using folder = tempFolder();
    const custos = async (...args: string[]) => {
      const said = { out: '', err: '' };
      const io: CommandIo = {
        out: (text) => {
          said.out += text;
        },
        err: (text) => {
          said.err += text;
        },
        cwd: folder.path,
      } as CommandIo;
      const exit = await runCommand(server.appliance, ['hub', ...args], io);
      return { exit, ...said };
    };
    expect(await custos('status')).toMatchObject({ exit: 0, out: expect.stringContaining('Hub: none') });
    expect((await custos('level', '1')).err).toContain('This appliance has no hub');
    expect((await custos('level', '2')).exit).toBe(2);
    writeFileSync(join(folder.path, 'invite.txt'), 'custos-hub-1.no');
    expect((await custos('join', 'invite.txt', '--name', 'North')).err).toContain('not a complete invite');
    writeFileSync(join(folder.path, 'invite.txt'), await hub.invite());
    const joined = await custos('join', 'invite.txt', '--name', 'North', '--level', '1');
    expect(joined).toMatchObject({ exit: 0, out: expect.stringContaining('State: waiting') });
    const exported = await custos('export', '.');
    expect(exported.exit).toBe(0);
    const path = exported.out.trim();
    expect((await custos('export', '.')).exit).not.toBe(0);
    await takeCarried(hub.hub, { actor: ADMINISTRATOR, path });
    const branch = await hub.approve();
    const made = await makeCarried(hub.hub, {
      actor: ADMINISTRATOR,
      branch,
      path: join(folder.path, 'back.zip'),
      folder: folder.path,
    });
    expect(made.id).toBeTruthy();
    expect((await custos('import', 'back.zip')).out).toContain('Request: approved');
    expect((await custos('contact')).out).toContain(`Branch: ${branch}`);
    await hub.listener.close(0);
    expect(await custos('contact')).toMatchObject({ exit: 1, err: 'The hub was not reached: connection_refused\n' });
    expect((await custos('line', 'new')).err).toContain('The line goes on');
    expect((await custos('leave')).out).toContain('Hub: none');
    const actions = server.appliance.db
      .prepare("SELECT action FROM audit WHERE action LIKE 'hub.%' ORDER BY seq")
      .pluck()
      .all();
    expect(actions).toEqual([
      'hub.requested',
      'hub.file_made',
      'hub.file_made',
      'hub.joined',
      'hub.file_taken',
      'hub.left',
    ]);
  });
});
