import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';
export type Status = 'pending' | 'processing' | 'completed' | 'failed' | 'needs_review';

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'calm',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  needs_review: 'warn',
};

/** A word with a colour; the word alone says it all. */
export function Pill({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}

/** The state of a verification. */
export function StatusPill({ status }: { status: Status }) {
  return <Pill tone={TONES[status]}>{t(`status.${status}`)}</Pill>;
}
