import { useMemo, useState } from 'preact/hooks';
import type { PolicyAnswer, PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { mode } from '../../client/api.ts';
import { type Resource, useGet } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { typing } from '../../parts/form.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { place } from '../../router.ts';
import { formatWhen, t } from '../../text/text.ts';
import { type Draft, FormContext, faultOf, type Setting, withValue } from './draft.ts';
import { Group, groupTitle } from './groups.tsx';
import { History, Maker, VersionView } from './history.tsx';
import { SaveBar } from './save-dialog.tsx';
import { isMeant } from './setting-text.ts';
import './page.css';

/** By what records are judged: its settings, and every version that it had. */
export default function PolicyPage() {
  const settings = useGet<PolicySettingsAnswer>('/v1/policies/settings');
  const current = useGet<PolicyAnswer>('/v1/policies/current');
  const { query } = place.value;
  const version = query.get('version');
  const view = version !== null || query.get('view') === 'versions' ? 'history' : 'settings';
  const now = current.known();
  return (
    <Page title={t('nav.policy')} intro={now && <InForce policy={now} />}>
      <nav class="tabs policy-tabs" aria-label={t('policy.view')}>
        <a href="/policy" aria-current={view === 'settings' ? 'page' : undefined}>
          {t('label.settings')}
        </a>
        <a href="/policy?view=versions" aria-current={view === 'history' ? 'page' : undefined}>
          {t('label.versions')}
        </a>
      </nav>
      <Loaded of={settings}>
        {(answer) =>
          version !== null ? (
            <VersionView version={version} settings={answer} />
          ) : view === 'history' ? (
            <History settings={answer.settings} />
          ) : (
            <SettingsView
              answer={answer}
              settings={settings}
              onSaved={(policy) => {
                current.set(policy);
                void settings.reload();
              }}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function InForce({ policy }: { policy: PolicyAnswer }) {
  return (
    <>
      {t('policy.in_force', { version: policy.version, when: formatWhen(policy.created_at) })}{' '}
      <Maker version={policy} />. {!can('admin') && t('policy.read_only')}
      {can('admin') && mode.value === 'test' && t('policy.test')}
    </>
  );
}

interface SettingsViewProps {
  answer: PolicySettingsAnswer;
  settings: Resource<PolicySettingsAnswer>;
  onSaved: (policy: PolicyAnswer) => void;
}

/** All settings by their groups, and what is being changed of them. */
function SettingsView({ answer, settings, onSaved }: SettingsViewProps) {
  const [draft, setDraft] = useState<Draft>({});
  const [search, setSearch] = useState('');
  const mayChange = can('admin') && mode.value === 'live';
  const form = useMemo(
    () => ({
      draft,
      set: mayChange
        ? (setting: Setting, value: Setting['value']) => setDraft((former) => withValue(former, setting, value))
        : null,
    }),
    [draft, mayChange],
  );
  const found = search.trim() === '' ? answer.settings : answer.settings.filter((one) => isMeant(one, search.trim()));
  const groups = answer.groups
    .map((group) => ({ group, of: found.filter((setting) => setting.group === group.name) }))
    .filter(({ of }) => of.length > 0);
  const faulty = answer.settings.filter(
    (setting) => Object.hasOwn(draft, setting.path) && faultOf(setting, draft[setting.path] ?? null),
  );
  return (
    <FormContext.Provider value={form}>
      <LeaveGuard active={Object.keys(draft).length > 0} what={t('policy.leave')} onLeave={() => setDraft({})} />
      <div class="policy-body">
        <div class="policy-side">
          <input
            type="search"
            class="policy-search"
            aria-label={t('policy.search')}
            placeholder={t('policy.search')}
            value={search}
            onInput={typing(setSearch)}
          />
          <nav class="policy-groups" aria-label={t('policy.groups')}>
            <ul>
              {groups.map(({ group }) => (
                <li key={group.name}>
                  <a href={`#group-${group.name}`}>{groupTitle(group)}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div class="policy-settings">
          {groups.length === 0 && (
            <Empty icon="search" title={t('policy.none_found')}>
              <p>{t('policy.none_found_remedy')}</p>
            </Empty>
          )}
          {groups.map(({ group, of }) => (
            <Group key={group.name} group={group} settings={of} />
          ))}
        </div>
      </div>
      <SaveBar
        answer={answer}
        settings={settings}
        draft={draft}
        faults={faulty.length}
        onDraft={setDraft}
        onSaved={(policy) => {
          setDraft({});
          onSaved(policy);
        }}
      />
    </FormContext.Provider>
  );
}
