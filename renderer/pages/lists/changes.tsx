import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { changesPageSchema, WatchlistEntryAnswer } from '../../../server/contract/watchlists.ts';
import { get, useResource } from '../../client/api.ts';
import { getPage, useCursorPages } from '../../client/pages.ts';
import { Choice, Dialog } from '../../parts/form.tsx';
import { officeText } from '../../parts/hit.ts';
import { Loaded, Paged } from '../../parts/page.tsx';
import { type Column, Pill, Table, type Tone } from '../../parts/values.tsx';
import {
  entityLabel,
  fieldValue,
  formatCountry,
  formatNumber,
  nameKindLabel,
  t,
  textFor,
  topicLabel,
} from '../../text/text.ts';

const KINDS = ['added', 'changed', 'removed'] as const;
const TONES: Readonly<Record<Change['change'], Tone>> = { added: 'good', changed: 'warn', removed: 'bad' };
const PAGE = 25;

interface ChangesProps {
  /** Ids of the two versions; `against` counts as the older one. */
  version: string;
  against: string;
}

/** Shows which entries one version adds, removes or changes against another. */
export function Changes({ version, against }: ChangesProps) {
  const [counts, setCounts] = useState<ChangesAnswer['counts'] | null>(null);
  const [only, setOnly] = useState<Change['change'] | null>(null);
  const [open, setOpen] = useState<Change | null>(null);
  const changes = useCursorPages<Change>(
    async (after, abort) => {
      const kind = only ? `&change=${only}` : '';
      const path = `/v1/watchlists/${version}/changes?against=${against}${kind}` as const;
      const page = await getPage(path, PAGE, after, abort);
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
            [null, counted(counts.added + counts.changed + counts.removed, 'all_changes')],
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

/** Shows the number of changes of a kind; the list can show only that kind. */
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
        <button type="button" class="link bare breaks" dir="auto" onClick={() => onOpen(change)}>
          {change.name}
        </button>
      ),
    ],
    [t('label.kind'), ({ type }) => entityLabel(type), 'wide-only'],
    [t('lists.fields'), ({ fields }) => fields.map(entryFieldLabel).join(', ') || <span class="faint">–</span>],
  ];
}

type ChangesAnswer = z.output<typeof changesPageSchema>;
/** A difference between two versions of a list. */
type Change = ChangesAnswer['data'][number];

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

/** Shows an entry in both versions and marks the differences. */
function EntryDialog({ change, version, against, onClose }: EntryDialogProps) {
  const { id, name } = change;
  const both = useResource<Both>(
    async (abort) => {
      const of = (one: string) => get(`/v1/watchlists/${one}/entries/${id}`, abort);
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

/** The fields of an entry, in reading order. `original` is the list's own text. */
export const ENTRY_FIELDS = [
  'names',
  'type',
  'birth_dates',
  'birth_places',
  'genders',
  'nationalities',
  'countries',
  'identifiers',
  'addresses',
  'roles',
  'relations',
  'media',
  'programs',
  'topics',
  'listed_at',
  'source_id',
  'original',
] as const;
type EntryField = (typeof ENTRY_FIELDS)[number];

const entryFieldLabel = (field: string): string => textFor(`entry.${field}`) ?? field.replaceAll('_', ' ');

/** Returns a field of an entry as lines of text; none if it is empty. */
export function entryLines(entry: WatchlistEntryAnswer, field: EntryField): string[] {
  const at = (country: string | undefined): string => (country === undefined ? '' : `, ${formatCountry(country)}`);
  switch (field) {
    case 'names':
      return entry.names.map(({ name, kind }) => (kind === 'primary' ? name : `${name} (${nameKindLabel(kind)})`));
    case 'type':
      return [entityLabel(entry.type)];
    case 'nationalities':
    case 'countries':
      return entry[field].map(formatCountry);
    case 'genders':
      return entry.genders.map((gender) => fieldValue('gender', gender));
    case 'identifiers':
      return entry.identifiers.map(({ kind, value, country }) => `${plain(kind)} ${value}${at(country)}`);
    case 'addresses':
      return entry.addresses.map(({ text, country }) => (text === '' && country ? formatCountry(country) : text));
    case 'roles':
      return entry.roles.map(officeText);
    case 'relations':
      return entry.relations.map(({ kind, name }) => `${plain(kind)}: ${name}`);
    case 'media':
      return entry.media.map(({ source, date, title, url, passage }) => {
        const report = [source, title, date, url].filter(Boolean).join(', ');
        return passage === undefined ? report : `${report}: ${passage}`;
      });
    case 'topics':
      return entry.topics.map(topicLabel);
    case 'listed_at':
    case 'source_id':
      return [entry[field] ?? ''].filter(Boolean).map((value) => fieldValue(field, value));
    case 'original':
      return Object.entries(entry.original).map(([name, value]) => `${name}: ${[value].flat().join('; ')}`);
    default:
      return entry[field].map((value) => fieldValue(field, value));
  }
}

const plain = (code: string): string => code.replaceAll('_', ' ');
