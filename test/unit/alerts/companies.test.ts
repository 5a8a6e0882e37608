import { expect, it } from 'vitest';
import { decideAlert, decideHit } from '../../../server/alerts/decide.ts';
import { getAlert, listAlerts } from '../../../server/alerts/store.ts';
import type { NewHitDecision } from '../../../server/alerts/types.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { openRescreeningLab, type RescreeningLab } from '../../support/rescreening.ts';
import { ANNA, ANNA_CHANGED, ANNA_ROW, found, importRows, OTHER_ROW } from './setup.ts';

const COMPANY: SearchQuery = { name: 'Harrow Lane Trading', type: 'entity', countries: ['MT'] };
/** A name without further facts: this person is in no other record. */
const SECOND_ANNA: SearchQuery = { name: 'Anna Lucia Martello', type: 'person' };
const PARTIES = [
  { party: 'company', queries: [COMPANY] },
  { party: 'per_director', queries: [{ name: 'Iria Quintanilha', type: 'person' as const }] },
  { party: 'per_owner', queries: [ANNA] },
];
const TWICE = [...PARTIES, { party: 'per_other', queries: [SECOND_ANNA] }];
const DISMISS: NewHitDecision = { decision: 'dismissed', reason: 'other_person', note: null, expiresAtMs: null };
const WHO = { livemode: true, actor: 'usr_1' };
const KYB = { livemode: true, kinds: ['kyb'] } as const;
const KYC = { livemode: true, kinds: ['kyc'] } as const;

/** A lab with a company that was screened against a list of one unrelated entry. */
async function openWithCompany(parties = PARTIES) {
  const lab = await openRescreeningLab();
  await importRows(lab, [OTHER_ROW]);
  await lab.rescreener().run();
  const [kyb = ''] = lab.storeCompanies([{ parties }]);
  const [person = ''] = lab.storeAll([{ queries: [{ name: 'Iria Quintanilha', type: 'person' }] }]);
  return { lab, kyb, person };
}

async function rescreen(lab: RescreeningLab, rows: readonly string[]): Promise<void> {
  await importRows(lab, rows);
  await lab.rescreener().run();
}

it('a new version of a list alerts of the party that it bears on, and of no other', async () => {
  const { lab, kyb } = await openWithCompany();
  using _ = lab;
  await rescreen(lab, [OTHER_ROW, ANNA_ROW]);
  expect(found(lab)).toEqual([`${kyb} per_owner added`]);
  const [alert] = listAlerts(lab, { ...KYB, limit: 10 }).data;
  expect(alert).toMatchObject({ kind: 'kyb', verificationId: kyb, party: 'per_owner', change: 'added', state: 'open' });
  const [event] = lab.db.prepare("SELECT body FROM events WHERE kind = 'watchlist.alert.created'").pluck().all();
  expect(JSON.parse(String(event)).data).toMatchObject({ id: alert?.id, verification_id: kyb });
});

it('one entry alerts once of each party, and again of each when it changes', async () => {
  const { lab, kyb } = await openWithCompany(TWICE);
  using _ = lab;
  await rescreen(lab, [ANNA_ROW]);
  await rescreen(lab, [ANNA_ROW, OTHER_ROW]);
  expect(found(lab)).toEqual([`${kyb} per_other added`, `${kyb} per_owner added`]);
  await rescreen(lab, [ANNA_CHANGED]);
  expect(found(lab)).toHaveLength(4);
});

it('alerts of each kind are visible only to operators who may see that kind', async () => {
  const { lab, kyb } = await openWithCompany();
  using _ = lab;
  const [anna = ''] = lab.storeAll([{ queries: [ANNA] }]);
  await rescreen(lab, [ANNA_ROW]);
  const idsOf = (kinds: readonly ('kyc' | 'kyb')[]) =>
    listAlerts(lab, { livemode: true, kinds, limit: 10 }).data.map(({ verificationId }) => verificationId);
  expect([idsOf(['kyb']), idsOf(['kyc']), idsOf(['kyc', 'kyb']).sort()]).toEqual([[kyb], [anna], [anna, kyb].sort()]);
  const [company] = listAlerts(lab, { ...KYB, limit: 10 }).data;
  const id = company?.id ?? '';
  expect(getAlert(lab, id, KYB).party).toBe('per_owner');
  expect(() => getAlert(lab, id, KYC)).toThrow('no alert with this id');
  expect(() => decideAlert(lab, id, DISMISS, { ...WHO, ...KYC })).toThrow('no alert with this id');
  expect(() => listAlerts(lab, { ...KYC, limit: 10, startingAfter: id })).toThrow('no alert with this id');
});

