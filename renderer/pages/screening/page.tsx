import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { screeningSchema } from '../../../server/contract/screenings.ts';
import { type ApiError, post } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { saveText, toCsv } from '../../parts/download.ts';
import { FindingList } from '../../parts/finding-list.tsx';
import { errorOf, Field, Options, typed, typing } from '../../parts/form.tsx';
import { HitCard } from '../../parts/hit-card.tsx';
import { useKeys } from '../../parts/keys.ts';
import {
  ActError,
  announce,
  Empty,
  ForbiddenPage,
  Loading,
  Page,
  Section,
  submitting,
  useAct,
} from '../../parts/page.tsx';
import { type Column, Pill, Table } from '../../parts/values.tsx';
import { entityLabel, formatDay, formatNumber, plural, t } from '../../text/text.ts';
import { EMPTY_FORM, type QueryForm, queryOf, rowsOf } from './query.ts';
import './page.css';

type Shown = { name: string; answer: ScreeningAnswer } | null;

/** Searches for a name and shows explained hits. The name stays only on this page. */
export default function ScreeningPage() {
  return can('screening') ? <Screening /> : <ForbiddenPage title={t('nav.screening')} />;
}

function Screening() {
  const name = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState<QueryForm>(EMPTY_FORM);
  const [shown, setShown] = useState<Shown>(null);
  const { busy, error, run } = useAct();
  useKeys([{ key: '/', label: t('field.name'), run: () => name.current?.select() }], []);
  const search = async (): Promise<void> => {
    const isAnswered = await run(async () => {
      const answer = await post('/v1/screenings', queryOf(form));
      setShown({ name: form.name.trim(), answer });
    });
    if (!isAnswered) setShown(null);
  };
  return (
    <Page title={t('nav.screening')} intro={t('screening.intro')}>
      <QueryFields form={form} nameRef={name} busy={busy} error={error} onChange={setForm} onSearch={search} />
      <ActError error={error} />
      {busy && !shown && <Loading />}
      {shown && <Result asked={shown.name} answer={shown.answer} />}
      {!shown && !busy && !error && (
        <Empty icon="search" title={t('screening.empty')}>
          <p>{t('screening.empty_hint')}</p>
        </Empty>
      )}
    </Page>
  );
}

/** The most common kinds of `server/lib/identifiers/kinds.ts`; `number` is compared with all kinds. */
export const IDENTIFIER_KINDS = [
  'number',
  'passport',
  'national_id',
  'tax',
  'registration_number',
  'lei',
  'imo',
] as const;
export const TYPES = ['person', 'entity', 'vessel', 'aircraft'] as const;

interface QueryFieldsProps {
  form: QueryForm;
  nameRef: RefObject<HTMLInputElement | null>;
  busy: boolean;
  error: ApiError | null;
  onChange: (form: QueryForm) => void;
  onSearch: () => void;
}

