import { describe, expect, it } from 'vitest';
import type { Source } from '../../../renderer/pages/verification/authenticity.tsx';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { sentenceOf } = await import('../../../renderer/pages/verification/authenticity.tsx');

const anchor: Source['anchor'] = {
  subject: 'C=AT, CN=CSCA',
  issuer: 'C=AT, CN=CSCA',
  country: 'AT',
  serial: '01',
  not_before: '2020-01-01T00:00:00.000Z',
  not_after: '2040-01-01T00:00:00.000Z',
  key: 'P-256',
  sha256: '00',
};

describe('the sentence on what a source proves', () => {
  it.each<[string, Pick<Source, 'kind' | 'result' | 'steps'>]>([
    ['The data is signed by Austria. A copy is not excluded.', { kind: 'chip', result: 'valid', steps: {} }],
    [
      'The data is signed by Austria. A copy is excluded.',
      { kind: 'chip', result: 'valid', steps: { clone_protection: 'successful' } },
    ],
    ['The data is signed by Austria. A copy is not excluded.', { kind: 'seal', result: 'valid', steps: {} }],
    ['The data is signed by Austria. Its holder is not proven.', { kind: 'mdoc', result: 'valid', steps: {} }],
    [
      'The data is signed, but the chip gave a wrong answer to the challenge. It may be a copy.',
      { kind: 'chip', result: 'invalid', steps: { integrity: 'successful', clone_protection: 'failed' } },
    ],
    ['It was changed, was made by somebody else, or cannot be read.', { kind: 'chip', result: 'invalid', steps: {} }],
    [
      'Nothing is wrong, but no loaded trust list vouches for its signer.',
      { kind: 'chip', result: 'signer_unknown', steps: {} },
    ],
  ])('%s', (sentence, source) => {
    expect(sentenceOf({ ...source, anchor })).toBe(sentence);
  });
});
