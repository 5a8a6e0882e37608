import { expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../server/api/contract/kyb-verification.ts';
import { mutate, ODD_VALUES } from '../support/mutate.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer } from '../support/server.ts';
import { createCompany, KYB, send } from './drive.ts';

const MUTATIONS = 300;
/** A word that is in every body, and in no line of the log. */
const SECRET = 'Zdravkomir';
const VALUES = [...ODD_VALUES, 'director', 100, 25, 0.1, 1, ['A', '‏', '- -'], '-', '....', '１２３'];

const BODY = {
  company: {
    legal_name: `${SECRET} Handel GmbH`,
    country: 'DE',
    registration_number: 'HRB 104417',
    tax_id: '27/181/81450',
    vat_number: 'DE136695976',
    lei: '5493001KJTIIGC8Y1R12',
    industry: SECRET,
    legal_form: 'GmbH',
    incorporation_date: '2010-01-01',
    trading_names: [SECRET],
    former_names: ['Alt'],
    address: { line1: SECRET, line2: 'x', city: 'Hamburg', state: 'HH', postal_code: '20457', country: 'DE' },
  },
  representatives: [
    { first_name: SECRET, last_name: 'Ohlsen', role: 'director', dob: '1979-04-02', nationality: 'DE' },
    { first_name: 'A', last_name: 'B', role: 'other' },
  ],
  ubos: [
    { legal_name: `${SECRET} AS`, country: 'NO', ownership_percent: 60, registration_number: '923609016' },
    { first_name: SECRET, last_name: 'Ohlsen', ownership_percent: 50, parent: 0, dob: '1979-04-02' },
    { first_name: 'Piet', last_name: 'Wessels', ownership_percent: 40, nationality: 'NL', country: 'NL' },
  ],
  documents: [{ type: 'license', name: `${SECRET}.pdf` }],
  metadata: { internal_ref: SECRET },
};

it('whatever is sent of a company is refused with its path, or goes to an end, and no name is logged', async () => {
  const seed = testSeed();
  console.info(`Bodies of companies: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  await using server = await startTestServer({
    config: { createsPerMinute: 1_000_000, requestsPerMinute: 1_000_000, queueLengthMax: MUTATIONS },
  });
  const ids = new Set<string>();
  let refused = 0;
  for (let at = 0; at < MUTATIONS; at++) {
    let body: unknown = BODY;
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--) body = mutate(body, random, VALUES);
    const answer = await createCompany(server, JSON.stringify(body) ?? '');
    const told = `${answer.text.slice(0, 300)} for ${JSON.stringify(body)?.slice(0, 2_000)}`;
    expect([201, 400], told).toContain(answer.status);
    if (answer.status === 201) ids.add(answer.body.id);
    else refused += 1;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (answer.status === 400 && isObject) expect(answer.body.errors?.[0]?.field, told).toMatch(/^\w/);
  }
  expect([ids.size, refused].every((count) => count > MUTATIONS / 10)).toBe(true);
  await server.settle();
  for (const id of ids) {
    const { body, text } = (await send(server, `${KYB}/${id}`)) as { body: KybVerificationAnswer; text: string };
    expect(['completed', 'failed', 'needs_review'], text).toContain(body.status);
    expect(
      body.errors.map(({ code }) => code),
      text,
    ).not.toContain('processing_failed');
    expect(
      body.errors.map(({ code }) => code),
      text,
    ).not.toContain('appliance_fault');
  }
  expect(server.logged.join('\n').toLowerCase()).not.toContain(SECRET.toLowerCase());
}, 120_000);
