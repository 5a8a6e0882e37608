import { useEffect, useState } from 'preact/hooks';
import type { BackupAnswer } from '../../../server/contract/backups.ts';
import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { post, type Resource, useGetRows } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActError, Loaded, Section, toast, useAct } from '../../parts/page.tsx';
import { Ago, factList, Pill, Table, type Tone, When } from '../../parts/values.tsx';
import { formatBytes, plural, t } from '../../text/text.ts';

const POLL_MS = 1_000;
const TONES: Readonly<Record<BackupAnswer['status'], Tone>> = { running: 'busy', completed: 'good', failed: 'bad' };

interface BackupsProps {
  system: SystemStateAnswer;
  /** Called when a backup has ended. */
  onDone: () => void;
}

/** Shows the backup schedule and the existing backups, and makes one on demand. */
export function Backups({ system: { backup }, onDone }: BackupsProps) {
  const list = useGetRows('/v1/backups');
  const { busy, error, run } = useAct();
  const running = useRunning(list, onDone);
  // A refusal may mean that another backup was running.
  const begin = () => run(() => post('/v1/backups').finally(list.reload));
  return (
    <Section
      title={t('system.backups')}
      id="backups"
      actions={
        backup.configured && (
          <Button icon="download" busy={busy} disabled={running} onClick={() => void begin()}>
            {t('system.backup_now')}
          </Button>
        )
      }
    >
      <ActError error={error} />
      {backup.configured ? (
        <>
          {factList([
            [t('system.backup_last'), backup.last ? <Ago at={backup.last.created_at} /> : t('label.never')],
            [t('system.backup_next'), backup.next_at && <Ago at={backup.next_at} />],
            [t('system.backup_schedule'), plural('system.backup_every', backup.interval_hours)],
            [t('system.backup_kept'), plural('system.backup_kept_count', backup.kept)],
            [t('system.backup_keys'), t(backup.keys_configured ? 'system.backup_keys_on' : 'system.backup_keys_off')],
          ])}
          <Loaded of={list}>{(rows) => (rows.length === 0 ? null : <Rows rows={rows} />)}</Loaded>
        </>
      ) : (
        <p>{t('system.backup_unset')}</p>
      )}
    </Section>
  );
}

function Rows({ rows }: { rows: readonly BackupAnswer[] }) {
  return (
    <Table
      caption={t('system.backups')}
      rows={rows}
      columns={[
        [t('system.backup_at'), ({ created_at: at }) => <When at={at} />],
        [t('field.status'), (row) => <State backup={row} />],
        [t('label.size'), ({ size_bytes: size }) => (size === null ? '–' : formatBytes(size)), 'numeric'],
      ]}
    />
  );
}

function State({ backup: { status, progress, problem } }: { backup: BackupAnswer }) {
  return (
    <>
      <Pill tone={TONES[status]}>{t(`system.backup_${status}`)}</Pill>
      {status === 'running' && (
        <progress
          class="progress"
          aria-label={t('system.backup_running')}
          {...(progress && { max: Math.max(1, progress.total_bytes), value: progress.done_bytes })}
        />
      )}
      {problem && <p class="small">{problem}</p>}
    </>
  );
}

/** Follows the running backup to its end, and reports the result. */
function useRunning(list: Resource<BackupAnswer[]>, onDone: () => void): boolean {
  const state = list.state.value;
  const now = state.status === 'ready' ? state.data.find(({ status }) => status === 'running') : undefined;
  const [followed, setFollowed] = useState<string | null>(null);
  useEffect(() => {
    if (state.status !== 'ready') return;
    if (now) {
      setFollowed(now.id);
      const timer = setTimeout(() => void list.reload(), POLL_MS);
      return () => clearTimeout(timer);
    }
    const ended = state.data.find(({ id }) => id === followed);
    if (!ended) return;
    setFollowed(null);
    if (ended.status === 'completed') toast(t('system.backup_done'));
    else toast(t('system.backup_not_done'), 'bad');
    onDone();
    return;
  }, [state]);
  return now !== undefined;
}
