import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries/index.js';
import { z } from 'zod';
import type { Born } from '../checks/types.ts';
import { isFullDate, isPartialDate } from '../datasets/dates.ts';
import { spanHolds, spanOf } from '../lib/date-spans.ts';
import { lazily } from '../lib/lazily.ts';
import { LIMITS } from '../lib/limits.ts';

const require = createRequire(import.meta.url);
/** The numbering plans of all countries, loaded with the first phone number. */
const phones = lazily(() => require('libphonenumber-js') as typeof import('libphonenumber-js'));
const ALPHA2 = new Set(Object.keys(countries.getAlpha2Codes()));

/** Free text of a person: names, lines of an address. */
export const textField = z.string().max(LIMITS.textFieldCharsMax, {
  error: `is longer than ${LIMITS.textFieldCharsMax} characters; shorten it`,
});

/** Whether a text contains a letter or digit. No list can be searched for a name of punctuation alone, so it would look clear. */
export const saysName = (text: string | undefined): boolean => /[\p{L}\p{N}]/u.test(text ?? '');

/** A required name. */
export const neededNameField = textField.refine(saysName, { error: 'contains no letter or digit; send the name' });

export const fileNameField = z
  .string()
  .max(LIMITS.fileNameBytesMax, { error: `is longer than ${LIMITS.fileNameBytesMax} characters; shorten it` });

/** ISO 17442: 18 capital letters or digits and two check digits. The register checks compare them. */
export const leiField = z
  .string()
  .regex(/^[A-Z0-9]{18}[0-9]{2}$/, {
    error: 'is not an LEI; send 20 capital letters and digits, such as 5493001KJTIIGC8Y1R12',
  })
  .meta({ description: 'Legal Entity Identifier, ISO 17442', examples: ['5493001KJTIIGC8Y1R12'] });

/** A day that exists in the calendar, `YYYY-MM-DD`. */
export const dateField = z.iso
  .date({ error: 'is not a calendar date; send YYYY-MM-DD, such as 1990-05-31' })
  .meta({ examples: ['1990-05-31'] });

const KNOWN_DATE = '\\d{4}(?:-\\d{2}(?:-\\d{2})?)?';

/** Returns why a text cannot be a birth date, as `spanOf` reads it: completes "dob ..."; null if it can. */
function birthFault(date: string): string | null {
  const { from, to } = spanOf(date);
  const { birthYearMin, birthYearMax, birthYearsOpenMax } = LIMITS;
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4))) as [number, number];
  if (from > to) return 'ends before it begins; send the earlier date first';
  if (first < birthYearMin || last > birthYearMax)
    return `is not a birth date between ${birthYearMin} and ${birthYearMax}; send the year with four digits`;
  if (last - first > birthYearsOpenMax)
    return `covers more than ${birthYearsOpenMax} years; send a shorter range or leave it out`;
  return null;
}

/** A date of which the day or the month may be unknown. */
const knownDateField = z
  .string()
  .regex(new RegExp(`^${KNOWN_DATE}$`), {
    error: 'is not a date; send YYYY-MM-DD, YYYY-MM or YYYY, such as 1990-05-31, 1990-05 or 1990',
    abort: true,
  })
  .refine(isPartialDate, { error: 'is not a calendar date; send a month and day that exist, such as 1990-05-31' })
  .meta({ examples: ['1980', '1980-05', '1980-05-31'] });

/** The first and last possible birth date, both included, each as precise as known. */
export const birthDateField = z
  .object({ from: knownDateField, to: knownDateField })
  .superRefine(({ from, to }, context) => {
    const fault = birthFault(`${from}/${to}`);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    id: 'BirthDate',
    description:
      'A partly known birth date: from the first day of from to the last day of to. If you also send dob, the range must contain it.',
    examples: [{ from: '1980', to: '1982' }],
  });

/** A birth date, or what is known of it in one text: a day, a month, a year, or a range. */
export const knownBirthField = z
  .string()
  .regex(new RegExp(`^${KNOWN_DATE}(?:/${KNOWN_DATE})?$`), {
    error:
      'is not a date; send YYYY-MM-DD, or the known part as YYYY-MM, YYYY or YYYY/YYYY, such as 1990-05-31, 1990-05, 1990 or 1988/1992',
    abort: true,
  })
  .refine((text) => text.split('/').every(isPartialDate), {
    error: 'is not a calendar date; send a month and day that exist, such as 1990-05-31',
    abort: true,
  })
  .superRefine((text, context) => {
    const fault = isFullDate(text) ? null : birthFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description: 'YYYY-MM-DD, or the known part: YYYY-MM, YYYY, or YYYY/YYYY for a range (ISO 8601)',
    examples: ['1990-05-31', '1990', '1988/1992'],
  });

/** Whether the birth date is within the given range; true if one of them is missing. */
export const birthAgrees = ({ dob, birth_date: range }: Omit<Born, 'nationality'>): boolean =>
  dob === undefined || range === undefined || spanHolds(spanOf(`${range.from}/${range.to}`), spanOf(dob));

export const BIRTH_DIFFERS = {
  path: ['birth_date'],
  error: 'does not contain dob; send a range that contains dob, or only one of them',
};

/** ISO 3166-1 alpha-2 in capital letters, checked against the list of assigned codes. */
export const countryField = z
  .string()
  .regex(/^[A-Z]{2}$/, {
    error: 'is not a country code; send two capital letters of ISO 3166-1, such as FR',
    abort: true,
  })
  .refine((code) => ALPHA2.has(code), {
    error: 'is not an assigned country code; send one of ISO 3166-1 alpha-2, such as FR',
  })
  .meta({ description: 'ISO 3166-1 alpha-2', examples: ['FR'] });

export const emailField = z
  .email({ error: 'is not an e-mail address; send it as name@domain' })
  .max(LIMITS.textFieldCharsMax, { error: `is longer than ${LIMITS.textFieldCharsMax} characters; shorten it` });

/** International format: `+`, the country's calling code, and a number of a valid length for that country. */
export const phoneField = z
  .string()
  .max(LIMITS.textFieldCharsMax, { error: `is longer than ${LIMITS.textFieldCharsMax} characters; shorten it` })
  .refine((value) => value.startsWith('+') && phones().parsePhoneNumberFromString(value)?.isPossible() === true, {
    error: 'is not a phone number in international format; send it with + and the country code, such as +33612345678',
  })
  .meta({ description: 'Phone number in international format', examples: ['+33612345678'] });

export const webhookUrlField = z
  .string()
  .max(LIMITS.webhookUrlCharsMax, { error: `is longer than ${LIMITS.webhookUrlCharsMax} characters; shorten it` })
  .refine(isHttpUrl, { error: 'is not an http or https URL; send an absolute one, such as https://example.org/hook' })
  .meta({ format: 'uri', description: 'An http or https URL' });

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** ISO 8601 UTC with milliseconds. */
export const timeField = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-01-31T12:00:00.000Z'] });

/** An id that the appliance generates: the prefix, `_`, and 26 characters of base32. Opaque to clients. */
export const idField = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));

export const jsonObject = z.record(z.string(), z.unknown());

/** `true` or `false` as text in a query or a form. */
export const booleanField = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', override: ({ jsonSchema }) => void delete jsonSchema.enum });
