import { useState } from 'preact/hooks';
import { fetchAssignees } from '../../client/actors.ts';
import { get, mode, useResource } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Menu, MenuItem } from '../../parts/button.tsx';
import { usePageDrop } from '../../parts/files/media.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { announce, Empty, Loaded, Page } from '../../parts/page.tsx';
import { Pill } from '../../parts/values.tsx';
import { entityLabel, formatCountry, formatDay, formatNumber, plural, t, topicLabel } from '../../text/text.ts';
import { type Dataset, fetchDatasets, isStaged, type Kind, mayChange, sizeOf, type Version } from './dataset.ts';
import {
  AgeDialog,
  DeactivateDialog,
  type ScoreRange,
  type Settings,
  THRESHOLDS,
  ThresholdDialog,
  thresholdOf,
  topicsOf,
} from './dataset-dialogs.tsx';
import { type Draft, lookAt } from './import-form.ts';
import { ImportPanel } from './import-panel.tsx';
import { ImportRows } from './import-rows.tsx';
import { TrustCoverage, TrustHoldings } from './trust.tsx';
import { useImports } from './use-imports.ts';
import { VersionTable } from './version-table.tsx';
import './page.css';
import { place } from '../../router.ts';

const ignore = (): void => {};

/** What each of the screens shows. */
const KINDS: Readonly<Record<string, Kind>> = { lists: 'watchlist', registers: 'register', trust: 'trust' };
const ICONS = { watchlist: 'list', register: 'register', trust: 'shield' } as const;
const TITLES = { watchlist: 'nav.lists', register: 'nav.registers', trust: 'nav.trust' } as const;

/** Shows the versions in use, their age and the earlier versions; and imports newer versions. */
export default function DatasetPage() {
  const kind = KINDS[place.value.page ?? ''] ?? 'watchlist';
  const datasets = useResource((abort) => fetchDatasets(kind, abort), [kind]);
  const settings = useResource(
    async (abort) => (kind === 'watchlist' ? get('/v1/policies/settings', abort) : null),
    [kind],
  );
  // Loads the names of operators who imported.
  useResource(fetchAssignees, []);
  const coverage = useResource(
    async (abort) => (kind === 'trust' ? get('/v1/trust-lists/coverage', abort) : null),
    [kind],
  );
  const changed = (): void => {
    void datasets.reload();
    void coverage.reload();
  };
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const imports = useImports(kind, (ended) => {
    announce(t(`lists.${ended.state === 'done' ? 'done' : 'failed'}`));
    changed();
    void settings.reload();
  });
  const known = datasets.known() ?? [];
  const take = (files: readonly File[]): void => void lookAt(kind, files, known).then(setDrafts);
  usePageDrop(mayChange() ? take : ignore);
  return (
    <Page title={t(TITLES[kind])} intro={t(`${kind}.intro`)}>
      {mayChange() && <ImportPanel kind={kind} datasets={known} imports={imports} drafts={drafts} onFiles={take} />}
      {mode.value === 'test' && can('lists:write') && (
        <p class="dataset-note note calm faint">{t('lists.live_only')}</p>
      )}
      <LeaveGuard active={imports.sending.value.some(({ error }) => !error)} onLeave={imports.leave} />
      <ImportRows kind={kind} imports={imports} datasets={known} onAgain={take} />
      <Loaded of={datasets}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={ICONS[kind]} title={t(`${kind}.none`)}>
              <p>{t(`${kind}.none_why`)}</p>
              <p>{t(mayChange() ? `${kind}.none_begin` : 'lists.none_reader')}</p>
            </Empty>
          ) : (
            all.map((dataset) => (
              <DatasetCard
                key={dataset.code}
                kind={kind}
                dataset={dataset}
                settings={settings.known()}
                onChanged={changed}
                onSettings={() => void settings.reload()}
              />
            ))
          )
        }
      </Loaded>
      {kind === 'trust' && <TrustCoverage of={coverage} />}
    </Page>
  );
}

interface DatasetCardProps {
  kind: Kind;
  dataset: Dataset;
  /** Settings of the policy; null: unknown. */
  settings: Settings | null;
  onChanged: () => void;
  onSettings: () => void;
}

type Asked = 'age' | 'deactivate' | 'thresholds';

