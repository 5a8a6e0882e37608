import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { changesPageSchema } from '../../../server/api/contract/watchlists.ts';
import { get } from '../../client/api.ts';
import { useCursorPages } from '../../client/pages.ts';
import { Paged } from '../../parts/more.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { entityLabel } from '../../text/words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { entryFieldLabel } from './entry-text.ts';

type ChangesAnswer = z.output<typeof changesPageSchema>;
export type Change = ChangesAnswer['data'][number];

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
  const [open, setOpen] = useState<Change | null>(null);
  const changes = useCursorPages<Change>(
    async (after, abort) => {
      const cursor = after ? `&starting_after=${after}` : '';
      const path = `/v1/watchlists/${version}/changes?against=${against}&limit=${PAGE}${cursor}`;
      const page = await get<ChangesAnswer>(path, abort);
      setCounts(page.counts);
      return page;
    },
    [version, against],
  );
  return (
    <>
      {counts && (
        <ul class="change-counts">
          {KINDS.map((kind) => (
            <li key={kind}>
              <strong class="number">{formatNumber(counts[kind])}</strong> {t(`lists.${kind}`)}
            </li>
          ))}
        </ul>
      )}
      <Paged of={changes} empty={<p class="faint">{t('lists.no_changes')}</p>}>
        {(rows) => <Table caption={t('lists.changes')} columns={columns(setOpen)} rows={rows} keyOf={({ id }) => id} />}
      </Paged>
      {open && <EntryDialog change={open} version={version} against={against} onClose={() => setOpen(null)} />}
    </>
  );
}

function columns(onOpen: (change: Change) => void): Column<Change>[] {
  return [
    {
      key: 'change',
      label: t('lists.change'),
      cell: ({ change }) => <Pill tone={TONES[change]}>{t(`lists.${change}`)}</Pill>,
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
