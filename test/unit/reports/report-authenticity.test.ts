import { expect, test } from 'vitest';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { authenticityBlocks } from '../../../server/reports/report/content/authenticity.ts';

type Source = VerificationAnswer['checks']['authenticity']['sources'][number];

const NOTHING: Source = {
  ...{ kind: 'chip', format: null, document_id: null, files: [], result: 'invalid', steps: {} },
  ...{ signer: null, anchor: null, algorithms: [], signed_at: null, fields: {}, portrait: false, trust_lists: [] },
};

test.each<[string, Partial<Source>]>([
  ["The chip's data was changed after it was signed.", { steps: { integrity: 'failed', signature: 'successful' } }],
  [
    "The chip's data is signed, but a wrong answer to the challenge points to a copy.",
    { steps: { integrity: 'successful', clone_protection: 'failed' } },
  ],
  ['The mobile document was not valid on that day.', { kind: 'mdoc', steps: { validity: 'failed' } }],
  ["The chip's data is not genuine, or cannot be read.", {}],
  ['The digital seal has a signer that no loaded trust list vouches for.', { kind: 'seal', result: 'signer_unknown' }],
])('a report says: %s', (sentence, source) => {
  const blocks = authenticityBlocks({ passed: false, findings: [], sources: [{ ...NOTHING, ...source }] });
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(sentence));
});