/** Shows one list or register: the version in use, its age, and its versions. */
function DatasetCard({ kind, dataset, settings, onChanged, onSettings }: DatasetCardProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { code, name, active, versions } = dataset;
  const shown = active ?? versions[0];
  const close = (): void => setAsked(null);
  const dialog = { kind, dataset, onChanged, onClose: close };
  return (
    <section class="section dataset" aria-labelledby={`${code}-head`}>
      <header class="row gap-8 between">
        <div class="dataset-head">
          <h2 id={`${code}-head`}>{name}</h2>
          <code class="faint">{code}</code>
          {active ? <Pill tone="good">{t('lists.searched')}</Pill> : <Pill tone="bad">{t('lists.not_searched')}</Pill>}
          {isStaged(versions[0]) && <Pill tone="warn">{t('trust.staged')}</Pill>}
          {shown.stale && <Pill tone="warn">{t('lists.stale')}</Pill>}
        </div>
        {mayChange() && (
          <Menu label={t('label.acts', { name })}>
            <MenuItem label={t('lists.set_age')} onClick={() => setAsked('age')} />
            {kind === 'watchlist' && can('admin') && settings && (
              <MenuItem label={t('lists.set_thresholds')} onClick={() => setAsked('thresholds')} />
            )}
            {active && <MenuItem label={t('lists.deactivate')} onClick={() => setAsked('deactivate')} />}
          </Menu>
        )}
      </header>
      <Holdings kind={kind} version={shown} />
      <p class="dataset-line faint">{ageText(kind, shown)}</p>
      {kind === 'watchlist' && settings && <ThresholdLine settings={settings} dataset={dataset} />}
      <details open={!active || isStaged(versions[0])}>
        <summary>{plural('lists.versions', versions.length)}</summary>
        <VersionTable kind={kind} dataset={dataset} withChanges={kind === 'watchlist'} onChanged={onChanged} />
      </details>
      {asked === 'age' && <AgeDialog {...dialog} />}
      {asked === 'deactivate' && active && <DeactivateDialog {...dialog} />}
      {asked === 'thresholds' && settings && <ThresholdDialog {...dialog} settings={settings} onChanged={onSettings} />}
    </section>
  );
}

/** Shows the size and content of a version. */
function Holdings({ kind, version }: { kind: Kind; version: Version }) {
  if ('revocation_lists' in version) return <TrustHoldings version={version} />;
  return (
    <p class="dataset-line">
      <strong>{plural(`${kind}.size`, sizeOf(version))}</strong>
      {'entries' in version ? (
        <>
          <span class="faint">{typesText(version.types)}</span>
          {version.topics?.map((topic) => (
            <Pill key={topic}>{topicLabel(topic)}</Pill>
          ))}
        </>
      ) : (
        <>
          <span class="faint">{plural('register.owners', version.owners)}</span>
          <span class="faint">{countriesText(version.countries)}</span>
          {version.complete_for.length > 0 && (
            <Pill tone="good">
              {t('register.complete', { countries: version.complete_for.map(formatCountry).join(', ') })}
            </Pill>
          )}
        </>
      )}
    </p>
  );
}

const typesText = (types: Readonly<Record<string, number>>): string =>
  Object.entries(types)
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, count]) => `${entityLabel(type)} ${formatNumber(count)}`)
    .join(' · ');

const COUNTRIES_SHOWN = 6;

function countriesText(countries: readonly string[]): string {
  const named = countries.slice(0, COUNTRIES_SHOWN).map(formatCountry).join(', ');
  const more = countries.length - COUNTRIES_SHOWN;
  return more > 0 ? `${named}, ${plural('company.more', more)}` : named;
}

/** Returns the date of a version, its age, and when it becomes too old. */
function ageText(kind: Kind, version: Version): string {
  const { dated, age_days: days, published_at: published } = version;
  const max = 'age_limit_days' in version ? version.age_limit_days : version.age_days_max;
  const of = t(published ? 'lists.published' : 'lists.imported_on', { day: formatDay(dated) });
  const limit = max === null ? t(`${kind}.limit_common`) : plural('lists.limit_own', max);
  return `${of} · ${days === 0 ? t('lists.age_today') : plural('lists.age', days)} · ${limit}`;
}

/** Shows the scores from which the list's entries are hits. */
function ThresholdLine({ settings, dataset }: { settings: Settings; dataset: Dataset }) {
  const parts = THRESHOLDS.flatMap((which) => {
    const range = thresholdOf(settings, dataset.code, topicsOf(dataset), which);
    return range ? [t(`lists.${which}`, { score: rangeText(range) })] : [];
  });
  const own = THRESHOLDS.some((which) => thresholdOf(settings, dataset.code, null, which)?.own !== null);
  return <p class="dataset-line faint">{[...parts, t(own ? 'lists.own' : 'lists.common')].join(' · ')}</p>;
}

const rangeText = ({ lowest, highest }: ScoreRange): string =>
  lowest === highest ? formatNumber(lowest) : `${formatNumber(lowest)}–${formatNumber(highest)}`;
