import type { Notification, NotificationConstructorOptions } from 'electron';
import { fill, type ShellTexts } from './text/texts.ts';

/** Between two notifications: enough to be told of work, not enough to be kept from it. */
export const NOTIFY_EVERY_MS = 5 * 60_000;

export interface NotifierNeeds {
  Notification: {
    new (options: NotificationConstructorOptions): Pick<Notification, 'close' | 'on' | 'show'>;
    isSupported(): boolean;
  };
  texts: ShellTexts;
  /** Milliseconds; only differences count. */
  now: () => number;
  isOn: () => boolean;
  /** Whether the person looks at the window, and sees the number there. */
  isFocused: () => boolean;
  /** A notification was clicked. */
  onClick: () => void;
}

/**
 * Tells of reviews that wait: when there are more than before, the window is not looked at, and the last telling is some minutes past. It
 * tells the number alone, since a notification is read by whoever stands before the screen.
 *
 * @returns what takes each count of records that wait for review
 */
export function createNotifier(needs: NotifierNeeds): (waiting: number) => void {
  const { Notification, texts, now, isOn, isFocused, onClick } = needs;
  // What the person has seen or been told of. Null: nothing has been counted since the start.
  let known: number | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let shown: Pick<Notification, 'close'> | null = null;
  return (waiting) => {
    const seen = known === null || isFocused() || waiting <= known;
    if (seen || !isOn() || !Notification.isSupported()) {
      known = waiting;
      return;
    }
    // `known` stays: who came in the meantime is told of with the next.
    if (now() - toldAt < NOTIFY_EVERY_MS) return;
    known = waiting;
    toldAt = now();
    shown?.close();
    const text = waiting === 1 ? texts.notification.one_waiting : texts.notification.more_waiting;
    const notification = new Notification({ title: 'Custos', body: fill(text, { count: waiting }) });
    notification.on('click', onClick);
    notification.show();
    shown = notification;
  };
}
