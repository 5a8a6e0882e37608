import { signal } from '@preact/signals';
import type { ApiError } from '../../client/api.ts';
import { parseCountry } from '../../parts/country-field.tsx';
import { type Birth, birthOf, birthText, isBirth } from '../../parts/dates.ts';
import { t, textFor } from '../../text/text.ts';

export type Fields = ReturnType<typeof createFields>;
type Texts = Readonly<Record<string, string>>;

/** The values and errors of a form, by the API's field paths. */
export function createFields() {
  const values = signal<Texts>({});
  const errors = signal<Texts>({});
  return {
    values,
    errors,
    value: (path: string): string => values.value[path] ?? '',
    error: (path: string): string | null => errors.value[path] ?? null,
    set(path: string, value: string) {
      values.value = { ...values.peek(), [path]: value };
      const { [path]: _, ...others } = errors.peek();
      errors.value = others;
    },
    /** Removes the values under a prefix. */
    drop(prefix: string) {
      const kept = (of: Texts) => Object.fromEntries(Object.entries(of).filter(([path]) => !path.startsWith(prefix)));
      values.value = kept(values.peek());
      errors.value = kept(errors.peek());
    },
    setErrors(next: Texts) {
      errors.value = next;
    },
  };
}

/** Paths whose values are sent as country codes. */
export const isCountry = (path: string): boolean => /(?:^|\.)(?:country|nationality)$/.test(path);

/** Paths of birth dates: a full date is sent as `dob`, a partial one as `birth_date`. */
export const isBirthPath = (path: string): boolean => path.endsWith('.dob');

/** Returns errors for invalid countries and birth dates. */
export function typedErrors(values: Texts): Record<string, string> {
  const wrong = Object.entries(values).flatMap(([path, value]): [string, string][] => {
    if (value.trim() === '') return [];
    if (isCountry(path)) return parseCountry(value) === null ? [[path, t('invalid.country')]] : [];
    return isBirthPath(path) && !isBirth(value) ? [[path, t('invalid.dob')]] : [];
  });
  return Object.fromEntries(wrong);
}

/** Returns the appliance's error for each field, in the console's words if there is a text. */
export function errorsByField(error: ApiError): Record<string, string> {
  const named = error.problem.errors.flatMap(({ field, code, message }) => {
    if (field === undefined) return [];
    // One form field holds the birth date, full or partial.
    const path = field.replace(/\.birth_date(?:\.\w+)?$/, '.dob');
    const name = path.split('.').at(-1) ?? path;
    const text = textFor(code === 'required' ? 'invalid.required' : `invalid.${name}`) ?? message;
    return [[path, text] as const];
  });
  return Object.fromEntries(named);
}

/** The reverse of `nested` and of splitting names: returns paths and values; a list of names becomes one value, one name per line. */
export function flattened(value: unknown, path: string): [path: string, value: string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[path, value.join('\n')]];
  if (typeof value !== 'object') return [[path, String(value)]];
  const { birth_date: range, ...others } = value as Birth;
  if (range) return flattened({ ...others, dob: birthText(value as Birth) }, path);
  return Object.entries(value).flatMap(([name, one]) => flattened(one, `${path}.${name}`));
}

/**
 * Returns the values under a prefix as nested objects. Blank values are left out, country names become codes, birth dates become `dob` or
 * `birth_date`. `nested(values, 'applicant')` turns `applicant.address.city` into `{address: {city}}`.
 */
export function nested(values: Texts, prefix: string): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(values)) {
    const value = typed.trim();
    if (value === '' || !path.startsWith(`${prefix}.`)) continue;
    const names = path.slice(prefix.length + 1).split('.');
    const last = names.pop() ?? '';
    let at = made;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    if (isBirthPath(path)) Object.assign(at, birthOf(value));
    else at[last] = isCountry(path) ? (parseCountry(value) ?? value) : value;
  }
  return made;
}
