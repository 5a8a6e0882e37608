import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** One keyboard shortcut of the current screen. */
export interface KeyAct {
  /** As `KeyboardEvent.key` has it, such as `j`, `Enter`, `/`, `?`. */
  key: string;
  label: string;
  run: (event: KeyboardEvent) => void;
}

/** The current shortcuts, for the list of shortcuts. The set that was added last has precedence. */
export const keyActs = signal<readonly (readonly KeyAct[])[]>([]);

const KEY = 'custos.keys';

/** Whether single-character shortcuts are on. Users of speech input switch them off (WCAG 2.2, 2.1.4). */
export const keysOn = signal(true);

export function chooseKeys(on: boolean): void {
  keysOn.value = on;
  localStorage.setItem(KEY, on ? 'on' : 'off');
}

/** Registers shortcuts while the component is shown; they do not work in text fields and dialogs. `deps`: what the actions read. */
export function useKeys(acts: readonly KeyAct[], deps: readonly unknown[]): void {
  // Runs before the page is painted: the next key may arrive at once.
  useLayoutEffect(() => {
    keyActs.value = [acts, ...keyActs.peek()];
    return () => {
      keyActs.value = keyActs.peek().filter((one) => one !== acts);
    };
  }, deps);
}

/** Moves the focus by `by` elements that match `selector` in a list; stops at its ends. */
export function stepFocus(list: HTMLElement | null, selector: string, by: number): void {
  const all = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = all.findIndex((one) => one.parentElement?.contains(document.activeElement));
  all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
}

/** Listens to every key of the page, once. */
export function startKeys(): () => void {
  keysOn.value = localStorage.getItem(KEY) !== 'off';
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const act = keyActs
      .peek()
      .flat()
      .find(({ key }) => key === event.key);
    if (!act || (act.key.length === 1 && !keysOn.peek())) return;
    event.preventDefault();
    act.run(event);
  };
  addEventListener('keydown', hear);
  return () => removeEventListener('keydown', hear);
}

/** Whether the keys type text, or already have a meaning for the focused element. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
