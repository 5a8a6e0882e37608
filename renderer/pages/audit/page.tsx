import { useState } from 'preact/hooks';
import type { AuditEntryAnswer, AuditVerificationAnswer } from '../../../server/contract/audit.ts';
import { mode, post } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button, Icon, IconButton } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { Field, FormDialog, typed } from '../../parts/form.tsx';
import { ActError, Empty, ForbiddenPage, LiveOnly, Page, Paged, useAct } from '../../parts/page.tsx';
import { factList, Hash, Table, When } from '../../parts/values.tsx';
import { navigate, place } from '../../router.ts';
import {
  actorName,
  eventText,
  formatDuration,
  formatNumber,
  hitReason,
  reasonText,
  reviewReason,
  t,
  textFor,
  typeLabel,
} from '../../text/text.ts';
import {
  type AuditFilter,
  auditAddress,
  auditFilterOf,
  auditPath,
  exportPath,
  FilterBar,
  isNarrow,
} from './filter-bar.tsx';
import './page.css';

/** Shows who did what and when, verifies the log, and exports it. */
export default function AuditPage() {
  return can('audit:read') ? <Audit /> : <ForbiddenPage title={t('nav.audit')} />;
}

function Audit() {
  const filter = auditFilterOf(place.value.query);
  const check = useCheck();
  const [exporting, setExporting] = useState(false);
  return (
    <Page
      title={t('nav.audit')}
      intro={t('audit.intro')}
      actions={
        mode.value === 'live' && (
          <>
            <Button icon="check" busy={check.busy} onClick={check.begin} label={t('audit.check')} />
            <Button icon="download" onClick={() => setExporting(true)} label={t('audit.export')} />
          </>
        )
      }
    >
      <LiveOnly>
        {check.busy && (
          <div class="audit-check frame" role="status">
            <p>{t('audit.checking')}</p>
            <progress class="progress" aria-label={t('audit.check')} />
          </div>
        )}
        <ActError error={check.error} />
        {check.result && <CheckResult result={check.result} />}
        <Log filter={filter} />
        {exporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
      </LiveOnly>
    </Page>
  );
}

function Log({ filter }: { filter: AuditFilter }) {
  const pages = usePages(auditPath(filter));
  const change = (next: AuditFilter): void => navigate(auditAddress(next), { replace: true });
  return (
    <>
      <FilterBar filter={filter} onChange={change} />
      <Paged
        of={pages}
        empty={
          isNarrow(filter) ? (
            <Empty icon="search" title={t('audit.no_match')} />
          ) : (
            <Empty icon="audit" title={t('audit.none')}>
              <p>{t('audit.none_why')}</p>
            </Empty>
          )
        }
      >
        {(rows) => <Entries rows={rows} onSubject={(subject) => change({ ...filter, subject })} />}
      </Paged>
    </>
  );
}

function useCheck() {
  const { busy, error, run } = useAct();
  const [result, setResult] = useState<AuditVerificationAnswer | null>(null);
  const begin = (): void => {
    setResult(null);
    void run(async () => setResult(await post('/v1/audit/verify')));
  };
  return { busy, result, error, begin };
}

/** Shows whether every entry of the log follows from the previous one. */
function CheckResult({ result }: { result: AuditVerificationAnswer }) {
  const { ok, entries, checkpoints, head, problem, first_bad: firstBad, took_ms: tookMs } = result;
  return (
    <section class={ok ? 'audit-check frame good' : 'audit-check frame bad'} role="status">
      <h2 class="row">
        <Icon name={ok ? 'check' : 'alert'} />
        {t(ok ? 'audit.whole' : 'audit.broken')}
      </h2>
      {!ok && <p>{t('audit.broken_remedy')}</p>}
      {factList([
        [t('audit.problem'), problem],
        [t('audit.first_bad'), firstBad === null ? null : formatNumber(firstBad)],
        [t('audit.entries'), formatNumber(entries)],
        [t('audit.checkpoints'), formatNumber(checkpoints)],
        [t('audit.head'), head && formatNumber(head.number)],
        [t('audit.head_link'), head && <Hash hex={head.link} />],
        [t('audit.took'), formatDuration(tookMs)],
      ])}
    </section>
  );
}

/** Saves the entries of a range of days to a file. */
function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) {
  const [range, setRange] = useState({ from: filter.from, to: filter.to });
  return (
    <FormDialog
      title={t('audit.export_title')}
      submitLabel={t('audit.export')}
      onClose={onClose}
      onSubmit={() => download(exportPath(range), 'custos-audit.jsonl', 'application/x-ndjson')}
      done={t('audit.exported')}
    >
      <p class="audit-export-why">{t('audit.export_why')}</p>
      <div class="form-row">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`label.${end}`)}>
            <input type="date" value={range[end]} onChange={(event) => setRange({ ...range, [end]: typed(event) })} />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}

/** Shows entries of the log in words. `onSubject`: filters by one subject. */
function Entries({ rows, onSubject }: { rows: readonly AuditEntryAnswer[]; onSubject: (subject: string) => void }) {
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
    <span class="stack nowrap">
      <When at={at} /> <span class="faint small number">{id}</span>
    </span>
  );
}

function Subject({ id, onNarrow }: { id: string; onNarrow: () => void }) {
  const place = placeOfSubject(id);
  return (
    <span class="audit-subject gap-2 inline">
      {place ? (
        <a href={place} dir="ltr" title={id}>
          <code class="nowrap">{shortId(id)}</code>
        </a>
      ) : (
        <code class="nowrap" dir="ltr" title={id}>
          {shortId(id)}
        </code>
      )}
      <IconButton icon="filter" label={t('audit.narrow', { id })} onClick={onNarrow} />
    </span>
  );
}

function Details({ details }: Pick<AuditEntryAnswer, 'details'>) {
  return (
    <ul class="audit-details flex small breaks wrap">
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

/** Returns the page of an entry's subject; null if it has none. */
export function placeOfSubject(subject: string): string | null {
  const prefix = subject.slice(0, subject.lastIndexOf('_'));
  return PLACES[prefix]?.(subject) ?? null;
}

const END_CHARS = 8;

/** Shortens an id to its prefix and its end, where ids of the same time differ: `ver_…za4gqw3g`. */
export function shortId(id: string): string {
  const [, prefix = '', rest = ''] = /^(.+_)?(.*)$/.exec(id) ?? [];
  return rest.length <= END_CHARS + 2 ? id : `${prefix}…${rest.slice(-END_CHARS)}`;
}

type Details = AuditEntryAnswer['details'];

/** Returns an entry's further details, in words if there are texts for them. */
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
  // A code that a person chose has no text.
  if (name === 'list' || name === 'register') return value;
  return textFor(`${name}.${value}`) ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
}

/** Translates each of the codes, which are separated by spaces. */
const eachOf = (codes: string, words: (code: string) => string): string => codes.split(' ').map(words).join(', ');

/** Translates a requested document and its side, such as `id_card:back`. */
function pieceText(piece: string): string {
  const [type = '', side] = piece.split(':');
  return side === undefined ? typeLabel(type) : `${typeLabel(type)} (${textFor(`side.${side}`) ?? side})`;
}
