import { signal } from '@preact/signals';
import type { ApiError } from '../../client/api.ts';
import { parseCountry } from '../../parts/country-field.tsx';
import { type Birth, birthOf, birthText, isBirth } from '../../parts/dates.ts';
import { t, textFor } from '../../text/text.ts';

export type Fields = ReturnType<typeof createFields>;
type Texts = Readonly<Record<string, string>>;

/** What was typed into a form, by the paths that the appliance names fields by, and what is wrong with it. */
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
    /** Takes away what was typed under a prefix. */
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

/** Paths whose values are sent as codes of countries. */
export const isCountry = (path: string): boolean => /(?:^|\.)(?:country|nationality)$/.test(path);

/** Paths of birth dates: a whole one is sent as `dob`, one that is known in part as `birth_date`. */
export const isBirthPath = (path: string): boolean => path.endsWith('.dob');

/** Countries and birth dates that were typed and are none. */
export function typedErrors(values: Texts): Record<string, string> {
  const wrong = Object.entries(values).flatMap(([path, value]): [string, string][] => {
    if (value.trim() === '') return [];
    if (isCountry(path)) return parseCountry(value) === null ? [[path, t('invalid.country')]] : [];
    return isBirthPath(path) && !isBirth(value) ? [[path, t('invalid.dob')]] : [];
  });
  return Object.fromEntries(wrong);
}

/** What the appliance said of each field, in words of ours where there are some. */
export function errorsByField(error: ApiError): Record<string, string> {
  const named = error.problem.errors.flatMap(({ field, code, message }) => {
    if (field === undefined) return [];
    // One field of the form has the birth date, however much of it is known.
    const path = field.replace(/\.birth_date(?:\.\w+)?$/, '.dob');
    const name = path.split('.').at(-1) ?? path;
    const text = textFor(code === 'required' ? 'invalid.required' : `invalid.${name}`) ?? message;
    return [[path, text] as const];
  });
  return Object.fromEntries(named);
}

/** What `nested` and the form's lists of names were made of: paths and values, names in one value, one a line. */
export function flattened(value: unknown, path: string): [path: string, value: string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[path, value.join('\n')]];
  if (typeof value !== 'object') return [[path, String(value)]];
  const { birth_date: range, ...others } = value as Birth;
  if (range) return flattened({ ...others, dob: birthText(value as Birth) }, path);
  return Object.entries(value).flatMap(([name, one]) => flattened(one, `${path}.${name}`));
}

/**
 * The values under a prefix as nested objects, blank ones left out, names of countries as their codes, birth dates by what is known of them.
 * `nested(values, 'applicant')` of `applicant.address.city` gives `{address: {city}}`.
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
