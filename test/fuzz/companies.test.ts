import { expect, it } from 'vitest';
import { startBodyRig } from './body-rig.ts';
import { oddWire, type WireRequest } from './forms/odd-wire.ts';
import { SECRET } from './forms/right-forms.ts';
import { oddJson } from './json/odd-json.ts';
import { fuzzRun } from './run.ts';
import { expectTold, isOutsideOurs } from './told.ts';

/** Every field of the contract that can be combined with the others. */
const COMPANY = {
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
  ],
  ubos: [
    { legal_name: `${SECRET} AS`, country: 'NO', ownership_percent: 60, registration_number: '923609016' },
    { first_name: SECRET, last_name: 'Ohlsen', ownership_percent: 50, parent: 0, dob: '1979-04-02' },
  ],
  documents: [{ type: 'license', name: `${SECRET}.pdf` }],
};

it('whatever is sent as a company, it is refused by the contract and its path, or goes to an end', async () => {
  const run = fuzzRun('Companies', { share: 3, whole: 4_000 });
  await using rig = await startBodyRig();
  const seen = new Map<number, number>();
  for (const one of run.cases) {
    if (one.at === Math.floor(run.count / 10)) await rig.markHeld();
    const odd = oddJson(COMPANY, one.random);
    const request: WireRequest = {
      method: 'POST',
      path: '/v1/kyb/verifications',
      headers: { Host: 'localhost', Authorization: `Bearer ${rig.server.key}`, 'Content-Type': 'application/json' },
      body: odd.bytes,
    };
    const atWire = one.random() < 0.1;
    const kinds = [odd.kind, ...(atWire ? [oddWire(request, one.random)] : [])];
    const hint = `${one.hint} (${kinds.join(', ')}) ${odd.bytes.subarray(0, 300)}`;
    const answer = await rig.send(request, hint);
    seen.set(answer?.status ?? 0, (seen.get(answer?.status ?? 0) ?? 0) + 1);
    if (isOutsideOurs(request, answer, hint)) continue;
    const { status, fields, text } = await expectTold(request, answer, hint, { wholeBodyIsJson: true });
    if (odd.fault !== undefined && !atWire) {
      expect(status, text).toBe(400);
      expect(fields, text).toContain(odd.fault);
    }
  }
  console.info(`Companies: answers ${JSON.stringify(Object.fromEntries([...seen].sort()))}`);
  await rig.expectSound('Companies', SECRET);
  if (run.count < 100) return;
  for (const status of [201, 400]) expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(run.count / 20);
});
