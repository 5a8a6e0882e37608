import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../server/api/json.ts';
import { parseOrThrow, unknownFields } from '../../../server/api/validate.ts';
import { applicantSchema } from '../../../server/contract/applicant.ts';
import { createPartsSchema } from '../../../server/contract/create.ts';
import { AppError } from '../../../server/lib/errors.ts';

function faults(value: unknown) {
  try {
    parseOrThrow(createPartsSchema, value, 'no');
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.items ?? [];
  }
}

describe('fields of the applicant', () => {
  it.each([
    ['dob', '2023-02-30'],
    ['dob', '31/05/1990'],
    ['dob', ''],
    ['nationality', 'FRA'],
    ['nationality', 'fr'],
    ['nationality', 'ZZ'],
    ['email', 'jane'],
    ['phone', '0612345678'],
    ['phone', '+44'],
    ['phone', '+33 call me'],
    ['first_name', 'x'.repeat(257)],
  ])('refuses %s %s and names it without repeating the value', (name, value) => {
    const items = faults({ applicant: { [name]: value } });
    expect(items).toHaveLength(1);
    expect(items[0]?.field).toBe(`applicant.${name}`);
    expect(items[0]?.message).toMatch(/^applicant\.\w+ .*[;].*\.$/);
    if (value !== '') expect(JSON.stringify(items)).not.toContain(value);
  });

  it('takes what is right', () => {
    const applicant = {
      first_name: 'Aïcha',
      dob: '2000-02-29',
      nationality: 'CI',
      email: 'a.b+c@example.org',
      phone: '+33 6 12 34 56 78',
      address: { line1: '1 rue X', country: 'FR' },
    };
    expect(parseOrThrow(applicantSchema, applicant, 'no')).toEqual(applicant);
  });

  it.each([
    [{ from: '1980', to: '1982' }],
    [{ from: '1980-02', to: '1980-02-29' }],
    [{ from: '1980-05-31', to: '1980-05-31' }],
  ])('takes a birth date that is known in part: %o', (birth_date) => {
    const whole = { birth_date, dob: birth_date.from.length === 10 ? birth_date.from : '1980-02-29' };
    expect(parseOrThrow(applicantSchema, { birth_date }, 'no')).toEqual({ birth_date });
    expect(parseOrThrow(applicantSchema, whole, 'no')).toEqual(whole);
  });

  it.each<[object, string, string, string?]>([
    [{ from: '1980' }, '.to', 'is required'],
    [{ from: '80', to: '1982' }, '.from', 'YYYY'],
    [{ from: '1980', to: '1982-02-30' }, '.to', 'calendar'],
    [{ from: '1982', to: '1980' }, '', 'ends before it begins'],
    [{ from: '1980-06', to: '1980-05' }, '', 'ends before it begins'],
    [{ from: '1849', to: '1850' }, '', 'between 1850 and 2100'],
    [{ from: '2099', to: '2101' }, '', 'between 1850 and 2100'],
    [{ from: '1900', to: '2001' }, '', 'more than 100 years'],
    [{ from: '1980', to: '1982' }, '', 'does not contain dob', '1983-01-01'],
    [{ from: '1980', to: '1982' }, '', 'does not contain dob', '1979-12-31'],
  ])('refuses the birth date %o', (birth_date, path, text, dob) => {
    const items = faults({ applicant: { birth_date, ...(dob === undefined ? {} : { dob }) } });
    expect(items.map(({ field }) => field)).toEqual([`applicant.birth_date${path}`]);
    expect(items[0]?.message).toContain(text);
  });

  it.each([
    [{ applicant: { first_name: 7 } }, 'applicant.first_name', 'invalid_type', 'must be a string'],
    [{ applicant: [] }, 'applicant', 'invalid_type', 'must be an object'],
    [{ applicant: { address: { country: 'XX' } } }, 'applicant.address.country', 'invalid_format', 'ISO 3166-1'],
    [
      { documents_meta: { items: [{ type: 'selfie' }, {}] } },
      'documents_meta.items[1].type',
      'required',
      'is required',
    ],
    [{ documents_meta: { items: [{ type: 'id' }] } }, 'documents_meta.items[0].type', 'invalid_value', 'national_id'],
    [{ documents_meta: { items: {} } }, 'documents_meta.items', 'invalid_type', 'must be an array'],
    [{ consent: 'yes' }, 'consent', 'invalid_value', 'true, false'],
    [{ webhook_url: 'ftp://x.example' }, 'webhook_url', 'invalid_format', 'http or https'],
    [{ webhook_url: 'http//x' }, 'webhook_url', 'invalid_format', 'http or https'],
    [{ metadata: [] }, 'metadata', 'invalid_type', 'must be an object'],
  ])('%j -> %s', (value, field, code, text) => {
    const items = faults(value);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ field, code });
    expect(items[0]?.message).toContain(text);
  });

  it('names every fault at once', () => {
    const items = faults({ applicant: { dob: 'x', email: 'y' }, consent: 'z' });
    expect(items.map((item) => item.field)).toEqual(['applicant.dob', 'applicant.email', 'consent']);
  });
});

describe('unknown fields', () => {
  it('are named by their path, nested ones too', () => {
    const value = {
      applicant: { foo: 1, address: { bar: 2 } },
      documents_meta: { items: [{ type: 'selfie' }, { type: 'selfie', baz: 3 }] },
      metadata: { anything: 1 },
    };
    expect(unknownFields(createPartsSchema, value).map((warning) => warning.field)).toEqual([
      'applicant.foo',
      'applicant.address.bar',
      'documents_meta.items[1].baz',
    ]);
  });

  it('are not stored', () => {
    expect(parseOrThrow(applicantSchema, { first_name: 'A', foo: 1 }, 'no')).toEqual({ first_name: 'A' });
  });

  it('are not many and not long in the answer', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}`.padEnd(300, 'x'), 1]));
    const warnings = unknownFields(applicantSchema, many);
    expect(warnings).toHaveLength(50);
    expect(warnings[0]?.field).toHaveLength(100);
  });
});

describe('JSON parts', () => {
  it.each([
    ['{"a":', 'not valid JSON'],
    ['', 'not valid JSON'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'nested deeper'],
    ['{"a":"\\ud800"}', 'not valid Unicode'],
    ['{"\\ud800":1}', 'not valid Unicode'],
    ['{"a":1e999}', 'number'],
  ])('refuses %s', (text, message) => {
    expect(() => parseJson('applicant', text)).toThrow(message);
  });

  it('gives any other JSON', () => {
    expect(parseJson('metadata', '{"a":[1,null]}')).toEqual({ a: [1, null] });
  });
});
