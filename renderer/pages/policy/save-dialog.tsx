import { useState } from 'preact/hooks';
import type { PolicyAnswer, PolicySettingsAnswer, PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import { ApiError, get, post } from '../../client/api.ts';
import type { Resource } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Field, FormDialog, typing } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { plural, t } from '../../text/text.ts';
import { ChangeTable } from './change-table.tsx';
import { type Draft, rebased } from './draft.ts';

export const NOTE_CHARS_MAX = 4_000;
/** How many versions of others can have come between. */
const VERSIONS_MAX = 100;

interface SaveProps {
  answer: PolicySettingsAnswer;
  settings: Resource<PolicySettingsAnswer>;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onSaved: (policy: PolicyAnswer) => void;
}

/** What will be changed, why, and the act; where somebody else was first, what they changed. */
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

  /** The newest settings, with what is left to change of them. */
  const meetOthers = async (): Promise<void> => {
    const [now, { data }] = await Promise.all([
      get<PolicySettingsAnswer>('/v1/policies/settings'),
      get<{ data: PolicyVersionAnswer[] }>(`/v1/policies?limit=${VERSIONS_MAX}`),
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
          const policy = await post<PolicyAnswer>('/v1/policies', { based_on: answer.version, note, changes: draft });
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

/** What was changed by whoever was first. */
function Others({ versions, settings }: { versions: readonly PolicyVersionAnswer[]; settings: PolicySettingsAnswer }) {
  return (
    <section class="save-conflict" role="alert">
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

/** Stands under everything while something is not saved. */
export function SaveBar({ faults, ...save }: SaveProps & { faults: number }) {
  const [saving, setSaving] = useState(false);
  const count = Object.keys(save.draft).length;
  if (count === 0 && !saving) return null;
  return (
    <>
      <section class="save-bar" aria-label={plural('policy.unsaved', count)}>
        <p role="status">
          <strong>{plural('policy.unsaved', count)}</strong>
          {faults > 0 && <span class="field-error"> {plural('policy.faulty', faults)}</span>}
        </p>
        <div class="actions">
          <Button look="quiet" onClick={() => save.onDraft({})}>
            {t('policy.discard')}
          </Button>
          <Button look="primary" disabled={faults > 0} onClick={() => setSaving(true)}>
            {t('policy.review_changes')}
          </Button>
        </div>
      </section>
      {saving && <SaveDialog {...save} onClose={() => setSaving(false)} />}
    </>
  );
}
