import { describe, expect, it } from 'vitest';
import { openChangedSearch } from '../../../server/alerts/changed-search.ts';
import { recordHitDecision } from '../../../server/alerts/decisions.ts';
import type { RescreenDeps } from '../../../server/alerts/walk.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { thresholdRules } from '../../../server/checks/thresholds.ts';
import { transact } from '../../../server/db/transact.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import type { RescreeningLab } from '../../support/rescreening.ts';
import { ANNA, ANNA_CHANGED, ANNA_ROW, found, importRows, OTHER_ROW, openWithAnna, row } from './setup.ts';

const countOf = (lab: RescreeningLab, table: string, condition = '1'): unknown =>
  lab.db.prepare(`SELECT count(*) FROM ${table} WHERE ${condition}`).pluck().get();

/** Simulates that the process ends after this number of alerts; the slice under way leaves nothing behind. */
function failingAfter(lab: RescreeningLab, alerts: number): Partial<RescreenDeps> {
  let left = alerts;
  const append: RescreenDeps['events']['append'] = (event) => {
    if (left === 0) throw new Error('the process ends here');
    left -= 1;
    return lab.events.append(event);
  };
  return { events: { ...lab.events, append } };
}

describe('an end at any moment', () => {
  const SUBJECTS = 2 * LIMITS.rescreeningSubjectsAtOnce + 10;

  it.each(sampleOf('alerts after which it ends', [0, 1, 49, 50, 51, 99, 100, 101, 109], 1))(
    'after %i alerts loses and doubles none',
    inWholeRunAlone('1 s'),
    async (alerts) => {
      const { lab } = await openWithAnna();
      using _ = lab;
      lab.storeAll(Array.from({ length: SUBJECTS - 1 }, () => ({ queries: [ANNA] })));
      await importRows(lab, [OTHER_ROW, ANNA_ROW]);
      await lab.rescreener(failingAfter(lab, alerts)).run();
      expect(countOf(lab, 'rescreenings', "state = 'running'")).toBe(1);
      expect(lab.alerts().length).toBeLessThanOrEqual(alerts);
      await lab.rescreener().run();
      expect(lab.alerts()).toHaveLength(SUBJECTS);
      expect(countOf(lab, 'events', "kind = 'watchlist.alert.created'")).toBe(SUBJECTS);
      expect(countOf(lab, 'audit', "action = 'alert.created'")).toBe(SUBJECTS);
      expect(
        lab.db.prepare("SELECT alerts FROM rescreenings WHERE state = 'done' ORDER BY seq DESC").pluck().get(),
      ).toBe(SUBJECTS);
    },
  );

  it.each(sampleOf('slices after which it stops', [1, 2, 3, 4], 1))(
    'a stop after slice %i is gone on from by the next start',
    async (slices) => {
      const { lab } = await openWithAnna();
      using _ = lab;
      lab.storeAll(Array.from({ length: SUBJECTS - 1 }, () => ({ queries: [ANNA] })));
      await importRows(lab, [OTHER_ROW, ANNA_ROW]);
      const rescreener = lab.rescreener({ events: { ...lab.events, append: (event) => stopAfter(event) } });
      let raised = 0;
      const stopAfter: RescreenDeps['events']['append'] = (event) => {
        raised += 1;
        if (raised > (slices - 1) * LIMITS.rescreeningSubjectsAtOnce) void rescreener.stop();
        return lab.events.append(event);
      };
      await rescreener.run();
      const first = lab.alerts().length;
      if (slices < 3) expect(first).toBeLessThan(SUBJECTS);
      expect(first).toBeGreaterThan(0);
      await rescreener.run();
      expect(lab.alerts()).toHaveLength(first);
      await lab.rescreener().run();
      expect(lab.alerts()).toHaveLength(SUBJECTS);
    },
  );
});

