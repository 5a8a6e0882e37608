import { useState } from 'preact/hooks';
import type { TrustChangesAnswer, TrustCoverageAnswer, TrustListAnswer } from '../../../server/contract/trust-lists.ts';
import { FINGERPRINT_DIGITS_MIN } from '../../../server/vocabulary/trust-kinds.ts';
import { get, post, type Resource, useResource } from '../../client/api.ts';
import { Field, FormDialog, typed } from '../../parts/form.tsx';
import { Loaded, Section } from '../../parts/page.tsx';
import { type Column, Pill, Table } from '../../parts/values.tsx';
import { formatCountry, formatDay, formatNumber, plural, t } from '../../text/text.ts';

const GROUP_DIGITS = 4;
const COUNTRIES_SHOWN_OPEN = 12;

/** Shows what one version of a trust list holds. */
export function TrustHoldings({ version }: { version: TrustListAnswer }) {
  const { certificates, countries, kind, revocation_lists: crls, skipped } = version;
  const leftOut = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return (
    <p class="dataset-line">
      <Pill>{t(`trust.kind.${kind}`)}</Pill>
      <strong>{plural('trust.size', certificates + crls)}</strong>
      {crls > 0 && <span class="faint">{plural('trust.crls', crls)}</span>}
      <span class="faint">
        {countries.length === 1 ? countryText(countries[0] ?? null) : plural('trust.countries', countries.length)}
      </span>
      {leftOut > 0 && <span class="faint">{plural('trust.left_out', leftOut)}</span>}
    </p>
  );
}

interface ActivateTrustProps {
  version: TrustListAnswer;
  onChanged: () => void;
  onClose: () => void;
}

/** Shows what a version changes by country, and asks for the fingerprints of the certificates that it rests on. */
export function ActivateTrustDialog({ version, onChanged, onClose }: ActivateTrustProps) {
  const { id, name, to_confirm: open, version: label } = version;
  const changes = useResource((abort) => get(`/v1/trust-lists/${id}/changes`, abort), [id]);
  const [typedDigits, setTyped] = useState<readonly string[]>(open.map(() => ''));
  return (
    <FormDialog
      title={t('trust.review_title', { name })}
      submitLabel={t('lists.step_begin')}
      wide
      disabled={!changes.known() || typedDigits.some((digits) => digitsOf(digits) < FINGERPRINT_DIGITS_MIN)}
      onClose={onClose}
      onSubmit={() => post(`/v1/trust-lists/${id}/activate`, { fingerprints: [...typedDigits] })}
      done={t('lists.now_searched', { name, version: label })}
      onDone={onChanged}
    >
      <Loaded of={changes}>{(found) => <Changes changes={found} />}</Loaded>
      {open.length > 0 && (
        <>
          <h3>{t('trust.confirm_title')}</h3>
          <p>{t('trust.confirm_why')}</p>
        </>
      )}
      {open.map(({ fingerprint, subject, not_after: end }, index) => (
        <Field
          key={fingerprint}
          label={t('trust.fingerprint_of', { subject })}
          hint={
            <>
              <span class="mono breaks">{t('trust.fingerprint_rest', { rest: hiddenStart(fingerprint) })}</span>
              {end && <div>{t('trust.valid_until', { day: formatDay(end.slice(0, 10)) })}</div>}
            </>
          }
        >
          <input
            required
            spellcheck={false}
            autocapitalize="none"
            autocomplete="off"
            class="mono"
            placeholder="0000 0000 0000 0000 0000"
            value={typedDigits[index] ?? ''}
            onInput={(event) => setTyped(typedDigits.with(index, typed(event)))}
          />
        </Field>
      ))}
      <p class="faint">{t('trust.follows')}</p>
    </FormDialog>
  );
}

const digitsOf = (text: string): number => text.replaceAll(/[^0-9a-f]/gi, '').length;

/** Returns a fingerprint in groups, without the digits that must come from its publisher. */
function hiddenStart(fingerprint: string): string {
  const rest = fingerprint.slice(FINGERPRINT_DIGITS_MIN).toUpperCase();
  const groups = rest.match(new RegExp(`.{${GROUP_DIGITS}}`, 'g')) ?? [];
  return `… ${groups.join(' ')}`;
}

