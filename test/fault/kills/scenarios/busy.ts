import { expect } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { getKybVerification } from '../../../../server/verifications/store.ts';
import { fakeFile } from '../../../support/fake-engines.ts';
import { form } from '../../../support/form.ts';
import { type Call, untilResult } from '../caller.ts';
import { Gone } from '../killed-child.ts';
import type { Play, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { blurredPerson, createKeys, createWholeCompany, PEOPLE_PATH, person } from './records.ts';

const CREATES_A_TURN = 12;
/** A person; a company with its file and its people; and a person whose record people add to, run again and decide. */
const TURNS = ['company', 'person', 'reviewed'] as const;
/** Parallel callers; not a multiple of the number of kinds, so each of them sends all kinds. */
const LANES = 4;
const WENT = ['created', ...Array(3).fill(['processing', 'needs_review']).flat(), 'completed'];

/** What a caller wants done. They repeat each request under its Idempotency-Key until it is answered. */
interface Wanted {
  kind: (typeof TURNS)[number];
  keyOf(name: string): string;
  /** The ids of the verification and of the company's person, once they were answered. */
  id: string | null;
  personId: string | null;
  done: boolean;
}

/** The same request returns the same record, however often it is sent. */
function sameId(before: string | null, now: string): string {
  expect(before === null || before === now, 'the same key gives the same record').toBe(true);
  return now;
}

async function fulfil(call: Call, wanted: Wanted): Promise<void> {
  const { kind, keyOf } = wanted;
  if (kind === 'company') {
    const { id, personId } = await createWholeCompany(call, keyOf);
    wanted.id = sameId(wanted.id, id);
    wanted.personId = sameId(wanted.personId, personId);
  } else {
    const body = kind === 'person' ? person() : blurredPerson();
    const { id } = await call<{ id: string }>(PEOPLE_PATH, { body, key: keyOf('create') });
    wanted.id = sameId(wanted.id, id);
    if (kind === 'reviewed') await review(call, `${PEOPLE_PATH}/${id}`, keyOf);
  }
  wanted.done = true;
}

/** A blurred card needs review: a person adds a file, runs it again, and decides. */
async function review(call: Call, self: string, keyOf: Wanted['keyOf']): Promise<void> {
  await untilResult(call, self);
  const more = form({ files: [{ bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' }] });
  await call(`${self}/documents`, { body: more, key: keyOf('file') });
  await untilResult(call, self);
  await call(`${self}/rerun`, { body: {}, key: keyOf('rerun') });
  await untilResult(call, self);
  const approval = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };
  await call(`${self}/review`, { body: approval, key: keyOf('review') });
}

async function fulfilAll(call: Call, wanted: readonly Wanted[]): Promise<void> {
  const ended = await Promise.allSettled(
    Array.from({ length: LANES }, async (_, lane) => {
      for (const one of wanted.filter((it, index) => index % LANES === lane && !it.done)) await fulfil(call, one);
    }),
  );
  const failed = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const wrong = failed.find((reason) => !(reason instanceof Gone));
  if (wrong) throw wrong;
  if (failed.length > 0) throw new Gone();
}

/** Parallel callers of all kinds, who repeat unanswered requests. */
export const busy: Scenario = {
  name: 'many callers at once',
  kills: { share: 0, whole: 12 },
  momentsMin: 200,
  works: true,
  begin(world): Play {
    const keyOf = createKeys();
    const wanted: Wanted[] = [];
    return {
      async prepare(at) {
        for (let i = 0; i < CREATES_A_TURN; i++) {
          const kind = must(TURNS[i % TURNS.length], 'each has its turn');
          const index = wanted.length;
          const keyOfOne = (name: string): string => keyOf(at, `${index} ${name}`);
          wanted.push({ kind, keyOf: keyOfOne, id: null, personId: null, done: false });
        }
      },
      operate: (call) => fulfilAll(call, wanted),
      async check() {
        await world.settle();
        await fulfilAll(world.call, wanted);
        await world.settle();
        expectOnce(world, wanted);
      },
    };
  },
};

/** Each record exists once with everything requested, and there is nothing else. */
function expectOnce(world: World, wanted: readonly Wanted[]): void {
  const companies = wanted.filter(({ kind }) => kind === 'company');
  const ids = [...wanted.map(({ id }) => id), ...companies.map(({ personId }) => personId)];
  expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(ids.sort());
  const { appliance } = world.server;
  expect(appliance.queue.counts()).toMatchObject({ queued: 0, running: 0, dead: 0, done: ids.length });
  for (const { id } of wanted.filter(({ kind }) => kind === 'reviewed')) {
    const countOf = (table: string) => world.value(`SELECT count(*) FROM ${table} WHERE verification_id = ?`, id);
    const events = world.rows('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq', id).flat();
    expect(events).toEqual(WENT.map((state) => `verification.${state}`));
    expect(['documents', 'former_attempts', 'reviews'].map(countOf)).toEqual([3, 2, 1]);
  }
  for (const { id, personId } of companies) {
    const links = world.rows('SELECT verification_id FROM person_verifications WHERE kyb_id = ?', id);
    expect(links).toEqual([[personId], [personId]]);
    const record = must(getKybVerification(appliance, must(id, 'it was answered'), true), 'it was stored');
    const { read, documents, late_documents: late } = record.results;
    const given = record.documents.map((document) => document.id);
    expect(given).toHaveLength(1);
    const judged = [...(documents?.documents ?? []), ...(late?.documents ?? [])];
    expect(read?.documents.map(({ document_id }) => document_id)).toEqual(given);
    expect(judged.map(({ document_id }) => document_id)).toEqual(given);
  }
}
