import type { WatchlistAnswer } from '../../../server/contract/watchlists.ts';
import { fetchAssignees } from '../../client/actors.ts';
import { get, useResource } from '../../client/api.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Field, Options, typed } from '../../parts/form.tsx';
import { Loaded, Page, Section } from '../../parts/page.tsx';
import { factList, Hash, Pill, When } from '../../parts/values.tsx';
import { navigate, place } from '../../router.ts';
import { formatDay, formatNumber, t } from '../../text/text.ts';
import { Changes } from './changes.tsx';
import { type Dataset, groupByCode } from './dataset.ts';
import './page.css';
import { importerText, VersionTable } from './version-table.tsx';

interface Shown {
  version: WatchlistAnswer;
  dataset: Dataset;
}

/** Shows one version of a watchlist, and its changes against another version. */
export default function VersionPage() {
  const id = place.value.params['id'] ?? '';
  const shown = useResource((abort) => fetchVersion(id, abort), [id]);
  useResource(fetchAssignees, []);
  const known = shown.known()?.version;
  return (
    <Page
      title={t('lists.version_title')}
      heading={known?.name}
      intro={known && <Intro version={known} />}
      actions={<ButtonLink href="/lists" icon="left" label={t('nav.lists')} />}
    >
      <Loaded of={shown}>
        {({ version, dataset }) => (
          <>
            <ChangesSection version={version} dataset={dataset} />
            <div class="version-pair columns">
              <Section title={t('lists.about')}>{factList(factsOf(version))}</Section>
              <Section title={t('label.versions')}>
                <VersionTable kind="watchlist" dataset={dataset} onChanged={() => void shown.reload()} />
              </Section>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

async function fetchVersion(id: string, abort: AbortSignal): Promise<Shown> {
  const version = await get(`/v1/watchlists/${encodeURIComponent(id)}`, abort);
  const path = `/v1/watchlists?limit=100&code=${encodeURIComponent(version.code)}` as const;
  const { data } = await get(path, abort);
  const [dataset] = groupByCode(data);
  return { version, dataset: dataset ?? { ...version, active: null, versions: [version] } };
}

function Intro({ version }: { version: WatchlistAnswer }) {
  return (
    <span class="dataset-head">
      <span>{t('lists.version_of_day', { version: version.version, day: formatDay(version.dated) })}</span>
      {version.active ? <Pill tone="good">{t('lists.searched')}</Pill> : <Pill>{t('lists.kept')}</Pill>}
      {version.active && version.stale && <Pill tone="warn">{t('lists.stale')}</Pill>}
    </span>
  );
}

/** Shows its changes against the previous version, or any other. */
function ChangesSection({ version, dataset }: Shown) {
  const others = dataset.versions.filter(({ id }) => id !== version.id);
  if (others.length === 0) {
    return (
      <Section title={t('lists.changes')}>
        <p class="faint">{t('lists.only_version')}</p>
      </Section>
    );
  }
  const chosen = place.value.query.get('against');
  const at = dataset.versions.findIndex(({ id }) => id === version.id);
  const against = others.find(({ id }) => id === chosen) ?? dataset.versions[at + 1] ?? others[0];
  if (!against) return null;
  return (
    <Section title={t('lists.changes')}>
      <div class="version-against">
        <Field label={t('lists.against')}>
          <select
            value={against.id}
            onChange={(event) => navigate(`/lists/${version.id}?against=${typed(event)}`, { replace: true })}
          >
            <Options
              of={others.map((one) => [
                one.id,
                t(one.active ? 'lists.against_searched' : 'lists.against_one', {
                  version: one.version,
                  day: formatDay(one.dated),
                }),
              ])}
            />
          </select>
        </Field>
      </div>
      <Changes key={`${version.id}${against.id}`} version={version.id} against={against.id} />
    </Section>
  );
}

function factsOf(version: WatchlistAnswer) {
  const orphans = Object.values(version.orphans).reduce((sum, count) => sum + count, 0);
  return [
    [t('label.code'), <code key="code">{version.code}</code>],
    [t('lists.format'), <code key="format">{version.format}</code>],
    [t('lists.published_at'), version.published_at && formatDay(version.published_at)],
    [t('lists.imported'), <When key="when" at={version.imported_at} />],
    [t('lists.imported_by'), version.imported_by && importerText(version.imported_by)],
    [t('watchlist.entries'), formatNumber(version.entries)],
    [t('entry.names'), formatNumber(version.names)],
    [t('lists.declared'), version.records_declared === null ? null : formatNumber(version.records_declared)],
    [t('lists.orphans'), orphans > 0 ? formatNumber(orphans) : null],
    [t('lists.hashes'), <Hashes key="hashes" of={version.file_hashes} />],
  ] as const;
}

function Hashes({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((hex) => (
        <div key={hex}>
          <Hash hex={hex} />
        </div>
      ))}
    </>
  );
}
