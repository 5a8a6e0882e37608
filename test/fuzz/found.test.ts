import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BodyRig, startBodyRig } from './body-rig.ts';
import { encodeForm } from './forms/form-parts.ts';
import type { WireRequest } from './forms/odd-wire.ts';
import { rightForm } from './forms/right-forms.ts';
import { expectTold, isOutsideOurs } from './told.ts';

/**
 * Cases that earlier runs found; each run repeats them, whatever else it draws. Those of PDFs are in
 * test/unit/models/pdf-scans.test.ts and pdf-memory.test.ts.
 */

let rig: BodyRig;
beforeAll(async () => {
  rig = await startBodyRig();
});
afterAll(() => rig?.[Symbol.asyncDispose]());

const whole = encodeForm(rightForm());
const FOUND: readonly (readonly [
  fault: string,
  change: Pick<WireRequest, 'body' | 'framing'>,
  statuses: readonly number[],
])[] = [
  ['a form behind the form was taken for files', { body: Buffer.concat([whole, whole]) }, [201]],
  ['data behind the form made the upload wait', { body: Buffer.concat([whole, Buffer.alloc(70_000, 'x')]) }, [201]],
  [
    'the upload went on waiting where the sender left behind a whole form, and was told so',
    { body: Buffer.concat([whole, whole]), framing: 'too_long' },
    [400],
  ],
  ['the upload went on waiting where no HTTP came in its midst', { body: whole, framing: 'chunked_badly' }, [400]],
  ['the upload went on waiting where its sender left', { body: whole, framing: 'cut' }, [400]],
];

it.each(FOUND)('once, %s', async (_, change, statuses) => {
  const request: WireRequest = {
    method: 'POST',
    path: '/v1/verifications',
    headers: {
      Host: 'localhost',
      Authorization: `Bearer ${rig.server.key}`,
      'Content-Type': `multipart/form-data; boundary=${rightForm().boundary}`,
    },
    ...change,
  };
  const answer = await rig.send(request, 'found');
  if (isOutsideOurs(request, answer, 'found')) return;
  expect(statuses, answer.body.toString()).toContain(answer.status);
  await expectTold(request, answer, 'found');
});
