import type { WatchlistEntryAnswer } from '../../../server/contract/watchlists.ts';
import { get } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { t } from '../../text/text.ts';
import type { Change } from './change.ts';
import { ENTRY_FIELDS, entryFieldLabel, entryLines } from './entry-text.ts';

interface EntryDialogProps {
  change: Change;
  version: string;
  against: string;
  onClose: () => void;
}

interface Both {
  before: WatchlistEntryAnswer | null;
  after: WatchlistEntryAnswer | null;
}

/** An entry as both versions have it; what differs is marked. */
export function EntryDialog({ change, version, against, onClose }: EntryDialogProps) {
  const { id, name } = change;
  const both = useResource<Both>(
    async (abort) => {
      const of = (one: string) => get<WatchlistEntryAnswer>(`/v1/watchlists/${one}/entries/${id}`, abort);
      const [before, after] = await Promise.all([
        change.change === 'added' ? null : of(against),
        change.change === 'removed' ? null : of(version),
      ]);
      return { before, after };
    },
    [id, version, against],
  );
  return (
    <Dialog title={name} onClose={onClose} wide>
      <Loaded of={both}>{(entries) => <EntryTable {...entries} differing={new Set(change.fields)} />}</Loaded>
    </Dialog>
  );
}

function EntryTable({ before, after, differing }: Both & { differing: ReadonlySet<string> }) {
  const sides = [before && ([t('lists.before'), before] as const), after && ([t('lists.now'), after] as const)].filter(
    (side) => side !== null,
  );
  const rows = ENTRY_FIELDS.flatMap((field) => {
    const lines = sides.map(([, entry]) => entryLines(entry, field));
    return lines.every((side) => side.length === 0) ? [] : [{ field, lines }];
  });
  return (
    <Table
      class="entry"
      caption={t('lists.entry')}
      rows={rows}
      keyOf={({ field }) => field}
      rowClass={({ field }) => (differing.has(field) ? 'differs' : '')}
      named
      columns={[
        [
          t('lists.field'),
          ({ field }) => (
            <>
              {entryFieldLabel(field)}
              {differing.has(field) && <span class="unseen"> {t('lists.differs')}</span>}
            </>
          ),
        ],
        ...sides.map(([label], i): Column<(typeof rows)[number]> => [label, ({ lines }) => <Lines lines={lines[i]} />]),
      ]}
    />
  );
}

function Lines({ lines = [] }: { lines: readonly string[] | undefined }) {
  if (lines.length === 0) return <span class="faint">–</span>;
  return (
    <ul dir="auto">
      {lines.map((line, i) => (
        <li key={i}>{line}</li>
      ))}
    </ul>
  );
}
