import { useState } from 'preact/hooks';
import { get } from '../../client/api.ts';
import { useCursorPages } from '../../client/pages.ts';
import { Paged } from '../../parts/more.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { entityLabel } from '../../text/words.ts';
import type { Change, ChangesAnswer } from './change.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { entryFieldLabel } from './entry-text.ts';

const KINDS = ['added', 'changed', 'removed'] as const;
const TONES: Readonly<Record<Change['change'], Tone>> = { added: 'good', changed: 'warn', removed: 'bad' };
const PAGE = 25;

interface ChangesProps {
  /** Ids of the two versions; `against` is taken as the older one. */
  version: string;
  against: string;
}

/** What one version has that another has not, has no more, or has otherwise. */
export function Changes({ version, against }: ChangesProps) {
  const [counts, setCounts] = useState<ChangesAnswer['counts'] | null>(null);
  const [only, setOnly] = useState<Change['change'] | null>(null);
  const [open, setOpen] = useState<Change | null>(null);
  const changes = useCursorPages<Change>(
    async (after, abort) => {
      const cursor = after ? `&starting_after=${after}` : '';
      const kind = only ? `&change=${only}` : '';
      const path = `/v1/watchlists/${version}/changes?against=${against}&limit=${PAGE}${kind}${cursor}`;
      const page = await get<ChangesAnswer>(path, abort);
      setCounts(page.counts);
      return page;
    },
    [version, against, only],
  );
  return (
    <>
      {counts && <Counts counts={counts} only={only} onOnly={setOnly} />}
      <Paged of={changes} empty={<p class="faint">{t('lists.no_changes')}</p>}>
        {(rows) => <Table caption={t('lists.changes')} columns={columns(setOpen)} rows={rows} keyOf={({ id }) => id} />}
      </Paged>
      {open && <EntryDialog change={open} version={version} against={against} onClose={() => setOpen(null)} />}
    </>
  );
}

/** How many changes there are; each kind can be shown alone. */
function Counts({
  counts,
  only,
  onOnly,
}: {
  counts: ChangesAnswer['counts'];
  only: Change['change'] | null;
  onOnly: (only: Change['change'] | null) => void;
}) {
  const all = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <fieldset class="choice change-counts">
      <legend class="unseen">{t('lists.change')}</legend>
      <button type="button" aria-pressed={only === null} onClick={() => onOnly(null)}>
        <strong class="number">{formatNumber(all)}</strong> {t('lists.all_changes')}
      </button>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={only === kind}
          disabled={counts[kind] === 0}
          onClick={() => onOnly(kind)}
        >
          <strong class="number">{formatNumber(counts[kind])}</strong> {t(`lists.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

function columns(onOpen: (change: Change) => void): Column<Change>[] {
  return [
    {
      key: 'change',
      label: t('lists.change'),
      cell: ({ change }) => <Pill tone={TONES[change]}>{t(`lists.one_${change}`)}</Pill>,
    },
    {
      key: 'name',
      label: t('lists.entry'),
      cell: (change) => (
        <button type="button" class="link" dir="auto" onClick={() => onOpen(change)}>
          {change.name}
        </button>
      ),
    },
    { key: 'type', label: t('lists.type'), cell: ({ type }) => entityLabel(type), wideOnly: true },
    {
      key: 'fields',
      label: t('lists.fields'),
      cell: ({ fields }) => fields.map(entryFieldLabel).join(', ') || <span class="faint">–</span>,
    },
  ];
}