describe('versions that come and go', () => {
  it('a version that passed while the scan stood still leaves no gap for those who were screened against it', async () => {
    const { lab, first } = await openWithAnna();
    using _ = lab;
    const withAnna = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await lab.rescreener().run();
    // Screened against a version without the entry, which later comes back unchanged.
    await lab.lists.activate(first, 'cli');
    await lab.rescreener({ openSearch: async () => null }).run();
    const [second] = lab.storeAll([{ queries: [ANNA] }]);
    await lab.lists.activate(withAnna, 'cli');
    await lab.rescreener().run();
    expect(found(lab)).toContain(`${second} added`);
    expect(lab.alerts()).toHaveLength(2);
  });

  it('who was screened while a list was removed is screened against all of it when it comes back, others are not again', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    const other = await importRows(lab, [row('9', 'KERBER, Ida')], 'other');
    const version = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await lab.rescreener().run();
    const [knowing] = lab.storeAll([{ queries: [ANNA] }]);
    await lab.lists.remove('own', 'cli');
    const rescreener = lab.rescreener();
    // The removal is only noticed: the list that comes back requests the rescreening that runs.
    const removed = rescreener.run();
    const [unknowing] = lab.storeAll([{ queries: [ANNA] }]);
    await lab.lists.activate(version, 'cli');
    await Promise.all([removed, rescreener.run()]);
    expect(other).not.toBe(version);
    expect(found(lab)).toContain(`${unknowing} added`);
    expect(found(lab)).not.toContain(`${knowing} added`);
    expect(lab.alerts()).toHaveLength(2);
  });

  it('nobody is alerted of content that their own result was screened against, whatever was searched in between', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await lab.rescreener().run();
    const [knowing] = lab.storeAll([{ queries: [ANNA] }]);
    await lab.lists.remove('own', 'cli');
    await lab.rescreener().run();
    await importRows(lab, [ANNA_ROW]);
    await lab.rescreener().run();
    expect(found(lab).join()).not.toContain(knowing);
    await importRows(lab, [ANNA_CHANGED]);
    await lab.rescreener().run();
    expect(found(lab)).toContain(`${knowing} changed`);
  });

  it(
    'if the former version is no longer kept, people screened against the same content cause no alert',
    inWholeRunAlone('1 s'),
    async () => {
      const { lab } = await openWithAnna();
      using _ = lab;
      const former = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
      await lab.rescreener().run();
      lab.storeAll([{ queries: [ANNA] }]);
      expect(lab.alerts()).toHaveLength(1);
      // Scans continue; the version of this result is the oldest and is removed.
      for (let i = 0; i < LIMITS.listVersionsKept; i++) {
        await importRows(lab, [OTHER_ROW, ANNA_ROW, row(`n${i}`, `KERBER${i}, Ida`)]);
        await lab.rescreener().run();
      }
      expect(countOf(lab, 'watchlist_versions', `id = '${former}'`)).toBe(0);
      await lab.lists.remove('own', 'cli');
      await lab.rescreener().run();
      await importRows(lab, [ANNA_ROW]);
      await lab.rescreener().run();
      expect(lab.alerts()).toHaveLength(1);
      await importRows(lab, [ANNA_CHANGED]);
      await lab.rescreener().run();
      expect(lab.alerts()).toHaveLength(3);
    },
  );

  it('a version that is not in force is not scanned for, and the scan waits', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [ANNA_ROW]);
    const setActive = lab.db.prepare('UPDATE watchlist_versions SET active = ? WHERE id = ?');
    const rescreener = lab.rescreener({
      async openSearch(versionId, changed) {
        setActive.run(0, versionId);
        const search = await lab.rescreenDeps.openSearch(versionId, changed);
        setActive.run(1, versionId);
        return search;
      },
    });
    await rescreener.run();
    expect(lab.alerts()).toEqual([]);
    expect(countOf(lab, 'rescreenings', "state = 'running'")).toBe(1);
    await lab.rescreener().run();
    expect(lab.alerts()).toHaveLength(1);
  });

  it('lists that come into force at once are each scanned for', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await importRows(lab, [ANNA_ROW], 'other');
    await lab.rescreener().run();
    expect(found(lab)).toEqual([`${anna} added`, `${anna} added`]);
    expect(countOf(lab, 'rescreenings', "state = 'done'")).toBe(3);
  });
});

describe('a run', () => {
  it('takes up what becomes due while it runs', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    let runs: Promise<void> | undefined;
    const rescreener = lab.rescreener({
      async openSearch(versionId, changed) {
        const search = await lab.rescreenDeps.openSearch(versionId, changed);
        if (!runs) {
          await importRows(lab, [ANNA_CHANGED]);
          runs = rescreener.run();
        }
        return search;
      },
    });
    await rescreener.run();
    await runs;
    expect(found(lab)).toEqual([expect.stringContaining('added')]);
    const states = lab.db.prepare('SELECT state FROM rescreenings ORDER BY seq').pluck().all();
    expect(states).toEqual(['done', 'superseded', 'done']);
  });

  it('that fails for one list goes on with the others, says so, and is tried again by the next call', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    const broken = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
    await importRows(lab, [ANNA_ROW], 'other');
    let fails = true;
    const rescreener = lab.rescreener({
      async openSearch(versionId, changed) {
        if (versionId === broken && fails) throw new Error('out of order');
        return lab.rescreenDeps.openSearch(versionId, changed);
      },
    });
    await rescreener.run();
    expect(lab.alerts()).toHaveLength(1);
    expect(lab.logged.join()).toContain('watchlist.rescreening_failed');
    fails = false;
    await rescreener.run();
    expect(lab.alerts()).toHaveLength(2);
  });

  it('lets other work have its turn between slices', inWholeRunAlone('1 s'), async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    lab.storeAll(Array.from({ length: 200 }, () => ({ queries: [ANNA] })));
    await importRows(lab, [ANNA_ROW]);
    let [turns, ended] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    await lab.rescreener().run();
    ended = true;
    expect(turns).toBeGreaterThanOrEqual(200 / LIMITS.rescreeningSubjectsAtOnce);
  });
});

