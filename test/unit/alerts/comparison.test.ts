import { describe, expect, it } from 'vitest';
import { beginComparisonScan, newestComparisonScan } from '../../../server/alerts/comparison-scans.ts';
import { recordHitDecision } from '../../../server/alerts/decisions.ts';
import { dismissHeld, releaseHeld } from '../../../server/alerts/held.ts';
import { countHeldAlerts, listAlerts } from '../../../server/alerts/store.ts';
import type { RescreenDeps } from '../../../server/alerts/walk.ts';
import { transact } from '../../../server/db/transact.ts';
import { must } from '../../../server/lib/assert.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { ALGORITHM_VERSION } from '../../../server/names/version.ts';
import type { RescreeningLab } from '../../support/rescreening.ts';
import { ANNA, ANNA_CHANGED, ANNA_ROW, found, importRows, OTHER_ROW, openWithAnna, row } from './setup.ts';

const NEXT = { comparison: ALGORITHM_VERSION + 1 };
const ACCESS = { livemode: true, kinds: ['kyc', 'kyb'] as const };
const WHO = { ...ACCESS, actor: 'op_1' };
const DISMISS = { decision: 'dismissed', reason: 'other_person', note: null, expiresAtMs: null } as const;
/** A result of people whom the former comparison did not find. */
const UNFOUND = { hits: [] };

const eventsOf = (lab: RescreeningLab): unknown =>
  lab.db.prepare("SELECT count(*) FROM events WHERE kind = 'watchlist.alert.created'").pluck().get();

/** A lab whose list has Anna, with one record of hers that a former comparison did not find, and the other records given. */
async function openUnfound(others: Parameters<RescreeningLab['storeAll']>[0] = []) {
  const { lab } = await openWithAnna();
  await importRows(lab, [OTHER_ROW, ANNA_ROW]);
  await lab.rescreener().run();
  lab.db.exec('DELETE FROM alerts');
  const [anna = '', ...rest] = lab.storeAll([{ queries: [ANNA], result: UNFOUND }, ...others]);
  return { lab, anna, rest };
}

describe('a new comparison', () => {
  it('searches those again who were screened by a former one, and holds what it alone finds, without events', async () => {
    const { lab, anna } = await openUnfound([{ queries: [{ name: 'Iria Quintanilha', type: 'person' }] }]);
    using _ = lab;
    await lab.rescreener(NEXT).run();
    expect(found(lab).filter((alert) => alert.startsWith(anna))).toEqual([`${anna} comparison`]);
    expect(listAlerts(lab, { ...ACCESS, limit: 10 }).data).toEqual([]);
    const held = listAlerts(lab, { ...ACCESS, state: 'held', limit: 10 }).data;
    expect(held.map(({ verificationId }) => verificationId)).toContain(anna);
    expect(eventsOf(lab)).toBe(1); // From the former list.
    expect(newestComparisonScan(lab)).toMatchObject({
      fromVersion: ALGORITHM_VERSION,
      toVersion: ALGORITHM_VERSION + 1,
      state: 'done',
      alerts: held.length,
    });
    const audited = lab.db.prepare("SELECT details FROM audit WHERE action = 'comparison.rescreened'").pluck().all();
    expect(audited).toHaveLength(1);
    expect(String(audited[0])).not.toMatch(/martello/i);
  });

  it('is scanned for once, and does nothing where it is the same', async () => {
    const { lab } = await openUnfound();
    using _ = lab;
    await lab.rescreener().run();
    expect(lab.alerts()).toEqual([]);
    await lab.rescreener(NEXT).run();
    const held = lab.alerts();
    lab.storeAll([{ queries: [ANNA], result: UNFOUND }]);
    await lab.rescreener(NEXT).run();
    expect(lab.alerts()).toEqual(held);
  });

  it('has nothing to scan for on a new appliance', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    expect(newestComparisonScan(lab)).toMatchObject({ fromVersion: null, toVersion: ALGORITHM_VERSION, state: 'done' });
  });

  it('scans an appliance of before scans were noted', async () => {
    const { lab, anna } = await openUnfound();
    using _ = lab;
    lab.db.exec('DELETE FROM comparison_scans');
    await lab.rescreener().run();
    expect(found(lab)).toContain(`${anna} comparison`);
  });

  it('leaves out what the record, an alert or a dismissal knows, and who was screened by it', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    const [, , dismissed = ''] = lab.storeAll([
      { queries: [ANNA] },
      { queries: [ANNA], result: { ...UNFOUND, algorithm_version: NEXT.comparison } },
      { queries: [{ ...ANNA, birthDate: '1986-08-13' }], result: UNFOUND },
    ]);
    await lab.rescreener().run(); // Alerts about the person who was screened before the list had her.
    const before = lab.alerts();
    expect(before).toHaveLength(1);
    const subject = { id: dismissed, livemode: true, party: null, queries: [{ ...ANNA, birthDate: '1986-08-13' }] };
    const hit = must(lab.watchlists.search(must(subject.queries[0], 'there is one'))[0], 'she is found');
    transact(lab.db, () =>
      recordHitDecision(lab, { subject, hit, revision: lab.revisionOf(hit.entity.id, hit.list.id) }, DISMISS, 'op_1'),
    );
    await lab.rescreener(NEXT).run();
    expect(lab.alerts()).toEqual(before);
  });

  it('continues where a process ended, and restarts for a still newer one', async () => {
    const { lab } = await openUnfound(
      Array.from({ length: 2 * LIMITS.rescreeningSubjectsAtOnce }, () => ({ queries: [ANNA], result: UNFOUND })),
    );
    using _ = lab;
    const all = 2 * LIMITS.rescreeningSubjectsAtOnce + 2;
    let left = LIMITS.rescreeningSubjectsAtOnce + 10;
    const append: RescreenDeps['audit']['append'] = (entry) => {
      if (left === 0) throw new Error('the process ends here');
      left -= 1;
      return lab.audit.append(entry);
    };
    await lab.rescreener({ ...NEXT, audit: { ...lab.audit, append } }).run();
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'running' });
    expect(lab.alerts().length).toBeLessThan(all);
    beginComparisonScan(lab, NEXT.comparison + 1);
    expect(newestComparisonScan(lab)).toMatchObject({ fromVersion: ALGORITHM_VERSION, cursor: 0, state: 'running' });
    await lab.rescreener({ comparison: NEXT.comparison + 1 }).run();
    expect(lab.alerts()).toHaveLength(all);
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'done' });
  });

  it('waits where the lists cannot be searched', async () => {
    const { lab } = await openUnfound();
    using _ = lab;
    await lab.rescreener({ ...NEXT, openWholeSearch: async () => null }).run();
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'running', cursor: 0 });
    await lab.rescreener(NEXT).run();
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'done' });
  });

  it('waits for a list whose scan has to be tried again, so that what is new on it is an open alert', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await lab.rescreener({ ...NEXT, openSearch: async () => null }).run();
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'running', cursor: 0 });
    await lab.rescreener(NEXT).run();
    expect(found(lab)).toEqual([`${anna} added`]);
    expect([eventsOf(lab), countHeldAlerts(lab, ACCESS).alerts]).toEqual([1, 0]);
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'done' });
  });

  it('lets a list that comes meanwhile go first, and goes on after it', async () => {
    const { lab, anna } = await openUnfound();
    using _ = lab;
    const ida = lab.storeAll([{ queries: [{ name: 'Ida Kerber', type: 'person' }] }])[0] ?? '';
    let hasCome = false;
    let cursorAtList: number | undefined;
    const rescreener = lab.rescreener({
      ...NEXT,
      async openWholeSearch() {
        const search = await lab.rescreenDeps.openWholeSearch();
        if (hasCome) return search;
        hasCome = true;
        await importRows(lab, [OTHER_ROW, ANNA_ROW, row('3', 'KERBER, Ida')]);
        void rescreener.run();
        return search;
      },
      openSearch(versionId, changed) {
        cursorAtList = newestComparisonScan(lab)?.cursor;
        return lab.rescreenDeps.openSearch(versionId, changed);
      },
    });
    await rescreener.run();
    expect(cursorAtList).toBe(0);
    expect(found(lab)).toEqual(expect.arrayContaining([`${anna} comparison`, `${ida} added`]));
    expect(newestComparisonScan(lab)).toMatchObject({ state: 'done' });
  });

  it('passes over those whose record is erased', async () => {
    const { lab, anna } = await openUnfound();
    using _ = lab;
    lab.db.prepare("UPDATE verifications SET erasure = 'erased' WHERE id = ?").run(anna);
    await lab.rescreener(NEXT).run();
    expect(found(lab).filter((alert) => alert.startsWith(anna))).toEqual([]);
  });
});

