import type { DatasetImportAnswer } from '../../../server/contract/dataset-uploads.ts';
import type { WatchlistAnswer } from '../../../server/contract/watchlists.ts';
import { Icon } from '../../parts/button.tsx';
import { formatDay, formatNumber, formatShare, plural, t } from '../../text/text.ts';

/** What became of the files so far; `stale`: the lists that came in and are too old. */
export type Sending =
  | { is: 'sent'; share: number }
  | { is: 'import'; import: DatasetImportAnswer; stale: readonly WatchlistAnswer[] };

/** How far the files of a list have come, and what became of them. */
export function ListProgress({ sending }: { sending: Sending }) {
  if (sending.is === 'sent') {
    return <Bar label={t('setup.list_sending', { share: formatShare(sending.share) })} share={sending.share} />;
  }
  const { state, phase, progress, entries, error, files } = sending.import;
  if (state === 'failed') {
    return (
      <div class="act-error" role="alert">
        <Icon name="alert" />
        <p>{error?.detail ?? t('state.failed')}</p>
      </div>
    );
  }
  if (state === 'done') {
    return (
      <>
        <p class="setup-done">
          <Icon name="check" />
          <span>
            {plural('setup.list_done', entries)} <span class="faint">{files.join(', ')}</span>
          </span>
        </p>
        {sending.stale.map((list) => (
          <div key={list.id} class="act-error" role="alert">
            <Icon name="alert" />
            <p>{staleText(list)}</p>
          </div>
        ))}
      </>
    );
  }
  const label = t(`setup.list_${phase ?? 'waiting'}`, { entries: formatNumber(entries) });
  return <Bar label={label} share={phase === 'reading' ? progress : null} />;
}

/** How old a list is, and what follows from it. */
export function staleText({ name, dated, age_days: days }: WatchlistAnswer): string {
  return plural('setup.list_stale', days, { name, date: formatDay(dated) });
}

function Bar({ label, share }: { label: string; share: number | null }) {
  return (
    <div class="setup-progress">
      <p aria-hidden="true">{label}</p>
      <progress class="progress" aria-label={label} max={1} {...(share !== null && { value: share })} />
    </div>
  );
}
