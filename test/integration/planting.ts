import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { fakeFile } from '../support/fake-engines.ts';
import { CARD_LINES, form } from '../support/form.ts';
import { LISTED_PERSON } from '../support/lists.ts';
import type { TestServer } from '../support/server.ts';
import { create, createCompany, KYB, send, sendJson } from './drive.ts';

/** Unique words; each of them contains `mark`. */
export interface Planter {
  mark: string;
  /** All words returned so far. */
  words: string[];
  plant(place: string): string;
  many(place: string, count: number): string[];
}

export function planter(mark: string): Planter {
  const words: string[] = [];
  const plant = (place: string): string => {
    const word = `${mark} ${place} ${'abcdefghijklmnopqrstuvwxyz'[words.length % 26]}${words.length}`;
    words.push(word);
    return word;
  };
  return { mark, words, plant, many: (place, count) => Array.from({ length: count }, () => plant(place)) };
}

/** A person with a planted word in every field, part, file and line that is read. Returns the id. */
export async function plantPerson(server: TestServer, { mark, plant, many }: Planter): Promise<string> {
  const words = (place: string) => Object.fromEntries(many(place, 30).map((word, i) => [`${plant('key')} ${i}`, word]));
  const lines = [
    ...CARD_LINES.filter((line) => !line.startsWith('Surname') && !line.startsWith('Document number')),
    `Surname: ${mark}`,
    'Document number: XK93TBQ42',
    ...many('line', 20),
  ];
  const { status, body, text } = await create(
    server,
    {
      files: [
        { bytes: fakeFile({ lines, faces: [0] }), name: plant('part'), type: 'national_id', side: 'front' },
        { bytes: fakeFile({ faces: [0.1], lines: many('selfie', 5) }), name: plant('part'), type: 'selfie' },
      ],
      documents_meta: {
        items: [
          { type: 'national_id', side: 'front', name: plant('file') },
          { type: 'selfie', name: plant('file') },
        ],
      },
      applicant: {
        ...LISTED_PERSON,
        email: `${mark}@example.org`,
        phone: '+33699418273',
        address: {
          line1: plant('line1'),
          line2: plant('line2'),
          city: plant('city'),
          state: plant('state'),
          postal_code: plant('code'),
          country: 'FR',
        },
        middle: plant('unknown field'),
      },
      metadata: words('metadata'),
      consent: true,
      webhook_url: `https://${mark}.example.org/${mark}`,
    },
    { 'idempotency-key': randomUUID() },
  );
  expect(status, text).toBe(201);
  return body.id;
}

/** The same for a company, with a document that was added later. */
export async function plantCompany(server: TestServer, { plant, many }: Planter): Promise<string> {
  const person = (role: object) => ({ first_name: plant('person'), last_name: plant('person'), ...role });
  const { status, body, text } = await createCompany(
    server,
    {
      company: {
        legal_name: plant('company'),
        trading_names: many('trading', 10),
        country: 'DE',
        address: { line1: plant('line1'), city: plant('city'), postal_code: plant('code'), country: 'DE' },
      },
      representatives: [person({ role: 'director' }), person({ role: 'other' })],
      ubos: [person({ ownership_percent: 40 }), { legal_name: plant('owner'), ownership_percent: 20 }],
      documents: [{ type: 'license', name: plant('announced') }],
      metadata: Object.fromEntries(many('metadata', 30).map((word, i) => [`k${i}`, word])),
    },
    { 'idempotency-key': randomUUID() },
  );
  expect(status, text).toBe(201);
  const files = [{ bytes: fakeFile({ lines: many('page', 50) }), name: plant('part'), type: 'license' }];
  const sent = await send(server, `${KYB}/${body.id}/documents`, { method: 'POST', body: form({ files }) });
  expect(sent.status, sent.text).toBe(201);
  return body.id;
}

/** All texts that people add to a record. */
export async function plantWords(server: TestServer, path: string, { plant }: Planter): Promise<void> {
  const post = async (at: string, body: unknown) => {
    const { status, text } = await sendJson(server, at, body);
    expect([at, status], text).toEqual([at, expect.toSatisfy((it: number) => it < 300)]);
  };
  await post(`${path}/notes`, { text: plant('note') });
  await post(`${path}/retention`, { legal_hold: true, reason: plant('reason') });
  await post(`${path}/retention`, { legal_hold: false });
  await post(`${path}/retention`, { relationship_ended_at: new Date(Date.now() + 1000).toISOString() });
  const { hits = [] } = (await send(server, path)).body.checks.watchlists;
  const decision = { decision: 'dismiss', reason: 'other_person' };
  for (const { id } of hits) await post(`${path}/hits/${id}`, { ...decision, note: plant('decision') });
  const { data } = (await send(server, '/v1/alerts?limit=100')).body;
  for (const { id } of data) await post(`/v1/alerts/${id}/decision`, { ...decision, note: plant('alert') });
}
