import { expect, it } from 'vitest';
import { findDismissals, hitDecisions, recordHitDecision } from '../../../server/alerts/decisions.ts';
import type { NewHitDecision } from '../../../server/alerts/types.ts';
import { POLICY_V1, type Policy } from '../../../server/checks/policy.ts';
import type { Hit } from '../../../server/checks/types.ts';
import { transact } from '../../../server/db/transact.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import type { RescreeningLab } from '../../support/rescreening.ts';
import { ANNA, ANNA_CHANGED, ANNA_ROW, importRows, OTHER_ROW, openWithAnna } from './setup.ts';

const DISMISS: NewHitDecision = { decision: 'dismissed', reason: 'other_person', note: null, expiresAtMs: null };
const CONFIRM: NewHitDecision = { ...DISMISS, decision: 'confirmed', reason: 'same_person' };

async function openWithHit() {
  const { lab, anna } = await openWithAnna();
  await importRows(lab, [OTHER_ROW, ANNA_ROW]);
  const decide = (decision: NewHitDecision, hit = hitOf(lab), actor = 'usr_1') => {
    const revision = lab.revisionOf(hit.entity.id, hit.list.id);
    const subject = { id: anna, livemode: true, party: null, queries: [ANNA] };
    return transact(lab.db, () => recordHitDecision(lab, { subject, hit, revision }, decision, actor));
  };
  return { lab, anna, decide };
}

function hitOf(lab: RescreeningLab): Hit {
  const [hit] = lab.watchlists.search(ANNA);
  if (!hit) throw new Error('the list has her');
  return hit;
}

/** Dismissals that apply to her hit when a person with these facts is screened. */
function dismissalOf(
  lab: RescreeningLab,
  {
    query = ANNA,
    livemode = true,
    policy = POLICY_V1,
  }: { query?: SearchQuery; livemode?: boolean; policy?: { review: Pick<Policy['review'], 'four_eyes'> } } = {},
) {
  return findDismissals({ ...lab, policy }, { id: 'ver_other', livemode, party: null, queries: [query] })(hitOf(lab));
}

it('a dismissal holds for the same subject in another record, until either side changes', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  expect(dismissalOf(lab)).toBeNull();
  decide(DISMISS);
  expect(dismissalOf(lab)).toEqual({
    by: 'usr_1',
    at: new Date(lab.clock.now()).toISOString(),
    reason: 'other_person',
    expires_at: null,
  });
  expect(dismissalOf(lab, { livemode: false })).toBeNull();
  expect(dismissalOf(lab, { query: { ...ANNA, birthDate: '1986-08-13' } })).toBeNull();
  await importRows(lab, [ANNA_CHANGED]);
  expect(dismissalOf(lab)).toBeNull();
  await importRows(lab, [ANNA_ROW]);
  expect(dismissalOf(lab)).not.toBeNull();
});

it('the latest decision of a subject and an entity counts', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  decide(DISMISS);
  decide(CONFIRM);
  expect(dismissalOf(lab)).toBeNull();
  decide({ ...DISMISS, reason: 'other_country' });
  expect(dismissalOf(lab)).toMatchObject({ reason: 'other_country' });
});

it('a dismissal with an end holds until then and no longer', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  decide({ ...DISMISS, expiresAtMs: lab.clock.now() + 1000 });
  lab.clock.advance(999);
  expect(dismissalOf(lab)).not.toBeNull();
  lab.clock.advance(1);
  expect(dismissalOf(lab)).toBeNull();
});

it('an earlier dismissal does not come back when a later one ends', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  decide(DISMISS);
  decide({ ...DISMISS, expiresAtMs: lab.clock.now() + 1000 });
  lab.clock.advance(1000);
  expect(dismissalOf(lab)).toBeNull();
});

it('where the policy asks for four eyes, a dismissal holds when a second person said the same since the last confirmation', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  const policy = { review: { four_eyes: true } };
  const hit = hitOf(lab);
  decide(DISMISS, hit);
  decide(DISMISS, hit);
  expect(dismissalOf(lab, { policy })).toBeNull();
  decide({ ...DISMISS, expiresAtMs: lab.clock.now() + 1000 }, hit, 'usr_2');
  expect(dismissalOf(lab, { policy })).toMatchObject({ by: 'usr_2' });
  decide(DISMISS, hit);
  expect(dismissalOf(lab, { policy })).toMatchObject({ by: 'usr_1' });
  lab.clock.advance(1000);
  expect(dismissalOf(lab, { policy })).toBeNull();
  decide(DISMISS, hit, 'usr_2');
  decide(CONFIRM, hit, 'usr_2');
  decide(DISMISS, hit, 'usr_2');
  expect(dismissalOf(lab, { policy })).toBeNull();
  expect(dismissalOf(lab)).toMatchObject({ by: 'usr_2' });
});

it('a decision about content that is kept no more is remembered for no other hit', async () => {
  const { lab, decide } = await openWithHit();
  using _ = lab;
  const hit = hitOf(lab);
  decide(DISMISS, { ...hit, list: { ...hit.list, id: 'lst_gone' } });
  expect(dismissalOf(lab)).toBeNull();
});

it('the newest decision of each hit is kept beside its record, the note sealed, and is audited', async () => {
  const { lab, anna, decide } = await openWithHit();
  using _ = lab;
  const hit = hitOf(lab);
  decide({ ...DISMISS, note: 'Seen in person.' }, hit);
  expect(hitDecisions(lab, anna).get(hit.id)).toMatchObject({
    ...DISMISS,
    note: 'Seen in person.',
    decidedBy: 'usr_1',
  });
  decide(CONFIRM, hit);
  expect([...hitDecisions(lab, anna)]).toEqual([[hit.id, expect.objectContaining(CONFIRM)]]);
  const notes = lab.db.prepare('SELECT sealed_note FROM hit_decisions WHERE sealed_note IS NOT NULL').pluck().all();
  expect(notes).toHaveLength(1);
  expect(String(notes[0])).not.toContain('Seen');
  const actions = lab.db.prepare("SELECT action FROM audit WHERE action LIKE 'hit.%' ORDER BY seq").pluck().all();
  expect(actions).toEqual(['hit.dismissed', 'hit.confirmed']);
});

it('a decision outside a transaction is refused', async () => {
  const { lab, anna } = await openWithHit();
  using _ = lab;
  const subject = { id: anna, livemode: true, party: null, queries: [ANNA] };
  expect(() => recordHitDecision(lab, { subject, hit: hitOf(lab), revision: 'r' }, DISMISS, 'usr_1')).toThrow();
  expect(lab.db.prepare('SELECT count(*) FROM hit_decisions').pluck().get()).toBe(0);
});
