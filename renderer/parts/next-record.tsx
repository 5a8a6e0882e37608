import type { SearchAnswer } from '../../server/contract/search.ts';
import { ApiError, post } from '../client/api.ts';
import { queueNeighbour, recordPath } from '../client/queue-place.ts';
import { navigate } from '../router.ts';
import { t } from '../text/text.ts';
import { IconButton } from './button.tsx';
import { useKeys } from './keys.ts';
import { toast } from './toast.tsx';

/** The ways to the records before and behind this one in the queue; where that is not known, to the one that waits longest. */
export function NextRecord({ id }: { id: string }) {
  const back = (): void => {
    const path = queueNeighbour(id, -1);
    if (path) navigate(path);
    else toast(t('next.none_before'));
  };
  useKeys(
    [
      { key: 'j', label: t('next.next'), run: () => void goOn(id) },
      { key: 'k', label: t('next.back'), run: back },
    ],
    [id],
  );
  return (
    <>
      <IconButton icon="left" label={t('next.back')} aria-keyshortcuts="k" onClick={back} />
      <IconButton icon="right" label={t('next.next')} aria-keyshortcuts="j" onClick={() => void goOn(id)} />
    </>
  );
}

async function goOn(id: string): Promise<void> {
  const path = queueNeighbour(id, 1) ?? (await longestWaiting(id));
  if (path) navigate(path);
  else toast(t('next.none'));
}

/** The record that waits longest for a person, but this one; null: none, or it cannot be asked. */
async function longestWaiting(id: string): Promise<string | null> {
  try {
    const { data } = await post<SearchAnswer>('/v1/search', {
      statuses: ['needs_review'],
      order: 'longest_waiting',
      limit: 2,
    });
    const next = data.find((item) => item.id !== id);
    return next ? recordPath(next) : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
