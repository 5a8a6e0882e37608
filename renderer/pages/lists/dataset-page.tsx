import { useState } from 'preact/hooks';
import { fetchAssignees } from '../../client/actors.ts';
import { get, mode } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { usePageDrop } from '../../parts/files/media.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { announce } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { fetchDatasets, type Kind, mayChange } from './dataset.ts';
import { DatasetCard } from './dataset-card.tsx';
import { type Draft, lookAt } from './import-form.ts';
import { ImportPanel } from './import-panel.tsx';
import { ImportRows } from './import-rows.tsx';
import './page.css';
import type { Settings } from './threshold-dialog.tsx';
import { useImports } from './use-imports.ts';

const ignore = (): void => {};

/** What is searched, how old it is, what it was before; and imports of newer versions. */
export function DatasetPage({ kind }: { kind: Kind }) {
  const datasets = useResource((abort) => fetchDatasets(kind, abort), [kind]);
  const settings = useResource(
    async (abort) => (kind === 'watchlist' ? get<Settings>('/v1/policies/settings', abort) : null),
    [kind],
  );
  // Names of those who imported.
  useResource(fetchAssignees, []);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const imports = useImports(kind, (ended) => {
    announce(t(`lists.${ended.state === 'done' ? 'done' : 'failed'}`));
    void datasets.reload();
    void settings.reload();
  });
  const known = datasets.known() ?? [];
  const take = (files: readonly File[]): void => void lookAt(kind, files, known).then(setDrafts);
  usePageDrop(mayChange() ? take : ignore);
  return (
    <Page title={t(kind === 'watchlist' ? 'nav.lists' : 'nav.registers')} intro={t(`${kind}.intro`)}>
      {mayChange() && <ImportPanel kind={kind} datasets={known} imports={imports} drafts={drafts} onFiles={take} />}
      {mode.value === 'test' && can('lists:write') && <p class="dataset-note">{t('lists.live_only')}</p>}
      <LeaveGuard active={imports.sending.value.some(({ error }) => !error)} onLeave={imports.leave} />
      <ImportRows kind={kind} imports={imports} datasets={known} onAgain={take} />
      <Loaded of={datasets}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={kind === 'watchlist' ? 'list' : 'register'} title={t(`${kind}.none`)}>
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
                onChanged={() => void datasets.reload()}
                onSettings={() => void settings.reload()}
              />
            ))
          )
        }
      </Loaded>
    </Page>
  );
}