it('a dismissal is remembered for the party, and for the same person elsewhere, until the entry changes', async () => {
  const { lab, kyb } = await openWithCompany(TWICE);
  using _ = lab;
  await rescreen(lab, [ANNA_ROW]);
  const alerts = listAlerts(lab, { ...KYB, limit: 10 }).data;
  const owner = alerts.find(({ party }) => party === 'per_owner');
  decideAlert(lab, owner?.id ?? '', DISMISS, { ...WHO, ...KYB });
  expect(listAlerts(lab, { ...KYB, state: 'open', limit: 10 }).data.map(({ party }) => party)).toEqual(['per_other']);
  // Another list brings the same entry; the dismissed hit was from the former list.
  await lab.lists.remove('own', 'cli');
  await lab.rescreener().run();
  const [again = '', someone = ''] = lab.storeCompanies([
    { parties: [{ party: 'per_again', queries: [ANNA] }] },
    { parties: [{ party: 'per_again', queries: [SECOND_ANNA] }] },
  ]);
  await rescreen(lab, [ANNA_ROW]);
  expect(found(lab).filter((line) => line.startsWith(again))).toEqual([]);
  expect(found(lab).filter((line) => line.startsWith(someone))).toHaveLength(1);
  await rescreen(lab, [ANNA_CHANGED]);
  expect(found(lab).filter((line) => line.startsWith(again))).toEqual([`${again} per_again changed`]);
  expect(found(lab)).toContain(`${kyb} per_owner changed`);
});

it('a hit of a stored result is decided on by the kind, mode and id of its verification', async () => {
  const lab = await openRescreeningLab();
  using _ = lab;
  await rescreen(lab, [ANNA_ROW]);
  const [kyb = ''] = lab.storeCompanies([{ parties: TWICE }]);
  const sealed = lab.db.prepare('SELECT sealed_result FROM step_results WHERE verification_id = ?').pluck().get(kyb);
  const { hits } = lab.vault.openJson<{ hits: { id: string; party: string }[] }>(
    kyb,
    'step_results.screening',
    sealed as Buffer,
  );
  const hitId = hits.find(({ party }) => party === 'per_owner')?.id ?? '';
  const which = { kind: 'kyb', verificationId: kyb, hitId } as const;
  expect(() => decideHit(lab, { ...which, kind: 'kyc' }, DISMISS, WHO)).toThrow('no screened verification');
  expect(() => decideHit(lab, which, DISMISS, { ...WHO, livemode: false })).toThrow('no screened verification');
  expect(() => decideHit(lab, { ...which, hitId: 'hit_none' }, DISMISS, WHO)).toThrow('no hit with this id');
  expect(decideHit(lab, which, DISMISS, WHO)).toMatchObject({ ...DISMISS, decidedBy: 'usr_1' });
  await rescreen(lab, [ANNA_CHANGED]);
  expect(found(lab)).toEqual([`${kyb} per_other changed`, `${kyb} per_owner changed`]);
});

it('a company takes its alerts and decisions with it', async () => {
  const { lab, kyb } = await openWithCompany();
  using _ = lab;
  await rescreen(lab, [ANNA_ROW]);
  const [alert] = listAlerts(lab, { ...KYB, limit: 10 }).data;
  decideAlert(lab, alert?.id ?? '', DISMISS, { ...WHO, ...KYB });
  lab.db.prepare('DELETE FROM step_results WHERE verification_id = ?').run(kyb);
  lab.db.prepare('DELETE FROM verifications WHERE id = ?').run(kyb);
  const count = (table: string) => lab.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect([count('alerts'), count('hit_decisions')]).toEqual([0, 0]);
});
