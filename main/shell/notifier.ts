import type { Notification, NotificationConstructorOptions } from 'electron';
import { fill, type ShellTexts } from './text/texts.ts';

/** Between two notifications: often enough to learn of work, rarely enough not to disturb it. */
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
  /** Whether the window has focus, so that the person sees the number there. */
  isFocused: () => boolean;
  /** A notification was clicked. */
  onClick: () => void;
}

/**
 * Notifies about records that wait for review: if there are more than before, the window has no focus, and the last
 * notification is some minutes old. States only the number, because anyone at the screen can read a notification.
 *
 * @returns a function that takes each count of records that wait for review
 */
export function createNotifier(needs: NotifierNeeds): (waiting: number) => void {
  const { Notification, texts, now, isOn, isFocused, onClick } = needs;
  // The count that the person last saw. null: nothing was counted since the start.
  let known: number | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let shown: Pick<Notification, 'close'> | null = null;
  return (waiting) => {
    const seen = known === null || isFocused() || waiting <= known;
    if (seen || !isOn() || !Notification.isSupported()) {
      known = waiting;
      return;
    }
    // `known` stays: the next notification includes records that arrived meanwhile.
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
