import { Icon } from '../../parts/button.tsx';
import { Table } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { MARK_LOOKS } from './chart/box.tsx';
import { formatPercent, type Mark, type Party, type Share } from './parties.ts';

/** Shows the chart's content as tables: each owner's total share with its chains, and each single share. */
export function OwnerTables({ parties, shares }: { parties: readonly Party[]; shares: readonly Share[] }) {
  const names = new Map(parties.map(({ id, name }) => [id, name || t('company.nameless')]));
  const owners = parties
    .flatMap((party) => (party.owner ? [{ ...party, owner: party.owner }] : []))
    .toSorted((a, b) => b.owner.percent.max - a.owner.percent.max);
  return (
    <>
      {owners.length > 0 && (
        <Table
          caption={t('company.owners')}
          rows={owners}
          columns={[
            [
              t('company.owner'),
              ({ name, type, marks }) => (
                <>
                  <span class="party-name gap-6">
                    <Icon name={type === 'person' ? 'person' : 'company'} />
                    <bdi>{name || t('company.nameless')}</bdi>
                  </span>
                  <Marks marks={marks} />
                </>
              ),
            ],
            [t('company.effective'), ({ owner }) => formatPercent(owner.percent), 'numeric'],
            [t('company.direct'), ({ owner }) => formatPercent(owner.direct_percent), 'numeric'],
            [
              t('company.chains'),
              ({ owner }) => (
                <ul class="chains">
                  {owner.paths.map((path, i) => (
                    <Chain key={i} path={path} names={names} />
                  ))}
                  {hasMore(owner) && <li class="faint">{t('company.chains_more')}</li>}
                </ul>
              ),
            ],
          ]}
        />
      )}
      <Table
        caption={t('company.shares')}
        rows={shares.map((share, i) => ({ ...share, key: `${i}` }))}
        keyOf={({ key }) => key}
        columns={[
          [t('company.owner'), ({ owner }) => <bdi>{names.get(owner)}</bdi>],
          [t('company.share'), ({ percent }) => formatPercent(percent), 'numeric'],
          [t('company.of'), ({ owned }) => <bdi>{names.get(owned)}</bdi>],
          [t('company.source'), ({ source }) => t(`company.source.${source}`)],
        ]}
      />
    </>
  );
}

/** Shows a party's most important facts, each with an icon and a word. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul class="party-marks">
      {marks.map((mark) => (
        <li key={mark} class={`inline gap-4 small medium ${MARK_LOOKS[mark].tone}`}>
          <Icon name={MARK_LOOKS[mark].icon} />
          {t(`company.mark.${mark}`)}
        </li>
      ))}
    </ul>
  );
}

type Path = NonNullable<Party['owner']>['paths'][number];

/** Shows a chain from the owner to the company, with each share in the next. */
function Chain({ path, names }: { path: Path; names: ReadonlyMap<string, string> }) {
  const exact = (percent: number): string => formatPercent({ min: percent, max: percent });
  return (
    <li>
      {path.percents.map((percent, i) => (
        <span key={i}>
          {exact(percent)} <span class="faint">{t('company.chain_in')}</span>{' '}
          <bdi>{names.get(path.parties[i + 1] ?? '')}</bdi>
          {i < path.percents.length - 1 && ' · '}
        </span>
      ))}
      {path.percents.length > 1 && <strong> = {exact(path.percent)}</strong>}
    </li>
  );
}

/** Smaller than what is shown. */
const LEFT_OUT_PERCENT = 0.005;

/** Whether the listed chains are less than the whole: cycles and weak chains add to it. */
export function hasMore({ percent, paths }: Pick<NonNullable<Party['owner']>, 'percent' | 'paths'>): boolean {
  return paths.reduce((sum, path) => sum + path.percent, 0) < percent.max - LEFT_OUT_PERCENT;
}
