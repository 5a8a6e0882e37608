import type { AuditEntryAnswer } from '../../../server/contract/audit.ts';
import { IconButton } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { actorName, eventText } from '../../text/words.ts';
import { detailTexts } from './entry-text.ts';

/** Entries of the log, in words. `onSubject`: shows those about one thing alone. */
export function Entries({
  rows,
  onSubject,
}: {
  rows: readonly AuditEntryAnswer[];
  onSubject: (subject: string) => void;
}) {
  return (
    <Table
      caption={t('nav.audit')}
      rows={rows}
      columns={[
        [t('audit.at'), (row) => <At entry={row} />],
        [t('audit.actor'), ({ actor }) => <span title={actor.id}>{actorName(actor)}</span>],
        [t('audit.action'), ({ action, details }) => <span title={action}>{eventText(action, details)}</span>],
        [
          t('audit.about'),
          ({ subject }) => subject !== null && <Subject id={subject} onNarrow={() => onSubject(subject)} />,
        ],
        [t('audit.details'), ({ details }) => <Details details={details} />, 'wide-only'],
      ]}
    />
  );
}

function At({ entry: { at, id } }: { entry: AuditEntryAnswer }) {
  return (
    <span class="audit-at">
      <When at={at} /> <span class="faint small number">{id}</span>
    </span>
  );
}

function Subject({ id, onNarrow }: { id: string; onNarrow: () => void }) {
  const place = placeOfSubject(id);
  return (
    <span class="audit-subject">
      {place ? (
        <a href={place} dir="ltr" title={id}>
          <code>{shortId(id)}</code>
        </a>
      ) : (
        <code dir="ltr" title={id}>
          {shortId(id)}
        </code>
      )}
      <IconButton icon="filter" label={t('audit.narrow', { id })} onClick={onNarrow} />
    </span>
  );
}

function Details({ details }: Pick<AuditEntryAnswer, 'details'>) {
  return (
    <ul class="audit-details small breaks">
      {detailTexts(details).map(([name, value]) => (
        <li key={name}>
          <span class="faint">{name}</span> {value}
        </li>
      ))}
    </ul>
  );
}

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  ver: (id) => `/verifications/${id}`,
  kyb_ver: (id) => `/companies/${id}`,
  lst: (id) => `/lists/${id}`,
  whe: (id) => `/webhooks/${id}`,
  policy: (id) => `/policy?version=${id.slice('policy_'.length)}`,
};

/** The page of what an entry is about; null where it has none. */
export function placeOfSubject(subject: string): string | null {
  const prefix = subject.slice(0, subject.lastIndexOf('_'));
  return PLACES[prefix]?.(subject) ?? null;
}

const END_CHARS = 8;

/** An id by its kind and its end, by which ids of the same time differ: `ver_…za4gqw3g`. */
export function shortId(id: string): string {
  const [, prefix = '', rest = ''] = /^(.+_)?(.*)$/.exec(id) ?? [];
  return rest.length <= END_CHARS + 2 ? id : `${prefix}…${rest.slice(-END_CHARS)}`;
}
