import { expect, test } from 'vitest';
import type { WatchlistSearch } from '../../../server/screening/search.ts';

/** One search over a list that contains `LISTED_PERSON`, and one over a database without lists. */
export interface PortUnderTest {
  loaded: WatchlistSearch;
  empty: WatchlistSearch;
  nowMs: number;
}

const PERSON = {
  name: 'Zdravko Quillonez',
  birthDate: '1968-04-12',
  countries: ['BG'],
  identifiers: [{ value: 'UTO7714902' }],
};

/** The rules that every `WatchlistSearch` must follow, however it is built. Run them on the real one and on every stand-in. */
export function testWatchlistSearch(open: () => PortUnderTest): void {
  test('without a list nothing is searched and nothing is found', () => {
    const { empty, nowMs } = open();
    expect(empty.lists(nowMs)).toEqual([]);
    expect(empty.search(PERSON)).toEqual([]);
  });

  test('the lists say what is searched and how old it is', () => {
    const { loaded, nowMs } = open();
    const [list] = loaded.lists(nowMs);
    expect(list).toMatchObject({
      id: expect.stringMatching(/^lst_/),
      dated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(list?.entries).toBeGreaterThan(0);
    const later = loaded.lists(nowMs + 400 * 24 * 3600 * 1000)[0];
    expect([list?.stale, later?.stale]).toEqual([false, true]);
    expect((later?.age_days ?? 0) - (list?.age_days ?? 0)).toBe(400);
  });

  test('a listed person with birth date is confirmed, with the features and the list that say why', () => {
    const { loaded, nowMs } = open();
    const [hit] = loaded.search(PERSON);
    expect(hit).toMatchObject({ strength: 'confirmed', entity: { type: 'person', birth_dates: ['1968-04-12'] } });
    expect(hit?.score).toBeGreaterThanOrEqual(0.85);
    expect(hit?.score).toBeLessThanOrEqual(1);
    expect([hit?.id, hit?.entity.id]).toEqual([expect.stringMatching(/^hit_/), expect.stringMatching(/^ent_/)]);
    expect(new Set(hit?.features.map(({ name }) => name))).toEqual(
      new Set(['name', 'birth_date', 'country', 'identifier']),
    );
    const [list] = loaded.lists(nowMs);
    expect(hit?.list).toEqual({ id: list?.id, code: list?.code, name: list?.name, version: list?.version });
  });

  test('the same question has the same answer, but for the ids of its hits, and is not changed', () => {
    const { loaded } = open();
    const question = structuredClone(PERSON);
    const answers = [loaded.search(question), loaded.search(question)];
    expect(question).toEqual(PERSON);
    expect(answers[0]?.[0]?.id).not.toBe(answers[1]?.[0]?.id);
    const [first, second] = answers.map((hits) => hits.map(({ id: _, ...rest }) => rest));
    expect(first).toEqual(second);
  });

  test('names without a letter find nothing, and long ones end', () => {
    const { loaded } = open();
    expect(loaded.search({ name: '' })).toEqual([]);
    expect(loaded.search({ name: '—'.repeat(500) })).toEqual([]);
    expect(loaded.search({ name: 'quillonez zdravko '.repeat(500) })).toEqual([]);
  });
}