/** The search form: a name is enough, the other fields are collapsed. */
function QueryFields({ form, nameRef, busy, error, onChange, onSearch }: QueryFieldsProps) {
  const set = (change: Partial<QueryForm>): void => onChange({ ...form, ...change });
  return (
    <form class="section screening-form" onSubmit={submitting(() => onSearch())}>
      <div class="screening-name flex gap-12">
        <Field label={t('field.name')} hint={t('screening.name_hint')} error={errorOf(error, 'name')}>
          <input
            ref={nameRef}
            type="search"
            autocomplete="off"
            spellcheck={false}
            dir="auto"
            value={form.name}
            onInput={(event) => set({ name: typed(event) })}
          />
        </Field>
        <Button look="primary" type="submit" busy={busy} icon="search" label={t('action.search')} />
      </div>
      <details>
        <summary>{t('screening.more')}</summary>
        <div class="form-row">
          <Field label={t('label.kind')}>
            <select value={form.type} onChange={(event) => set({ type: typed(event) as QueryForm['type'] })}>
              <option value="">{t('screening.type_any')}</option>
              <Options of={TYPES.map((type) => [type, entityLabel(type)])} />
            </select>
          </Field>
          <Field label={t('screening.dob')} hint={t('create.dob_hint')} error={errorOf(error, 'dob')}>
            <input autocomplete="off" value={form.dob} onInput={(event) => set({ dob: typed(event) })} />
          </Field>
          <Field label={t('field.country')} error={errorOf(error, 'countries[0]')}>
            <input
              maxLength={2}
              placeholder="FR"
              autocapitalize="characters"
              value={form.country}
              onInput={(event) => set({ country: typed(event) })}
            />
          </Field>
          <Field label={t('screening.identifier_kind')}>
            <select value={form.identifierKind} onChange={(event) => set({ identifierKind: typed(event) })}>
              <Options of={IDENTIFIER_KINDS.map((kind) => [kind, t(`screening.id_${kind}`)])} />
            </select>
          </Field>
          <Field label={t('label.number')} error={errorOf(error, 'identifiers[0].value')}>
            <input autocomplete="off" value={form.identifier} onInput={(event) => set({ identifier: typed(event) })} />
          </Field>
          <Field label={t('field.address')} error={errorOf(error, 'address')}>
            <input autocomplete="off" dir="auto" value={form.address} onInput={typing((address) => set({ address }))} />
          </Field>
          <Field
            label={t('screening.threshold')}
            hint={t('screening.threshold_hint')}
            error={errorOf(error, 'threshold')}
          >
            <input inputMode="decimal" value={form.threshold} onInput={(event) => set({ threshold: typed(event) })} />
          </Field>
        </div>
      </details>
    </form>
  );
}

type ScreeningAnswer = z.output<typeof screeningSchema>;
type List = ScreeningAnswer['lists'][number];

/** Shows what a search found, in which lists, and by which rules. */
function Result({ asked, answer }: { asked: string; answer: ScreeningAnswer }) {
  const head = useRef<HTMLHeadingElement>(null);
  const [result] = answer.results;
  const verdict = verdictOf(answer);
  useEffect(() => {
    announce(verdict);
    head.current?.focus();
  }, [answer, verdict]);
  if (!result) return null;
  return (
    <>
      <div class="screening-verdict between row wrap">
        <h2 ref={head} tabIndex={-1}>
          {verdict}
        </h2>
        <div class="actions">
          {result.hits.length > 0 && (
            <Button icon="download" onClick={() => saveText(toCsv(rowsOf(result)), 'text/csv', 'screening.csv')}>
              {t('screening.csv')}
            </Button>
          )}
          <Button
            icon="download"
            onClick={() => saveText(JSON.stringify(answer, null, 2), 'application/json', 'screening.json')}
            label={t('screening.json')}
          />
        </div>
      </div>
      <FindingList findings={result.findings} />
      {result.hits.map((hit) => (
        <div key={hit.id} class="section">
          <HitCard hit={hit} asked={asked || null} />
        </div>
      ))}
      <Section title={plural('screening.lists', answer.lists.length)}>
        <Table caption={t('label.list')} columns={columns()} rows={answer.lists} />
        <p class="small faint">
          {t('screening.by', { policy: answer.policy_version, algorithm: answer.algorithm_version })}
        </p>
      </Section>
    </>
  );
}

function verdictOf({ results: [result] }: ScreeningAnswer): string {
  if (!result) return '';
  const standing = result.hits.filter(({ ruled_out }) => !ruled_out?.whole).length;
  if (standing > 0) return plural('screening.hits', standing);
  if (result.passed && result.hits.length > 0) return plural('screening.ruled_out', result.hits.length);
  return t(result.passed ? 'screening.passed' : 'screening.unknown');
}

const columns = (): Column<List>[] => [
  [t('label.list'), ({ name }) => name],
  [t('label.version'), ({ version }) => <span class="mono">{version}</span>, 'wide-only'],
  [
    t('screening.dated'),
    ({ dated, stale }) => (
      <>
        {formatDay(dated)} {stale && <Pill tone="warn">{t('screening.stale')}</Pill>}
      </>
    ),
  ],
  [t('watchlist.entries'), ({ entries }) => formatNumber(entries), 'numeric'],
];
