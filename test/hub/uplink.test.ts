import { expect, it } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { issueDirective } from '../../server/hub/directives.ts';
import { send, sendBody, verify } from '../integration/drive.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { ADMINISTRATOR } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, listeningHub } from '../support/hub/joined.ts';

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
