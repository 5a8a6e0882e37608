import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PolicySettingAnswer } from '../../../server/contract/policies.ts';

export type Setting = PolicySettingAnswer;
export type Value = Setting['value'];
/** Unsaved values, by path. */
export type Draft = Readonly<Record<string, Value>>;

/** Returns the value that the form shows. */
export const valueIn = (draft: Draft, { path, value }: Pick<Setting, 'path' | 'value'>): Value =>
  Object.hasOwn(draft, path) ? (draft[path] ?? null) : value;

/** Returns the draft with one value set; a value equal to the one in force is not a change. */
export function withValue(draft: Draft, setting: Pick<Setting, 'path' | 'value'>, value: Value): Draft {
  const { [setting.path]: _, ...others } = draft;
  return isSame(value, setting.value) ? others : { ...others, [setting.path]: value };
}

/** Returns the rest of a draft after another version came into force: the changes that it does not contain. */
export function rebased(draft: Draft, settings: readonly Setting[]): Draft {
  const kept = settings.filter(({ path, value }) => Object.hasOwn(draft, path) && !isSame(draft[path] ?? null, value));
  return Object.fromEntries(kept.map(({ path }) => [path, draft[path] ?? null]));
}

/** Lists are sets: their order does not matter. */
function isSame(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

export type Fault =
  | { code: 'must_be_number' }
  | { code: 'must_be_within'; min: number; max: number }
  | { code: 'must_be_whole' }
  | { code: 'must_be_countries'; codes: string };

/** Returns what is wrong with a value before it is sent; null if nothing is. */
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
/** Means a thousand in some countries, one in others. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** Parses a number with a point or a comma; NaN if the text is not clearly a number. An empty text is null if the setting allows that. */
export function numberTyped(text: string, nullable: boolean): number | null {
  const bare = text.replaceAll(/\s/g, '');
  if (bare === '') return nullable ? null : Number.NaN;
  return NUMBER.test(bare) && !AMBIGUOUS.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
}

interface Form {
  draft: Draft;
  /** Null: the operator may not change it. */
  set: ((setting: Setting, value: Value) => void) | null;
}

/** The current changes, for all controls of the page. */
export const FormContext = createContext<Form>({ draft: {}, set: null });

/** Returns one setting in the form's current state. */
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
