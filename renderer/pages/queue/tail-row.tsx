import { ApiError } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActError } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import type { QueueList } from './list.ts';

/** What is said where the next page does not come. */
export function TailRow({ list }: { list: QueueList }) {
  const tail = list.tail.value;
  if (!(tail instanceof ApiError)) return null;
  return (
    <div class="queue-tail">
      <ActError error={tail} />
      <Button icon="refresh" onClick={() => void list.more()}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
