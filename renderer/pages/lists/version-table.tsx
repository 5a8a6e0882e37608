import { useState } from 'preact/hooks';
import { nameOf } from '../../client/actors.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, Pill, Table, When } from '../../parts/values.tsx';
import { formatNumber, t } from '../../text/text.ts';
import { type Dataset, isStaged, type Kind, mayChange, sizeOf, stepOf, type Version } from './dataset.ts';
import { ActivateDialog } from './dataset-dialogs.tsx';
import { ActivateTrustDialog } from './trust.tsx';

interface VersionTableProps {
  kind: Kind;
  dataset: Dataset;
  /** Whether to show links to each version's changes. */
  withChanges?: boolean;
  onChanged: () => void;
}

/** Lists the stored versions of a list or register, newest first. */
export function VersionTable({ kind, dataset, withChanges = false, onChanged }: VersionTableProps) {
  const [asked, setAsked] = useState<Version | null>(null);
  return (
    <>
      <Table
        caption={t('lists.versions_of', { name: dataset.name })}
        columns={columns({ kind, dataset, withChanges }, setAsked)}
        rows={dataset.versions}
      />
      {asked && 'staged' in asked && (
        <ActivateTrustDialog version={asked} onChanged={onChanged} onClose={() => setAsked(null)} />
      )}
      {asked && !('staged' in asked) && (
        <ActivateDialog
          kind={kind}
          dataset={dataset}
          version={asked}
          onChanged={onChanged}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function columns(
  { kind, dataset, withChanges }: Pick<VersionTableProps, 'kind' | 'dataset'> & { withChanges: boolean },
  onUse: (version: Version) => void,
): Column<Version>[] {
  return [
    [
      t('label.version'),
      ({ id, version }) =>
        kind === 'watchlist' ? (
          <a class="mono" dir="ltr" href={`/lists/${id}`}>
            {version}
          </a>
        ) : (
          <span class="mono" dir="ltr">
            {version}
          </span>
        ),
    ],
    [
      t('lists.imported'),
      ({ imported_at: at, imported_by: by }) => (
        <>
          <When at={at} /> {by && <div class="faint">{importerText(by)}</div>}
        </>
      ),
    ],
    ...(withChanges && dataset.versions.length > 1 ? [changesColumn(dataset)] : []),
    [t(`${kind}.entries`), (version) => formatNumber(sizeOf(version)), 'numeric'],
    [
      t('field.status'),
      (version) => {
        if (version.active) return <Pill tone="good">{t('lists.searched')}</Pill>;
        if (!mayChange()) return <span class="faint">{t(isStaged(version) ? 'trust.staged' : 'lists.kept')}</span>;
        const label = isStaged(version) ? t('trust.compare') : t(`lists.step_${stepOf(dataset, version)}`);
        return <Button onClick={() => onUse(version)} label={label} />;
      },
    ],
  ];
}

/** A column with links to a version's changes against the previous one. */
function changesColumn({ versions }: Dataset): Column<Version> {
  return [
    t('lists.changes'),
    ({ id, version }) =>
      id === versions.at(-1)?.id ? null : (
        <a href={`/lists/${id}`} aria-label={t('lists.changes_of', { version })}>
          {t('lists.show_changes')}
        </a>
      ),
    'wide-only',
  ];
}

/** Returns who imported it, by name if known. */
export function importerText(by: string): string {
  const name = nameOf(by);
  if (name !== by) return name;
  if (by.startsWith('opr_')) return t('lists.by_operator');
  if (by.startsWith('key_')) return t('lists.by_key');
  return by === 'inbox' ? t('lists.by_inbox') : by;
}