describe('what is held', () => {
  it('becomes an alert like any other with its event, all or those that are named', async () => {
    const { lab } = await openUnfound([{ queries: [ANNA], result: UNFOUND }]);
    using _ = lab;
    await lab.rescreener(NEXT).run();
    const ids = listAlerts(lab, { ...ACCESS, state: 'held', limit: 10 }).data.map(({ id }) => id);
    const before = Number(eventsOf(lab));
    expect(releaseHeld(lab, ids.slice(0, 1), WHO)).toBe(1);
    expect(releaseHeld(lab, ids.slice(0, 1), WHO)).toBe(0);
    expect(listAlerts(lab, { ...ACCESS, limit: 10 }).data).toMatchObject([{ id: ids[0], state: 'open' }]);
    expect(eventsOf(lab)).toBe(before + 1);
    expect(releaseHeld(lab, null, WHO)).toBe(ids.length - 1);
    expect(countHeldAlerts(lab, ACCESS)).toEqual({ alerts: 0, records: 0 });
    expect(eventsOf(lab)).toBe(before + ids.length);
    expect(() => releaseHeld(lab, ['alt_nobody'], WHO)).toThrow(/no alert/);
  });

  it('is dismissed with a reason that holds for later screenings, if the operator may decide on it', async () => {
    const { lab, anna } = await openUnfound();
    using _ = lab;
    await lab.rescreener(NEXT).run();
    const kybOnly = { ...WHO, kinds: ['kyb'] as const };
    expect(dismissHeld(lab, null, DISMISS, kybOnly)).toBe(0);
    const { alerts } = countHeldAlerts(lab, ACCESS);
    expect(dismissHeld(lab, null, DISMISS, WHO)).toBeGreaterThan(0);
    expect(countHeldAlerts(lab, ACCESS).alerts).toBe(0);
    const said = listAlerts(lab, { ...ACCESS, state: 'dismissed', limit: 10 }).data;
    expect(said).toHaveLength(alerts);
    expect(said.find(({ verificationId }) => verificationId === anna)).toMatchObject({ decision: DISMISS });
    await importRows(lab, [OTHER_ROW, ANNA_ROW, row('3', 'KERBER, Ida')]);
    await lab.rescreener({ comparison: NEXT.comparison + 1 }).run();
    expect(countHeldAlerts(lab, ACCESS).alerts).toBe(0);
  });

  it('does not keep a changed entry of a new list version from being an alert', async () => {
    const { lab, anna } = await openUnfound();
    using _ = lab;
    await lab.rescreener(NEXT).run();
    await importRows(lab, [OTHER_ROW, ANNA_CHANGED]);
    await lab.rescreener(NEXT).run();
    expect(found(lab)).toContain(`${anna} changed`);
  });
});
