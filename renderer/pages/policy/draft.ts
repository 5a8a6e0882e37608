import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PolicySettingAnswer } from '../../../server/contract/policies.ts';

export type Setting = PolicySettingAnswer;
export type Value = Setting['value'];
/** Values that were set and not saved, by path. */
export type Draft = Readonly<Record<string, Value>>;

/** What the form shows. */
export const valueIn = (draft: Draft, { path, value }: Pick<Setting, 'path' | 'value'>): Value =>
  Object.hasOwn(draft, path) ? (draft[path] ?? null) : value;

/** With one value set; what is as in force is no change. */
export function withValue(draft: Draft, setting: Pick<Setting, 'path' | 'value'>, value: Value): Draft {
  const { [setting.path]: _, ...others } = draft;
  return isSame(value, setting.value) ? others : { ...others, [setting.path]: value };
}

/** What is left of a draft when another version has come into force: what that has not already. */
export function rebased(draft: Draft, settings: readonly Setting[]): Draft {
  const kept = settings.filter(({ path, value }) => Object.hasOwn(draft, path) && !isSame(draft[path] ?? null, value));
  return Object.fromEntries(kept.map(({ path }) => [path, draft[path] ?? null]));
}

/** Lists are sets: their order says nothing. */
function isSame(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

export type Fault =
  | { code: 'must_be_number' }
  | { code: 'must_be_within'; min: number; max: number }
  | { code: 'must_be_whole' }
  | { code: 'must_be_countries'; codes: string };

/** What is wrong with a value before the appliance is asked; null: nothing. */
export function faultOf({ kind, min, max, step, nullable, options }: Setting, value: Value): Fault | null {
  if (kind === 'list' && options === null && Array.isArray(value)) {
    const wrong = value.filter((code) => !/^[A-Z]{2}$/.test(code));
    return wrong.length === 0 ? null : { code: 'must_be_countries', codes: wrong.join(' ') };
  }
  if (kind !== 'number' || (nullable && value === null)) return null;
  if (typeof value !== 'number' || Number.isNaN(value)) return { code: 'must_be_number' };
  if (step === 1 && !Number.isInteger(value)) return { code: 'must_be_whole' };
  if (min !== null && max !== null && (value < min || value > max)) return { code: 'must_be_within', min, max };
  return null;
}

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
/** A thousand to some, one to others. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * What was typed as a number, with a point or a comma; what is none for certain is NaN. Nothing is null where that is a
 * value too.
 */
export function numberTyped(text: string, nullable: boolean): number | null {
  const bare = text.replaceAll(/\s/g, '');
  if (bare === '') return nullable ? null : Number.NaN;
  return NUMBER.test(bare) && !AMBIGUOUS.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
}

/** Codes of countries that were typed with blanks or commas between them. */
export const countriesTyped = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
  ),
];

interface Form {
  draft: Draft;
  /** Null: whoever looks may not change it. */
  set: ((setting: Setting, value: Value) => void) | null;
}

/** What is being changed, for all controls of the page. */
export const FormContext = createContext<Form>({ draft: {}, set: null });

/** One setting as the form has it now. */
export function useSetting(setting: Setting) {
  const { draft, set } = useContext(FormContext);
  const value = valueIn(draft, setting);
  return {
    value,
    isEdited: !isSame(value, setting.value),
    isDefault: isSame(value, setting.default),
    fault: faultOf(setting, value),
    /** Null: it cannot be changed here. */
    set: set && setting.fixed === null ? (next: Value) => set(setting, next) : null,
  };
}
