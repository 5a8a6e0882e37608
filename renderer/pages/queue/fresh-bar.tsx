import { Icon } from '../../parts/icon.tsx';
import { formatNumber } from '../../text/format.ts';
import { plural, t } from '../../text/text.ts';
import { FRESH_MAX, type QueueList } from './list.ts';
import { showFresh } from './queue.ts';

/** Records that came while somebody reads: they wait here until they are wanted. */
export function FreshBar({ list, onShown }: { list: QueueList; onShown: () => void }) {
  const count = list.fresh.value;
  return (
    <div class="queue-fresh" role="status">
      {!list.complete.value && <p>{t('queue.reading')}</p>}
      {count > 0 && (
        <button type="button" onClick={() => void showFresh().then(onShown)}>
          <Icon name="up" />
          {count < FRESH_MAX ? plural('queue.fresh', count) : t('queue.fresh_many', { count: formatNumber(FRESH_MAX) })}
        </button>
      )}
    </div>
  );
}
