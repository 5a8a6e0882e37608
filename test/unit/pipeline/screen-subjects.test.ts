import { expect, test } from 'vitest';
import type { Subject } from '../../../server/alerts/subject.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { screenSubjects } from '../../../server/pipeline/screen-subjects.ts';
import { hit, list } from '../checks/samples.ts';

const subject = (party: string): Subject => ({
  id: 'kyb_ver_1',
  livemode: true,
  party,
  queries: [{ name: party, type: 'person' }],
});
const SUBJECTS = ['per_1', 'per_2', 'per_3'].map(subject);

/** Lists that get another active version after each of the first `changes` pauses for other work. */
function changingLists(changes: number) {
  let version = 0;
  let left = changes;
  const searched: string[] = [];
  const change = (): void => {
    if (left-- <= 0) return;
    version += 1;
    setImmediate(change);
  };
  setImmediate(change);
  const current = () => {
    const id = `lst_${version}`;
    const search = ({ name }: { name: string }) => {
      searched.push(`${id} ${name}`);
      return [hit({ list: { ...hit().list, id } })];
    };
    return { search, lists: () => [list({ id })] };
  };
  return { searched, watchlists: { whenReady: async () => true, current } };
}

test.each([0, 1, 3, 100])(
  'with %i changes of the lists meanwhile everybody is searched in one set, the newest',
  async (changes) => {
    const { watchlists } = changingLists(changes);
    const context = { watchlists, dismissalsOf: () => () => null, nowMs: 0, policy: POLICY_V1 };
    const { ready, hits, lists } = await screenSubjects(context, SUBJECTS);
    const [newest] = watchlists.current().lists();
    expect(ready).toBe(true);
    expect(lists).toEqual([newest]);
    expect(hits.map((own) => own.map((found) => found.list.id))).toEqual(SUBJECTS.map(() => [newest?.id]));
  },
);

test('other work has its turn between subjects', async () => {
  const { watchlists, searched } = changingLists(0);
  const context = { watchlists, dismissalsOf: () => () => null, nowMs: 0, policy: POLICY_V1 };
  let turns = 0;
  let ended = false;
  const count = (): void => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  await screenSubjects(context, SUBJECTS);
  ended = true;
  expect(turns).toBeGreaterThanOrEqual(SUBJECTS.length - 1);
  expect(searched).toEqual(['lst_0 per_1', 'lst_0 per_2', 'lst_0 per_3']);
});
