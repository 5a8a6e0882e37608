import countriesOfIso from 'i18n-iso-countries';
import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../../renderer/text/country-codes.ts';
import type { Problem } from '../../../server/contract/problem.ts';
import { type KybDeps, kybLine } from '../../../server/pipeline/kyb.ts';
import { KYC_STEPS as APPLIANCE_KYC_STEPS } from '../../../server/pipeline/kyc.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals('en', { origin: 'http://console.invalid', pathname: '/', hash: '' });

const { countries, parseCountry } = await import('../../../renderer/parts/country-field.tsx');
const { KYB_STEPS, KYC_STEPS } = await import('../../../renderer/parts/record-head.ts');
const { chooseLocale } = await import('../../../renderer/text/locale.ts');
const { ApiError, mode } = await import('../../../renderer/client/api.ts');
const { attemptFor, createDraft, metadataOf, sendOnce } = await import('../../../renderer/pages/create/drafts.ts');
const { createFields, flattened, errorsByField, nested, typedErrors } = await import(
  '../../../renderer/pages/create/fields.ts'
);
const { companyBody, parentChoices, pathOf, percentErrors } = await import(
  '../../../renderer/pages/create-company/company-draft.ts'
);
const { createRows } = await import('../../../renderer/pages/create-company/company-draft.ts');

function problem(code: string, errors: Problem['errors'] = []): InstanceType<typeof ApiError> {
  return new ApiError({ type: '', title: '', status: 400, detail: '', instance: '', code, request_id: '', errors });
}

