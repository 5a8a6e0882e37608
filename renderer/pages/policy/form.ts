import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Draft, faultOf, isSame, type Setting, type Value, valueIn } from './draft.ts';

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
