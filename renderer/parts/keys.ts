import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** One key and what it does on the screen that is shown. */
export interface KeyAct {
  /** As `KeyboardEvent.key` has it, such as `j`, `Enter`, `/`, `?`. */
  key: string;
  label: string;
  run: (event: KeyboardEvent) => void;
}

/** What works now, for the page of keys. The last set that was put up goes first. */
export const keyActs = signal<readonly (readonly KeyAct[])[]>([]);

const KEY = 'custos.keys';

/** Whether keys work that are a mere sign. Who speaks to their machine turns them off (WCAG 2.2, 2.1.4). */
export const keysOn = signal(true);

export function chooseKeys(on: boolean): void {
  keysOn.value = on;
  localStorage.setItem(KEY, on ? 'on' : 'off');
}

/** Keys that work while the component is shown, outside of text fields and dialogs. `deps`: what the acts look at. */
export function useKeys(acts: readonly KeyAct[], deps: readonly unknown[]): void {
  // Before the page is drawn: the next key may come at once.
  useLayoutEffect(() => {
    keyActs.value = [acts, ...keyActs.peek()];
    return () => {
      keyActs.value = keyActs.peek().filter((one) => one !== acts);
    };
  }, deps);
}

/** Moves the focus by so many of what `selector` finds in a list; at its ends it stays. */
export function stepFocus(list: HTMLElement | null, selector: string, by: number): void {
  const all = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = all.findIndex((one) => one.parentElement?.contains(document.activeElement));
  all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
}

/** Hears every key of the page once. */
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

/** Whether the keys go into a text, or already mean something to what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
