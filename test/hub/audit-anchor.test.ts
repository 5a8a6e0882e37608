import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acknowledgeGap, anchorAudit, auditGap } from '../../server/hub/audit/anchor.ts';
import { checkAudit, listAudit } from '../../server/hub/audit/log.ts';
import { transact } from '../../server/hub/db/transact.ts';
import type { Hub } from '../../server/hub/open.ts';
import { cutOff } from '../support/hub/audit.ts';
import { ADMINISTRATOR, enrolBranch } from '../support/hub/branch.ts';
import { copyDatabase, describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';
import { hubAdministrator, runningHub } from '../support/hub/running.ts';

const countOf = async (hub: Hub): Promise<{ count: number; brokenAt: number | null }> =>
  transact(hub.pool, 'all', (tx) => checkAudit(tx, hub.anchor));

const newest = async (hub: Hub, limit: number) => transact(hub.pool, 'all', (tx) => listAudit(tx, { limit }));

describeHub("the anchor of the hub's audit log", (program) => {
  test('shows that entries were cut off together with the head, although the chain fits', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    await enrolBranch(hub);
    await anchorAudit(hub.anchor);
    expect(auditGap(hub.anchor)).toBeNull();
    const { count } = await countOf(hub);
    await cutOff(hub, 1);
    expect((await countOf(hub)).brokenAt).toBeNull();
    await anchorAudit(hub.anchor);
    expect(auditGap(hub.anchor)).toMatchObject({ count, found: count - 1 });
    expect(await newest(hub, 1)).toMatchObject([
      { actor: 'system', action: 'audit.gap_found', details: { anchored: count, found: count - 1 } },
    ]);
    // The log grows beyond its former length, and the gap is not forgotten, also not by the next start.
    await enrolBranch(hub, 'Other');
    await anchorAudit(hub.anchor);
    const again = await rig.reopen();
    expect(auditGap(again.anchor)).toMatchObject({ count, found: count - 1 });
    expect((await newest(again, 10)).filter(({ action }) => action === 'audit.gap_found')).toHaveLength(1);

    await acknowledgeGap(again.anchor, ADMINISTRATOR);
    expect(auditGap(hub.anchor)).toBeNull();
    expect(await newest(hub, 1)).toMatchObject([{ actor: ADMINISTRATOR, action: 'audit.gap_acknowledged' }]);
    await expect(acknowledgeGap(hub.anchor, ADMINISTRATOR)).rejects.toMatchObject({ code: 'state_conflict' });
    await cutOff(hub, 1);
    await anchorAudit(hub.anchor);
    expect(auditGap(hub.anchor)).not.toBeNull();
  });

  test('shows that the log is another one of the same length', async () => {
    await using rig = await testHub(program);
    const { hub, database } = rig;
    await using before = await copyDatabase(program, database);
    await enrolBranch(hub);
    await anchorAudit(hub.anchor);
    const other = { ...hub, pool: before.pool };
    rig.clock.advance(1);
    await enrolBranch(other, 'Other');
    await anchorAudit({ ...hub.anchor, pool: before.pool });
    expect(auditGap(hub.anchor)?.found).toBe((await countOf(hub)).count);
  });

  test('tells the operators of a hub that was restored to yesterday, who go on by an act of their own', async () => {
    await using rig = await testHub(program);
    const { hub, database } = rig;
    await enrolBranch(hub);
    await using yesterday = await copyDatabase(program, database);
    const { count: then } = await countOf(hub);
    await enrolBranch(hub, 'Other');
    await anchorAudit(hub.anchor);
    const { count: now } = await countOf(hub);
    const restored = await rig.reopen(yesterday);
    expect(auditGap(restored.anchor)).toMatchObject({ count: now, found: then });
    await enrolBranch(restored, 'Third');

    const path = join(rig.keysFolder, 'audit-anchor.json');
    writeFileSync(path, '{');
    const damaged = rig.reopen(yesterday);
    await expect(damaged).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('audit-anchor.json is damaged'),
    });
    rmSync(path);
    expect(auditGap((await rig.reopen(yesterday)).anchor)).toBeNull();
  });

  test('is shown and acknowledged in the console', async () => {
    await using running = await runningHub(program);
    const { hub } = running;
    const administrator = await hubAdministrator(running);
    await administrator.ask('POST', 'invites', { name: 'North' });
    await anchorAudit(hub.anchor);
    expect((await administrator.ask('GET', 'audit')).body.gap).toBeNull();
    await cutOff(hub, 1);
    await anchorAudit(hub.anchor);
    const { gap } = (await administrator.ask('GET', 'audit')).body;
    expect(gap.anchored - gap.found).toBe(1);
    expect((await administrator.ask('POST', 'audit/acknowledge')).status).toBe(204);
    expect((await administrator.ask('GET', 'audit')).body.gap).toBeNull();
    expect((await administrator.ask('POST', 'audit/acknowledge')).status).toBe(409);
  });
});
