import { useMemo, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { birthText } from '../../parts/dates.ts';
import { CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { Choice } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { factList, StatusPill } from '../../parts/values.tsx';
import { fieldLabel, fieldValue, plural, type SaidFinding, t } from '../../text/text.ts';
import { OwnershipChart } from './chart/chart.tsx';
import { countryOf, largestShares } from './describe.ts';
import { Marks, OwnerTables } from './owner-table.tsx';
import { COMPANY, formatPercent, type Party, partiesOf, type Share } from './parties.ts';

/** A chart of more boxes cannot be read; the table shows them all. */
const CHART_BOXES_MAX = 150;

interface OwnershipProps extends RecordPart<KybVerificationAnswer, 'kyb'> {
  where: (finding: SaidFinding) => string | null;
}

/** Shows who owns the company, as a chart or as tables, with the findings. */
export function OwnershipSection({ record, mattering, where }: OwnershipProps) {
  const { ownership } = record;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [current, setCurrent] = useState(COMPANY);
  const parties = useMemo(() => partiesOf(record), [record]);
  const drawn = ownership.edges.length > 0;
  const small = parties.length <= CHART_BOXES_MAX;
  const party = parties.find(({ id }) => id === current) ?? parties[0];
  return (
    <Section
      title={t('company.ownership')}
      id="ownership"
      actions={
        <>
          <CheckPill check={{ ...record.checks.ownership, findings: ownership.findings }} mattering={mattering} />
          {drawn && small && (
            <Choice
              class="flat"
              label={t('company.view')}
              options={(['chart', 'table'] as const).map((one) => [one, t(`company.view.${one}`)])}
              chosen={view}
              onChoose={setView}
            />
          )}
        </>
      }
    >
      {drawn ? (
        <>
          <p class="ownership-sums faint">{sumsOf(ownership)}</p>
          {view === 'chart' && small ? (
            <>
              <OwnershipChart
                parties={parties}
                shares={ownership.edges}
                chains={ownership.sanctioned?.path ?? []}
                current={current}
                onCurrent={setCurrent}
              />
              <Legend ownership={ownership} />
              {party && <PartyAbout party={party} shares={ownership.edges} parties={parties} />}
            </>
          ) : (
            <OwnerTables parties={parties} shares={ownership.edges} />
          )}
        </>
      ) : (
        <p class="faint">
          {t(record.checks.ownership.passed === null ? 'company.ownership_open' : 'company.no_owners')}
        </p>
      )}
      <FindingList class="after" findings={ownership.findings} mattering={mattering} where={where} />
    </Section>
  );
}

function sumsOf({
  sum_percent: sum,
  threshold_percent: threshold,
  sanctioned,
}: KybVerificationAnswer['ownership']): string {
  const exact = (percent: number): string => formatPercent({ min: percent, max: percent });
  return [
    sum !== null && t('company.sum', { percent: exact(sum) }),
    threshold !== null && t('company.threshold', { percent: exact(threshold) }),
    sanctioned !== null &&
      sanctioned.percent > 0 &&
      t('company.sanctioned_hold', { percent: exact(sanctioned.percent) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Explains the chart's lines, as far as they occur. */
function Legend({ ownership: { edges, findings, sanctioned } }: Pick<KybVerificationAnswer, 'ownership'>) {
  const kinds = [
    edges.some(({ source }) => source === 'submitted') && ('submitted' as const),
    edges.some(({ source }) => source === 'register') && ('register' as const),
    findings.some(({ code }) => code === 'ownership_loop') && ('back' as const),
    sanctioned !== null && sanctioned.path.length > 0 && ('grave' as const),
  ].filter((kind) => kind !== false);
  if (kinds.length < 2) return null;
  return (
    <ul class="owner-legend small faint">
      {kinds.map((kind) => (
        <li key={kind} class="inline gap-6">
          <svg width="30" height="10" aria-hidden="true" focusable="false">
            <g class={`share-line ${kind}`}>
              <path class="line" d="M1 5H29" />
            </g>
          </svg>
          {t(`company.line.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** Shows the details of the party selected on the chart. */
function PartyAbout({ party, shares, parties }: { party: Party; shares: readonly Share[]; parties: readonly Party[] }) {
  const { ubo, owner, hits } = party;
  const names = new Map(parties.map(({ id, name }) => [id, name]));
  const list = (side: 'owner' | 'owned', other: 'owner' | 'owned') => {
    const { first, more } = largestShares(shares, side, party.id);
    if (first.length === 0) return null;
    return (
      <ul>
        {first.map((share, i) => (
          <li key={i}>
            {formatPercent(share.percent)} <bdi>{names.get(share[other]) || t('company.nameless')}</bdi>
          </li>
        ))}
        {more > 0 && <li class="faint">{plural('company.more', more)}</li>}
      </ul>
    );
  };
  const state = ubo?.verification_status;
  const born = ubo && birthText(ubo);
  return (
    <div class="party-about">
      <header class="row wrap">
        <h3>
          <bdi>{party.name || t('company.nameless')}</bdi>
        </h3>
        <Marks marks={party.marks} />
      </header>
      {factList([
        [
          t('company.kind'),
          t(
            party.id === COMPANY
              ? 'company.this'
              : party.type === 'person'
                ? 'company.is_person'
                : 'company.is_company',
          ),
        ],
        [t('company.effective'), owner && formatPercent(owner.percent)],
        [t('company.owns_list'), list('owner', 'owned')],
        [t('company.owned_list'), list('owned', 'owner')],
        [fieldLabel('country'), countryOf(party)],
        [fieldLabel('date_of_birth'), born && fieldValue('dob', born)],
        [fieldLabel('registration_number'), ubo?.registration_number],
        [
          t('label.verification'),
          state && state !== 'erased' && ubo?.verification_id && (
            <a href={`/verifications/${ubo.verification_id}`}>
              <StatusPill status={state} />
            </a>
          ),
        ],
        [t('nav.lists'), hits.length > 0 && <a href="#hits">{plural('people.hits', hits.length)}</a>],
        [t('company.named_by'), ubo === null && party.id !== COMPANY && t('company.source.register')],
      ])}
    </div>
  );
}
