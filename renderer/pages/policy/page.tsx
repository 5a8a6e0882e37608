import { useMemo, useState } from 'preact/hooks';
import type { PolicyAnswer, PolicySettingsAnswer, PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import { ApiError, get, mode, post, type Resource, useGet } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Field, FormDialog, typing } from '../../parts/form.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Empty, Loaded, Page, toast } from '../../parts/page.tsx';
import { type Draft, FormContext, faultOf, rebased, type Setting, withValue } from '../../parts/policy/draft.ts';
import { groupTitle, isMeant } from '../../parts/policy/setting-text.ts';
import { place } from '../../router.ts';
import { formatWhen, plural, t } from '../../text/text.ts';
import { ChangeTable } from './change-table.tsx';
import { Group } from './groups.tsx';
import { History, Maker, VersionView } from './history.tsx';
import './page.css';

/** The policy: its settings and all of its versions. */
export default function PolicyPage() {
  const settings = useGet('/v1/policies/settings');
  const current = useGet('/v1/policies/current');
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

/** Shows all settings by group, with their unsaved changes. */
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
      <div class="policy-body stack">
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

export const NOTE_CHARS_MAX = 4_000;
/** How many versions by other administrators may have been saved in between. */
const VERSIONS_MAX = 100;

interface SaveProps {
  answer: PolicySettingsAnswer;
  settings: Resource<PolicySettingsAnswer>;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onSaved: (policy: PolicyAnswer) => void;
}

/** Shows the changes, asks for the reason and saves. If another administrator saved first, shows their changes. */
function SaveDialog({ answer, settings, draft, onDraft, onSaved, onClose }: SaveProps & { onClose: () => void }) {
  const [note, setNote] = useState('');
  const [others, setOthers] = useState<PolicyVersionAnswer[]>([]);
  const theirs = new Set(others.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const changes = Object.entries(draft).map(([path, to]) => ({
    path,
    from: answer.settings.find((setting) => setting.path === path)?.value ?? null,
    to,
    mark: theirs.has(path) ? t('policy.conflict_same') : null,
  }));

  /** Loads the newest settings and keeps the remaining changes. */
  const meetOthers = async (): Promise<void> => {
    const [now, { data }] = await Promise.all([
      get('/v1/policies/settings'),
      get(`/v1/policies?limit=${VERSIONS_MAX}`),
    ]);
    setOthers((known) => [...data.filter(({ version }) => version > answer.version), ...known]);
    settings.set(now);
    onDraft(rebased(draft, now.settings));
  };

  return (
    <FormDialog
      wide
      title={t('policy.save_title')}
      submitLabel={t('action.put_in_force')}
      disabled={changes.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        try {
          const policy = await post('/v1/policies', { based_on: answer.version, note, changes: draft });
          toast(t('policy.saved', { version: policy.version }));
          onSaved(policy);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'state_conflict') throw error;
          await meetOthers();
          throw new ApiError({ ...error.problem, detail: t('policy.not_saved') });
        }
      }}
    >
      {others.length > 0 && <Others versions={others} settings={answer} />}
      {changes.length === 0 ? (
        <p>{t('policy.conflict_none')}</p>
      ) : (
        <ChangeTable label={t('policy.save_title')} changes={changes} settings={answer.settings} isPast={false} />
      )}
      <p class="save-why small faint">{t('policy.save_why')}</p>
      <Field label={t('label.why')} hint={t('policy.note_hint')}>
        <textarea required maxLength={NOTE_CHARS_MAX} value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

/** Shows what another administrator changed first. */
function Others({ versions, settings }: { versions: readonly PolicyVersionAnswer[]; settings: PolicySettingsAnswer }) {
  return (
    <section class="save-conflict note warn" role="alert">
      <h3>{t('policy.conflict')}</h3>
      {versions.map(({ version, note, created_by: by, changes }) => (
        <div key={version}>
          <p>
            <strong>{t('policy.version', { version })}</strong> {by?.name} {note && <q>{note}</q>}
          </p>
          <ChangeTable label={t('policy.version', { version })} changes={changes} settings={settings.settings} isPast />
        </div>
      ))}
      <p>{t('policy.conflict_what', { version: settings.version })}</p>
    </section>
  );
}

/** Shown at the bottom while there are unsaved changes. */
function SaveBar({ faults, ...save }: SaveProps & { faults: number }) {
  const [saving, setSaving] = useState(false);
  const count = Object.keys(save.draft).length;
  if (count === 0 && !saving) return null;
  return (
    <>
      <section class="save-bar between row wrap" aria-label={plural('policy.unsaved', count)}>
        <p role="status">
          <strong>{plural('policy.unsaved', count)}</strong>
          {faults > 0 && <span class="field-error"> {plural('policy.faulty', faults)}</span>}
        </p>
        <div class="actions">
          <Button look="quiet" onClick={() => save.onDraft({})} label={t('policy.discard')} />
          <Button look="primary" disabled={faults > 0} onClick={() => setSaving(true)}>
            {t('policy.review_changes')}
          </Button>
        </div>
      </section>
      {saving && <SaveDialog {...save} onClose={() => setSaving(false)} />}
    </>
  );
}