type CountryChange = TrustChangesAnswer['countries'][number];

function Changes({ changes }: { changes: TrustChangesAnswer }) {
  const { against, countries, gone } = changes;
  return (
    <section class="trust-changes">
      <h3>{t(against === null ? 'trust.difference_first' : 'trust.difference')}</h3>
      {gone > 0 && <p class="note warn">{plural('trust.gone_warning', gone)}</p>}
      {countries.length === 0 ? (
        <p class="faint">{t('trust.same')}</p>
      ) : (
        <Table
          caption={t('trust.difference')}
          columns={CHANGE_COLUMNS()}
          rows={countries}
          keyOf={({ country }) => country ?? ''}
          named
        />
      )}
    </section>
  );
}

const CHANGE_COLUMNS = (): Column<CountryChange>[] => [
  [t('trust.country'), ({ country }) => countryText(country)],
  ...(['added', 'gone', 'changed'] as const).map(
    (part): Column<CountryChange> => [t(`trust.${part}`), (row) => <Certificates of={certificatesOf(row, part)} />],
  ),
];

function certificatesOf(row: CountryChange, part: 'added' | 'gone' | 'changed') {
  return part === 'changed' ? row.changed.map(({ after }) => after) : row[part];
}

/** Shows how many there are, and which on request. */
function Certificates({ of }: { of: ReturnType<typeof certificatesOf> }) {
  if (of.length === 0) return <span class="faint">–</span>;
  return (
    <details>
      <summary class="number">{formatNumber(of.length)}</summary>
      <ul class="small breaks">
        {of.map(({ fingerprint, subject, not_after: end }) => (
          <li key={fingerprint}>
            {subject}
            {end && <span class="faint"> {t('trust.valid_until', { day: formatDay(end.slice(0, 10)) })}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shows what the active lists cover, and what expires soon. */
export function TrustCoverage({ of }: { of: Resource<TrustCoverageAnswer | null> }) {
  const coverage = of.known();
  if (!coverage || coverage.countries.length === 0) return null;
  const { countries, expiring } = coverage;
  return (
    <>
      {expiring.length > 0 && (
        <Section title={t('trust.expiring')} id="expiring">
          <p class="faint">{t('trust.expiring_why')}</p>
          <Table
            caption={t('trust.expiring')}
            rows={expiring}
            keyOf={({ fingerprint, list }) => `${list} ${fingerprint}`}
            columns={[
              [t('trust.country'), ({ country }) => countryText(country)],
              [t('trust.subject'), ({ subject }) => <span class="breaks">{subject}</span>],
              [t('trust.kinds'), ({ list }) => <code>{list}</code>, 'wide-only'],
              [t('trust.expires'), ({ not_after: end }) => end && formatDay(end.slice(0, 10))],
            ]}
          />
        </Section>
      )}
      <Section title={t('trust.coverage')} id="coverage">
        <details open={countries.length <= COUNTRIES_SHOWN_OPEN}>
          <summary>{plural('trust.coverage_of', countries.length)}</summary>
          <Table
            caption={t('trust.coverage')}
            rows={countries}
            keyOf={({ country }) => country ?? ''}
            named
            columns={COVERAGE_COLUMNS()}
          />
        </details>
      </Section>
    </>
  );
}

const COVERAGE_COLUMNS = (): Column<TrustCoverageAnswer['countries'][number]>[] => [
  [t('trust.country'), ({ country }) => countryText(country)],
  [t('trust.kinds'), ({ kinds }) => kinds.map((kind) => t(`trust.kind.${kind}`)).join(', '), 'wide-only'],
  [t('trust.certificates'), ({ certificates }) => formatNumber(certificates), 'numeric'],
  [t('trust.valid'), ({ valid }) => formatNumber(valid), 'numeric'],
  [t('trust.revocations'), ({ revocation_lists: crls }) => formatNumber(crls), 'numeric wide-only'],
  [t('trust.until'), ({ ends_at: end }) => end && formatDay(end.slice(0, 10)), 'nowrap wide-only'],
];

const countryText = (country: string | null): string =>
  country === null ? t('trust.no_country') : formatCountry(country);
