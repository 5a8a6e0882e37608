import type { AuditEntryAnswer } from '../../../server/contract/audit.ts';
import { IconButton } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { formatNumber, t, textFor } from '../../text/text.ts';
import { actorName, eventText, hitReason, reasonText, reviewReason, typeLabel } from '../../text/words.ts';

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

type Details = AuditEntryAnswer['details'];

/** What an entry tells besides, in words as far as there are some. */
export function detailTexts(details: Details): (readonly [name: string, value: string])[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [
      textFor(`detail.${name}`) ?? name.replaceAll('_', ' '),
      valueText(name, value ?? '', details),
    ]);
}

function valueText(name: string, value: string | number | boolean, details: Details): string {
  if (typeof value === 'boolean') return t(value ? 'label.yes' : 'label.no');
  if (typeof value === 'number') return formatNumber(value);
  const { decision } = details;
  if (name === 'reason' && (decision === 'approve' || decision === 'reject')) return reviewReason(decision, value);
  if (name === 'reason')
    return textFor(`hit_reason.${value}`) ? hitReason(value) : (textFor(`webhooks.off_${value}`) ?? value);
  if (name === 'reasons') return eachOf(value, reasonText);
  if (name === 'scopes') return eachOf(value, (scope) => textFor(`scope.${scope}`) ?? scope);
  if (name === 'types') return eachOf(value, pieceText);
  if (name === 'settings') return eachOf(value, (setting) => textFor(`settings.${setting}`) ?? setting);
  if (name === 'cause') return textFor(`cause.${value}`) ?? value;
  if (name === 'by') return textFor(`by.${value}`) ?? value;
  if (name === 'from' || name === 'to') return textFor(`system.master_${value}`) ?? value;
  // Codes that somebody chose are no words.
  if (name === 'list' || name === 'register') return value;
  return textFor(`${name}.${value}`) ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
}

/** Codes with blanks between them, each as words. */
const eachOf = (codes: string, words: (code: string) => string): string => codes.split(' ').map(words).join(', ');

/** Such as `id_card:back`: what was asked for, and which side of it. */
function pieceText(piece: string): string {
  const [type = '', side] = piece.split(':');
  return side === undefined ? typeLabel(type) : `${typeLabel(type)} (${textFor(`side.${side}`) ?? side})`;
}
