import { transliterate } from '../names/written/transliterate.ts';
import { areComparable, compareNames } from './names.ts';
import { countryCode } from './nationality.ts';
import type { DocumentReading, ReadField } from './types.ts';

/** A name that a document has in a script other than Latin, and the same in Latin letters. */
export interface NameForm {
  /** As printed. */
  own_script: string;
  /** Null: the document has none, and there is no table for the script that passports follow. */
  latin: string | null;
  /** `transliteration`: the document has no Latin form, it was made by the table of `transliterate`. */
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

/** Both forms of each name that a file has in a script other than Latin; empty where it has none. */
export function nameForms(reading: Pick<DocumentReading, 'fields' | 'also_read'>): NameForms {
  const forms = NAME_FIELDS.flatMap((name) => {
    const form = nameForm(reading.fields[name], reading.also_read?.[name] ?? [], countryOf([reading]));
    return form ? [[name, form] as const] : [];
  });
  return Object.fromEntries(forms);
}

/**
 * Both forms of one name, or undefined where nothing gave it in a script other than Latin. What contradicts the chosen value is no form of it.
 *
 * @param field the value that was chosen
 * @param others what else was read of it
 * @param country the issuer's, ISO 3166-1 alpha-2, whose passports' way of writing is taken
 */
export function nameForm(
  field: ReadField | undefined,
  others: readonly ReadField[],
  country?: string,
): NameForm | undefined {
  // Most records have none; whether two names may be one takes longer to tell.
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

/** Whose document these are the sides of, else whose national the holder is: ISO 3166-1 alpha-2. */
export function countryOf(sides: readonly Pick<DocumentReading, 'fields'>[]): string | undefined {
  const named = (['issuing_country', 'nationality'] as const).flatMap((name) =>
    sides.flatMap(({ fields }) => countryCode(fields[name]?.value ?? '') ?? []),
  );
  return named[0];
}
