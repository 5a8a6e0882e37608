import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { mode } from '../../client/mode.ts';
import { lockedLogin, operator, operatorId } from '../../client/session.ts';
import type { Sending } from './sending.ts';

/** What was begun and not sent yet, in memory alone: it is there again after a lock, for the same operator and in the same data space, unless another one was here. */
const drafts = new Map<string, unknown>();

effect(() => {
  const id = operatorId.value;
  if (id !== null) forgetOthers(id);
  else if (lockedLogin.value === null) drafts.clear();
});

function forgetOthers(owner: string): void {
  for (const key of drafts.keys()) if (!key.startsWith(`${owner}/`)) drafts.delete(key);
}

/** The draft of whoever is logged in; `reset` gives up what was begun, and begins anew. */
export function useDraft<T extends { sending: ReadonlySignal<Sending> }>(
  kind: 'person' | 'company',
  make: () => T,
): { draft: T; reset: () => void } {
  const key = `${operatorId.value}/${mode.value}/${kind}`;
  const [round, setRound] = useState(0);
  const draft = useMemo(() => {
    const kept = drafts.get(key) ?? make();
    drafts.set(key, kept);
    return kept as T;
  }, [key, round]);
  useEffect(
    () => () => {
      // Whoever comes back later begins anew; after a lock they see how it went.
      if (draft.sending.peek().phase === 'sent' && operator.peek()) drafts.delete(key);
    },
    [draft, key],
  );
  const reset = (): void => {
    drafts.delete(key);
    setRound(round + 1);
  };
  return { draft, reset };
}