describe('records', () => {
  it('that cannot be read are told of and hold nothing back', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    const [damaged, keyless, last] = lab.storeAll([{ queries: [ANNA] }, { queries: [ANNA] }, { queries: [ANNA] }]);
    const damage = lab.db.prepare("UPDATE step_results SET sealed_result = x'00' WHERE verification_id = ?");
    damage.run(damaged);
    lab.keys.deleteDataKey(keyless ?? '');
    await importRows(lab, [ANNA_ROW]);
    await lab.rescreener().run();
    expect(found(lab)).toEqual([`${anna} added`, `${last} added`].sort());
    const told = lab.logged.filter((line) => line.includes('watchlist.subject_unreadable')).join();
    expect(told).toContain(damaged);
    expect(told).toContain(keyless);
    expect(told).not.toContain('Martello');
  });

  it('of an older version of the program are searched by their names', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    const searched = [{ source: 'submitted' as const, name: 'Anna Lucia Martello' }];
    const [old] = lab.storeAll([{ queries: [], result: { searched } }]);
    await importRows(lab, [ANNA_ROW]);
    await lab.rescreener().run();
    expect(found(lab)).toContain(`${old} added`);
  });

  it('of the test mode raise alerts and events of the test mode', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    const [test] = lab.storeAll([{ queries: [ANNA], livemode: false }]);
    await importRows(lab, [ANNA_ROW]);
    await lab.rescreener().run();
    const rows = lab.db.prepare('SELECT verification_id AS id, livemode FROM alerts').all();
    expect(new Set(rows)).toEqual(
      new Set([
        { id: anna, livemode: 1 },
        { id: test, livemode: 0 },
      ]),
    );
    expect(countOf(lab, 'events', 'livemode = 0')).toBe(1);
  });

  it('take their alerts and decisions with them', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [ANNA_ROW]);
    await lab.rescreener().run();
    dismissAnna(lab, anna);
    lab.db.prepare('DELETE FROM step_results WHERE verification_id = ?').run(anna);
    lab.db.prepare('DELETE FROM verifications WHERE id = ?').run(anna);
    expect([countOf(lab, 'alerts'), countOf(lab, 'hit_decisions')]).toEqual([0, 0]);
  });

  it('of somebody whose hit was dismissed raise no alert of the same content, and one of another', async () => {
    const { lab, anna } = await openWithAnna();
    using _ = lab;
    await importRows(lab, [ANNA_ROW]);
    dismissAnna(lab, anna);
    await lab.rescreener().run();
    expect(lab.alerts()).toEqual([]);
    await importRows(lab, [ANNA_CHANGED]);
    await lab.rescreener().run();
    expect(found(lab)).toEqual([`${anna} changed`]);
  });

  it('raise no alert of an entry whose topics do not count', async () => {
    const { lab } = await openWithAnna();
    using _ = lab;
    const topics = { ...POLICY_V1.screening.topics, pep: { counts: false, fails: false } };
    const policy = { ...POLICY_V1, screening: { ...POLICY_V1.screening, topics } };
    const deps = { ...lab.rescreenDeps, rules: thresholdRules(policy), policy, watchlists: lab.watchlists };
    await importRows(lab, [ANNA_ROW.replace('sanction', 'pep')]);
    const openSearch: RescreenDeps['openSearch'] = (versionId, changed) => openChangedSearch(deps, versionId, changed);
    await lab.rescreener({ openSearch }).run();
    expect(lab.alerts()).toEqual([]);
  });
});

/** Dismisses the hit that a search for Anna currently finds. */
function dismissAnna(lab: RescreeningLab, id: string): void {
  const [hit] = lab.watchlists.search(ANNA);
  if (!hit) throw new Error('the list has her');
  const revision = lab.revisionOf(hit.entity.id, hit.list.id);
  const decision = { decision: 'dismissed', reason: 'other_person', note: null, expiresAtMs: null } as const;
  transact(lab.db, () =>
    recordHitDecision(
      lab,
      { subject: { id, livemode: true, party: null, queries: [ANNA] }, hit, revision },
      decision,
      'usr',
    ),
  );
}
