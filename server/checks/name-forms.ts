import { transliterate } from '../names/written/transliterate.ts';
import { areComparable, compareNames } from './names.ts';
import { countryCode } from './nationality.ts';
import type { DocumentReading, ReadField } from './types.ts';

/** A name that a document has in a script other than Latin, with the same name in Latin letters. */
export interface NameForm {
  /** As printed. */
  own_script: string;
  /** Null: the document has none, and there is no table for the script that passports follow. */
  latin: string | null;
  /** `transliteration`: the document has no Latin form, so the table of `transliterate` made it. */
  latin_from: ReadField['source'] | 'transliteration' | null;
}

export const NAME_FIELDS = ['last_name', 'first_name'] as const;
export type NameForms = Partial<Record<(typeof NAME_FIELDS)[number], NameForm>>;

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
export const hasLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);
/** No letter is Latin. */
export const isInOwnScript = (text: string): boolean => hasLetters(text) && !hasLatin(text);
/** Each letter is Latin. */
export const isInLatin = (text: string): boolean => hasLatin(text) && !/[^\P{L}\p{Script=Latin}]/u.test(text);

/** Returns both forms of each name that a file has in a script other than Latin. Empty if it has none. */
export function nameForms(reading: Pick<DocumentReading, 'fields' | 'also_read'>): NameForms {
  const forms = NAME_FIELDS.flatMap((name) => {
    const form = nameForm(reading.fields[name], reading.also_read?.[name] ?? [], countryOf([reading]));
    return form ? [[name, form] as const] : [];
  });
  return Object.fromEntries(forms);
}

/**
 * Returns both forms of one name, or undefined if no source gave it in a script other than Latin. A reading that contradicts the
 * chosen value is not a form of it.
 *
 * @param field the chosen value
 * @param others the other readings of it
 * @param country the issuer, ISO 3166-1 alpha-2, whose passport spelling is used
 */
export function nameForm(
  field: ReadField | undefined,
  others: readonly ReadField[],
  country?: string,
): NameForm | undefined {
  // A shortcut: most records have none, and comparing two names takes longer.
  if (!field || ![field, ...others].some(({ value }) => isInOwnScript(value))) return undefined;
  const read = [field, ...others.filter(({ value }) => mayBeOne(value, field.value))];
  const own = read.find(({ value }) => isInOwnScript(value))?.value;
  if (own === undefined) return undefined;
  const latin = read.find(({ value }) => isInLatin(value));
  if (latin) return { own_script: own, latin: latin.value, latin_from: latin.source };
  const made = transliterate(own, country);
  return { own_script: own, latin: made, latin_from: made === null ? null : 'transliteration' };
}

function mayBeOne(one: string, other: string): boolean {
  const [a, b] = [{ last: one }, { last: other }];
  return compareNames(a, b).verdict !== 'different' || !areComparable(a, b);
}

/** Returns the issuer of the document with these sides, otherwise the holder's nationality: ISO 3166-1 alpha-2. */
export function countryOf(sides: readonly Pick<DocumentReading, 'fields'>[]): string | undefined {
  const named = (['issuing_country', 'nationality'] as const).flatMap((name) =>
    sides.flatMap(({ fields }) => countryCode(fields[name]?.value ?? '') ?? []),
  );
  return named[0];
}
