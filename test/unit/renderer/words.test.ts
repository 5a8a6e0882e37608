import { expect, onTestFinished, test } from 'vitest';
import { findings as english } from '../../../renderer/text/en/findings.ts';
import { en } from '../../../renderer/text/en.ts';
import { fr } from '../../../renderer/text/fr.ts';
import { HIT_REASONS } from '../../../server/alerts/types.ts';
import { FINDINGS } from '../../../server/checks/findings.ts';
import { rangeText } from '../../../server/checks/kyb/ownership/writing.ts';
import { COMPANY_DOCUMENT_TYPES } from '../../../server/checks/kyb/types.ts';
import { KYC_STEPS } from '../../../server/pipeline/kyc.ts';
import { TOPICS } from '../../../server/screening/types.ts';
import { REVIEW_REASONS } from '../../../server/verifications/review-types.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals('fr');
const { eventText, fieldLabel, findingText, fieldValue, formatBytes, withLabels } = await import(
  '../../../renderer/text/text.ts'
);
const { locale } = await import('../../../renderer/text/locale.ts');
const { findings: french } = await import('../../../renderer/text/fr/findings.ts');

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();

test('every finding has its sentence in both languages, with the values of the appliance’s own', () => {
  expect(Object.keys(english)).toEqual(Object.keys(FINDINGS).map((code) => `finding.${code}`));
  for (const [code, text] of Object.entries(FINDINGS)) {
    const key = `finding.${code}` as keyof typeof english;
    expect([code, placesOf(english[key])]).toEqual([code, placesOf(text)]);
    expect([code, placesOf(french[key])]).toEqual([code, placesOf(text)]);
  }
});

test('every finding has its short name', () => {
  const reasons = Object.keys(en).filter((key) => key.startsWith('reason.'));
  expect(reasons).toEqual(Object.keys(FINDINGS).map((code) => `reason.${code}`));
});

test('every text has the same places in both languages', () => {
  for (const [key, text] of Object.entries(en)) {
    expect([key, placesOf(fr[key as keyof typeof en])]).toEqual([key, placesOf(text)]);
  }
});

test('every code that a record may hold has a word', () => {
  const needed = [
    ...Object.keys(REVIEW_REASONS.approve).map((reason) => `approve.${reason}`),
    ...Object.keys(REVIEW_REASONS.reject).map((reason) => `reject.${reason}`),
    ...HIT_REASONS.map((reason) => `hit_reason.${reason}`),
    ...TOPICS.map((topic) => `topic.${topic}`),
    ...COMPANY_DOCUMENT_TYPES.map((type) => `doc.${type}`),
    // A step that is a single check has the name of that check.
    ...KYC_STEPS.map(({ name }) => (`step.${name}` in en ? `step.${name}` : `check.${name}`)),
  ];
  expect(needed.filter((key) => !(key in en))).toEqual([]);
});

test('a finding is said in the chosen language with its values in words', async () => {
  const finding = {
    code: 'document_side_mismatch',
    message: 'as the appliance says it',
    evidence: { declared: 'front', found: 'back' },
  };
  await expect.poll(() => findingText(finding)).toContain('« recto »');
  const list = { code: 'hit_possible', message: '', evidence: { list: 'UE', score: 0.9 } };
  expect(findingText(list)).toBe(french['finding.hit_possible'].replace('{list}', 'UE'));
  const digits = { code: 'mrz_forged', message: '', evidence: { fields: ['expiry_date', 'composite'] } };
  expect(findingText(digits)).toContain('(Date d’expiration, MRZ entière)');
});

test('the shares of a register are said in the chosen language', () => {
  const differs = { submitted: '33.333333 %', registered: '25 to 50 %' };
  expect(findingText({ code: 'ownership_differs_from_register', message: '', evidence: differs })).toBe(
    'La part déclarée (33,333 %) diffère de la part au registre (de 25 à 50 %). Demandez à la société laquelle est exacte.',
  );
  const percent = rangeText(null);
  expect(findingText({ code: 'owner_not_declared', message: '', evidence: { percent } })).toContain(
    '(contrôle par d’autres moyens)',
  );
  expect(rangeText({ min: 25, max: 50 })).toBe(differs.registered);
  expect(rangeText({ min: 100 / 3, max: 100 / 3 })).toBe(differs.submitted);
});

test('a finding without its values, and one that is unknown, is said as the appliance says it', () => {
  expect(findingText({ code: 'list_stale', message: 'The list X is 40 days old.' })).toBe('The list X is 40 days old.');
  expect(findingText({ code: 'some_new_code', message: 'Something new.' })).toBe('Something new.');
});

test('fields are named however deep they stand', () => {
  expect(fieldLabel('applicant.dob')).toBe('Date de naissance');
  expect(fieldLabel('ubos[1].dob')).toBe('Date de naissance');
  expect(fieldLabel('documents[0]')).toBe('Documents 1');
  expect(fieldLabel('some_new_field')).toBe('some new field');
});

test('values and events are words, not codes', () => {
  expect(fieldValue('nationality', 'FR')).toBe('France');
  expect(fieldValue('sex', 'F')).toBe('Féminin');
  expect(eventText('kyb.verification.completed')).toBe('Terminée');
  expect(eventText('review.decided', { decision: 'reject' })).toBe('Décision : refusée');
  expect(eventText('step.read')).toBe('Lecture des documents');
  expect(eventText('some.new_thing')).toBe('some new thing');
});

test('in a message of the appliance, the label of a field replaces its path', () => {
  expect(withLabels('applicant.dob must be a date.', ['applicant.dob'])).toBe('Date de naissance must be a date.');
  expect(withLabels('ubos[1].dob must be a date.', ['ubos[1].dob'])).toBe(
    'Bénéficiaires effectifs 2, Date de naissance must be a date.',
  );
  expect(withLabels('company.address.city is missing.', ['company.address.city'])).toBe('Ville is missing.');
  // Not as a part of another word, and only keys that have a label.
  expect(withLabels('city, capacity and cursor are wrong.', ['city', 'cursor', undefined])).toBe(
    'Ville, capacity and cursor are wrong.',
  );
});

test.each([
  ['en', 0, '0 bytes'],
  ['en', 1, '1 byte'],
  ['en', 93, '93 bytes'],
  ['en', 5_000, '5 kB'],
  ['en', 1_250_000, '1.3 MB'],
  ['fr', 1, '1 octet'],
  ['fr', 93, '93 octets'],
  ['fr', 5_000, '5 ko'],
  ['fr', 1_250_000, '1,3 Mo'],
] as const)('in %s, %d bytes are written as %s', (language, bytes, text) => {
  locale.value = language;
  onTestFinished(() => {
    locale.value = 'fr';
  });
  expect(formatBytes(bytes).replaceAll(/\s/g, ' ')).toBe(text);
});
