import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { mode } from '../../client/api.ts';
import { lockedLogin, operator, operatorId } from '../../client/session.ts';
import type { Sending } from './sending.ts';

/** What was begun and not sent yet, in memory alone: it is there again after a lock, for the same operator and in the same data space, unless another one was here. */
const drafts = new Map<string, unknown>();
/** Counts the drafts that were begun in the place of others, so that a form shows the new one. */
const round = signal(0);

type DraftKind = 'person' | 'company';
interface Draft {
  sending: ReadonlySignal<Sending>;
}

effect(() => {
  const id = operatorId.value;
  if (id !== null) forgetOthers(id);
  else if (lockedLogin.value === null) drafts.clear();
});

function forgetOthers(owner: string): void {
  for (const key of drafts.keys()) if (!key.startsWith(`${owner}/`)) drafts.delete(key);
}

const keyOf = (kind: DraftKind): string => `${operatorId.value}/${mode.value}/${kind}`;

/** Puts a draft in the place of what was begun. */
export function putDraft(kind: DraftKind, draft: Draft): void {
  drafts.set(keyOf(kind), draft);
  round.value++;
}

/** The draft of whoever is logged in; `reset` gives up what was begun, and begins anew. */
export function useDraft<T extends Draft>(kind: DraftKind, make: () => T): { draft: T; reset: () => void } {
  const key = keyOf(kind);
  const draft = useMemo(() => {
    const kept = drafts.get(key) ?? make();
    drafts.set(key, kept);
    return kept as T;
  }, [key, round.value]);
  useEffect(
    () => () => {
      // Whoever comes back later begins anew; after a lock they see how it went.
      if (draft.sending.peek().phase === 'sent' && operator.peek()) drafts.delete(key);
    },
    [draft, key],
  );
  const reset = (): void => {
    drafts.delete(key);
    round.value++;
  };
  return { draft, reset };
}
