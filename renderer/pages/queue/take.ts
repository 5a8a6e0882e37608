import { ApiError, del, put } from '../../client/api.ts';
import { can, operator } from '../../client/session.ts';
import { problemText } from '../../parts/problem-text.ts';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { apiPath, type QueueItem } from './item.ts';
import { refreshRow } from './queue.ts';

/** Whether whoever is logged in may take it on, or give it back. */
export function mayTake({ kind, status }: QueueItem): boolean {
  return can(`${kind}:review`) && status === 'needs_review';
}

/** Takes a record on; one that is one's own already is given back. */
export async function take(item: QueueItem): Promise<void> {
  const me = operator.peek()?.id;
  if (!mayTake(item) || me === undefined) return;
  const path = `${apiPath(item)}/assignment`;
  const isMine = item.assignee?.id === me;
  try {
    await (isMine ? del(path) : put(path, { assignee: me }));
    toast(t(isMine ? 'queue.given_back' : 'queue.taken'));
    await refreshRow(item.id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(problemText(error), 'bad');
  }
}
