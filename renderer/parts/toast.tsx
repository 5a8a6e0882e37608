import { effect, signal } from '@preact/signals';
import { operatorId } from '../client/session.ts';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const SHOWN_MS = 6_000;

const toasts = signal<Toast[]>([]);
const spoken = signal('');
let lastId = 0;

effect(() => {
  // What one was told is nothing for the next.
  void operatorId.value;
  toasts.value = [];
  spoken.value = '';
});

/** Tells what was done: seen for some seconds, and read out. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text, tone }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, SHOWN_MS);
}

/** Reads something out that can be seen elsewhere on the page. */
export function announce(text: string): void {
  // The same words twice are two tellings.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <>
      <div class="toasts" role="status" aria-live="polite">
        {toasts.value.map(({ id, text, tone }) => (
          <p key={id} class={`toast ${tone}`}>
            {text}
          </p>
        ))}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </div>
    </>
  );
}
