import { expect } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { createKeys, createWholeCompany, PEOPLE_PATH, person } from './records.ts';

export const createPerson: Scenario = {
  name: 'create a person',
  kills: { share: 1, whole: 12 },
  momentsMin: 20,
  begin(world) {
    const keyOf = createKeys();
    const ids: string[] = [];
    let told: string | null = null;
    return {
      async operate(call, at) {
        told = null;
        ({ id: told } = await call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') }));
      },
      async check(at, answered) {
        const stored = world.rows('SELECT id FROM verifications ORDER BY id').flat();
        const isThere = stored.length > ids.length;
        if (answered) expect(stored).toContain(told);
        const { id } = await world.call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') });
        // The same request returns the existing record, or makes it.
        if (isThere) expect(stored).toContain(id);
        ids.push(id);
        expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(ids.toSorted());
        expect(world.rows('SELECT verification_id FROM documents WHERE verification_id = ?', id)).toHaveLength(2);
        await world.settle();
        expect(world.value('SELECT status FROM verifications WHERE id = ?', id)).toBe('completed');
      },
    };
  },
};

export const createCompany: Scenario = {
  name: 'create a company',
  kills: { share: 1, whole: 12 },
  momentsMin: 40,
  begin(world) {
    const keyOf = createKeys();
    const ids: string[] = [];
    return {
      operate: async (call, at) => void (await createWholeCompany(call, (name) => keyOf(at, name))),
      async check(at) {
        const { id, personId } = await createWholeCompany(world.call, (name) => keyOf(at, name));
        ids.push(id, personId);
        expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(ids.toSorted());
        expect(world.rows('SELECT 1 FROM documents WHERE verification_id = ?', id)).toHaveLength(1);
        const links = world.rows('SELECT verification_id FROM person_verifications WHERE kyb_id = ?', id);
        expect(links).toEqual([[personId], [personId]]);
        await world.settle();
        expect(world.value('SELECT status FROM verifications WHERE id = ?', personId)).toBe('completed');
        expect(world.value('SELECT status FROM verifications WHERE id = ?', id)).not.toBe('processing');
      },
    };
  },
};