describe('countries', () => {
  it('are those that the appliance takes', () => {
    expect([...COUNTRY_CODES].sort()).toEqual(Object.keys(countriesOfIso.getAlpha2Codes()).sort());
  });

  it('are found by code and by name, case, accents and signs aside', () => {
    const typed = ['fr', ' FRANCE ', 'cote d’ivoire', 'Curacao', 'Viet Nam', 'Bosnia & Herzegovina'];
    expect(typed.map(parseCountry)).toEqual(['FR', 'FR', 'CI', 'CW', 'VN', 'BA']);
    expect(['', '   ', 'Frnce', 'Atlantis', 'ZZ'].map(parseCountry)).toEqual([null, null, null, null, null]);
  });

  it('are named, ordered and found in the chosen language, and found in English too', () => {
    chooseLocale('fr');
    expect(['Allemagne', 'Germany', 'etats-unis'].map(parseCountry)).toEqual(['DE', 'DE', 'US']);
    expect(countries()[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    chooseLocale('en');
    expect(parseCountry('Allemagne')).toBeNull();
  });
});

describe('the steps that are shown while a verification runs', () => {
  it('are those of the appliance', () => {
    expect(KYC_STEPS).toEqual(APPLIANCE_KYC_STEPS.map(({ name }) => name));
    expect(KYB_STEPS).toEqual(kybLine({} as KybDeps).steps.map(({ name }) => name));
  });
});

describe('the key of a submission', () => {
  it('stays as long as the same is sent, and is a UUID of version 4', () => {
    const first = attemptFor(null, 'a');
    expect(first.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(attemptFor(first, 'a')).toBe(first);
    expect(attemptFor(first, 'b').key).not.toBe(first.key);
  });

  it('is waited for while the appliance still works on the same request, and not for ever', async () => {
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    let left = 3;
    const busy = async () => {
      if (left-- > 0) throw problem('idempotency_in_progress');
      return 'made';
    };
    expect(await sendOnce(busy, wait)).toBe('made');
    expect(waits).toHaveLength(3);
    left = Number.POSITIVE_INFINITY;
    await expect(sendOnce(busy, wait)).rejects.toThrow(ApiError);
    await expect(sendOnce(() => Promise.reject(problem('disk_full')), wait)).rejects.toMatchObject({
      problem: { code: 'disk_full' },
    });
  });
});

describe('the values of a form', () => {
  it('are nested by their paths, blank ones left out, countries as codes', () => {
    const values = {
      'applicant.first_name': ' Ada ',
      'applicant.last_name': '  ',
      'applicant.nationality': 'France',
      'applicant.address.country': 'be',
      'applicant.address.city': 'Gent',
      reference: 'A-1',
    };
    const address = { country: 'BE', city: 'Gent' };
    expect(nested(values, 'applicant')).toEqual({ first_name: 'Ada', nationality: 'FR', address });
  });

  it('name the countries and birth dates that are none', () => {
    const values = { 'a.country': 'Frnce', 'a.nationality': '', 'b.country': 'FR', 'b.city': 'Frnce' };
    const dates = { 'a.dob': '31/05/1990', 'b.dob': '1990-02-30', 'c.dob': '1990', 'd.dob': ' ', 'e.dob': '1988/1992' };
    expect(Object.keys(typedErrors({ ...values, ...dates }))).toEqual(['a.country', 'a.dob', 'b.dob']);
    expect(typedErrors({ 'a.dob': 'x' })['a.dob']).toContain('1990-05-31');
  });

  it.each([
    ['1990-05-31', { dob: '1990-05-31' }],
    [' 1990 ', { birth_date: { from: '1990', to: '1990' } }],
    ['1990-05', { birth_date: { from: '1990-05', to: '1990-05' } }],
    ['1988 / 1992', { birth_date: { from: '1988', to: '1992' } }],
    ['1988-02-29/1992', { birth_date: { from: '1988-02-29', to: '1992' } }],
    ['31/05/1990', { dob: '31/05/1990' }],
    ['1988/1990/1992', { dob: '1988/1990/1992' }],
  ])('have a birth date as much as was typed of it: %s', (typed, birth) => {
    expect(nested({ 'applicant.dob': typed }, 'applicant')).toEqual(birth);
    const [[, again] = ['', '']] = flattened(birth, 'applicant');
    expect(nested({ 'applicant.dob': again }, 'applicant')).toEqual(birth);
  });

  it('have the day of a record that has a range beside it', () => {
    const both = { dob: '1990-05-31', birth_date: { from: '1990', to: '1990' }, first_name: 'Ada' };
    expect(flattened(both, 'a')).toEqual([
      ['a.dob', '1990-05-31'],
      ['a.first_name', 'Ada'],
    ]);
  });

  it('say at the one field of the birth date what the appliance has against it', () => {
    const items = ['ubos[0].birth_date', 'ubos[1].birth_date.from', 'applicant.dob'].map((field) => ({
      code: 'invalid_format',
      message: `${field} is wrong.`,
      field,
    }));
    const said = errorsByField(problem('invalid_request', items));
    expect(Object.keys(said)).toEqual(['ubos[0].dob', 'ubos[1].dob', 'applicant.dob']);
    expect(said['ubos[0].dob']).toContain('1988/1992');
  });

  it('show what the appliance said of each, in words of the console where it has some', () => {
    const said = errorsByField(
      problem('invalid_request', [
        { code: 'invalid_format', message: 'applicant.phone is no number.', field: 'applicant.phone' },
        { code: 'required', message: 'company.legal_name is required.', field: 'company.legal_name' },
        { code: 'invalid_length', message: 'applicant.first_name is too long.', field: 'applicant.first_name' },
        { code: 'documents_missing', message: 'Send a file.' },
      ]),
    );
    expect(Object.keys(said)).toEqual(['applicant.phone', 'company.legal_name', 'applicant.first_name']);
    expect(said['applicant.first_name']).toBe('applicant.first_name is too long.');
    expect(said['company.legal_name']).toBe('This field is required.');
  });

  it('forget what was wrong with a value when it is changed', () => {
    const fields = createFields();
    fields.setErrors({ a: 'wrong', b: 'wrong too' });
    fields.set('a', 'right');
    expect(fields.errors.value).toEqual({ b: 'wrong too' });
  });
});

describe('the request for a company', () => {
  const input = { representatives: [], owners: [], documents: [], metadata: {} };

  it('holds what was filled in, names by the line, and always an address', () => {
    const values = { 'company.legal_name': 'Acme', 'company.country': 'nl', 'company.trading_names': ' A \n\nB\n' };
    expect(companyBody({ ...input, values })).toEqual({
      company: { legal_name: 'Acme', country: 'NL', address: {}, trading_names: ['A', 'B'] },
    });
  });

  it('names owners along a chain by their places, whatever was removed before', () => {
    const fields = createFields();
    const rows = createRows(fields, 'ubos');
    for (let i = 0; i < 4; i++) rows.add();
    const [gone = '', holding = '', upper = '', person = ''] = rows.keys.value;
    for (const key of [gone, holding, upper]) {
      fields.set(`ubos.${key}.kind`, 'company');
      fields.set(`ubos.${key}.legal_name`, key);
    }
    fields.set(`ubos.${holding}.parent`, gone);
    fields.set(`ubos.${upper}.parent`, holding);
    fields.set(`ubos.${upper}.first_name`, 'typed before it was a company');
    fields.set(`ubos.${person}.parent`, upper);
    fields.set(`ubos.${person}.last_name`, 'Thornbury');
    fields.set(`ubos.${person}.ownership_percent`, '62,5');
    rows.remove(gone);
    expect(companyBody({ ...input, values: fields.values.value, owners: rows.keys.value }).ubos).toEqual([
      { legal_name: holding },
      { legal_name: upper, parent: 0 },
      { last_name: 'Thornbury', ownership_percent: 62.5, parent: 1 },
    ]);
    expect(Object.keys(fields.values.value).filter((path) => path.startsWith(`ubos.${gone}.`))).toEqual([]);
  });

  it('announces documents with their files and before they come', () => {
    const file = new File(['x'], 'extract.pdf');
    const documents = [
      { type: 'registration_certificate', file } as const,
      { type: 'proof_of_address', file: null } as const,
    ];
    expect(companyBody({ ...input, values: {}, documents })).toMatchObject({
      documents: [{ type: 'registration_certificate', name: 'extract.pdf' }, { type: 'proof_of_address' }],
    });
  });

  it('is given with the reference, what it had besides, and the outcome that test data ask for', () => {
    const draft = createDraft();
    draft.fields.set('reference', ' A-1 ');
    draft.metadata.value = { branch: 7 };
    draft.simulate.value = 'failed';
    expect(metadataOf(draft)).toEqual({ branch: 7, internal_ref: 'A-1' });
    mode.value = 'test';
    expect(metadataOf(draft)).toEqual({ branch: 7, internal_ref: 'A-1', simulate: 'failed' });
    mode.value = 'live';
  });

  it('is made again of what a record tells', () => {
    const company = { legal_name: 'Acme', trading_names: ['A', 'B'], address: { city: 'Delft', country: 'NL' } };
    const values = Object.fromEntries(flattened(company, 'company'));
    expect(companyBody({ ...input, values, metadata: { branch: 7 } })).toEqual({ company, metadata: { branch: 7 } });
  });

  it('offers no owner whose share would lead back', () => {
    const company = (key: string, parent = '') => ({ [`ubos.${key}.kind`]: 'company', [`ubos.${key}.parent`]: parent });
    const values = { ...company('a'), ...company('b', 'a'), ...company('c', 'b'), 'ubos.d.kind': 'person' };
    const owners = ['a', 'b', 'c', 'd'];
    expect(parentChoices(values, owners, 'a')).toEqual([]);
    expect(parentChoices(values, owners, 'b')).toEqual(['a']);
    expect(parentChoices(values, owners, 'd')).toEqual(['a', 'b', 'c']);
  });

  it('finds the row that the appliance speaks of, and shares that are no numbers', () => {
    expect(pathOf('ubos[1].lei', { ubos: ['r1', 'r4'] })).toBe('ubos.r4.lei');
    expect(pathOf('ubos[7].lei', { ubos: ['r1'] })).toBe('ubos[7].lei');
    expect(pathOf('company.country', { ubos: [] })).toBe('company.country');
    expect(pathOf('company.former_names[2]', { ubos: [] })).toBe('company.former_names');
    const values = {
      'ubos.a.ownership_percent': 'all',
      'ubos.b.ownership_percent': '25.5',
      'ubos.c.ownership_percent': '',
    };
    expect(Object.keys(percentErrors(values))).toEqual(['ubos.a.ownership_percent']);
  });
});

beforeAll(() => chooseLocale('en'));
