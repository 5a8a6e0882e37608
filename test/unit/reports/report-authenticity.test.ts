import { expect, test } from 'vitest';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import type { Reason } from '../../../server/decision/types.ts';
import { authenticityBlocks, authenticityCell } from '../../../server/reports/report/content/authenticity.ts';

type Check = VerificationAnswer['checks']['authenticity'];
type Finding = Check['findings'][number];
type Source = Check['sources'][number];

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
  const check = { passed: false, findings: [], sources: [{ ...NOTHING, ...source }] };
  const blocks = authenticityBlocks(check, authenticityCell(check, []));
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(sentence));
});

const reason = (code: Reason['code'], severity: Reason['severity']): Reason => ({
  ...{ check: 'authenticity', code, message: '', severity },
});

test.each<[string, Source['result'][], boolean | null, Reason[]]>([
  ['signer unknown', ['signer_unknown'], false, [reason('chip_signer_unknown', 'review')]],
  ['signer unknown', ['valid', 'signer_unknown'], false, [reason('chip_signer_unknown', 'review')]],
  ['signer unknown', ['signer_unknown'], null, []],
  ['not supported', ['signer_unknown', 'unsupported'], false, [reason('chip_signer_unknown', 'review')]],
  ['read only', ['parsed'], false, [reason('chip_signer_unknown', 'review')]],
  ['not passed', ['signer_unknown'], false, [reason('chip_signer_unknown', 'fail')]],
  ['not passed', ['signer_unknown', 'invalid'], false, [reason('chip_signer_unknown', 'review')]],
  ['not passed', ['valid'], false, [reason('chip_signer_unknown', 'review')]],
  ['passed', ['valid'], true, []],
  ['not run', [], null, []],
])('a report gives the check the word of its source: %s', (text, results, passed, reasons) => {
  const findings = reasons.map(({ code, message }) => ({ code, message }) as Finding);
  const sources = results.map((result) => ({ ...NOTHING, result }));
  expect(authenticityCell({ passed, findings, sources }, reasons)).toMatchObject({ text });
});
