import { expect, test } from 'vitest';
import { readings } from '../../../server/reports/report/content/kyc.ts';

test('a report tells both forms of a name, and which one was transliterated', () => {
  const name_forms = {
    last_name: { own_script: 'КВИЛЬМАРШ', latin: 'KVILMARSH', latin_from: 'transliteration' as const },
    first_name: { own_script: 'สุขใจ', latin: null, latin_from: null },
  };
  const text = JSON.stringify(readings({ ocr: { passport: { last_name: 'КВИЛЬМАРШ', name_forms } } }));
  expect(text).toContain('КВИЛЬМАРШ; KVILMARSH (transliterated)');
  expect(text).toContain('สุขใจ; no Latin form');
  expect(text).not.toContain('name_forms');
});
