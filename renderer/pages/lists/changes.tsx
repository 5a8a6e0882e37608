import { useState } from 'preact/hooks';
import { get } from '../../client/api.ts';
import { useCursorPages } from '../../client/pages.ts';
import { Choice } from '../../parts/field.tsx';
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
      {counts && (
        <Choice
          class="change-counts"
          label={t('lists.change')}
          options={[
            [
              null,
              counted(
                KINDS.reduce((sum, kind) => sum + counts[kind], 0),
                'all_changes',
              ),
            ],
            ...KINDS.map((kind) => [kind, counted(counts[kind], kind), counts[kind] === 0] as const),
          ]}
          chosen={only}
          onChoose={setOnly}
        />
      )}
      <Paged of={changes} empty={<p class="faint">{t('lists.no_changes')}</p>}>
        {(rows) => <Table caption={t('lists.changes')} columns={columns(setOpen)} rows={rows} />}
      </Paged>
      {open && <EntryDialog change={open} version={version} against={against} onClose={() => setOpen(null)} />}
    </>
  );
}

/** How many changes there are of a kind, which can be shown alone. */
const counted = (count: number, kind: 'all_changes' | Change['change']) => (
  <>
    <strong class="number">{formatNumber(count)}</strong> {t(`lists.${kind}`)}
  </>
);

function columns(onOpen: (change: Change) => void): Column<Change>[] {
  return [
    [t('lists.change'), ({ change }) => <Pill tone={TONES[change]}>{t(`lists.one_${change}`)}</Pill>],
    [
      t('lists.entry'),
      (change) => (
        <button type="button" class="link" dir="auto" onClick={() => onOpen(change)}>
          {change.name}
        </button>
      ),
    ],
    [t('label.kind'), ({ type }) => entityLabel(type), 'wide-only'],
    [t('lists.fields'), ({ fields }) => fields.map(entryFieldLabel).join(', ') || <span class="faint">–</span>],
  ];
}
