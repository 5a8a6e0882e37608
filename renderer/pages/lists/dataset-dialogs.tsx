import { useState } from 'preact/hooks';
import type { PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { patch, post } from '../../client/api.ts';
import { Check, Field, FormDialog, typing } from '../../parts/form.tsx';
import { ThresholdPreview } from '../../parts/threshold-preview.tsx';
import { formatDay, plural, t } from '../../text/text.ts';
import { API, type Dataset, type Kind, sizeOf, stepOf, type Version } from './dataset.ts';

interface DialogProps {
  kind: Kind;
  dataset: Dataset;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before another version is activated, and explains the consequences. */
export function ActivateDialog({ kind, dataset, version, onChanged, onClose }: DialogProps & { version: Version }) {
  const step = stepOf(dataset, version);
  const { active, name } = dataset;
  const placesOf = (one: Version) => ({ day: formatDay(one.dated), size: plural(`${kind}.size`, sizeOf(one)) });
  return (
    <FormDialog
      title={t(`lists.${step}_title`, { name })}
      submitLabel={t(`lists.step_${step}`)}
      onClose={onClose}
      onSubmit={() => post(`${API[kind]}/${version.id}/activate`)}
      done={t('lists.now_searched', { name, version: version.version })}
      onDone={onChanged}
    >
      <ul class="dataset-follows stack gap-8">
        <li>{t('lists.follows_searched', placesOf(version))}</li>
        {active && <li>{t('lists.follows_instead', placesOf(active))}</li>}
        <li>{t(`${kind}.follows`)}</li>
      </ul>
    </FormDialog>
  );
}

/** Sets after how many days a list or register counts as too old. */
export function AgeDialog({ kind, dataset, onChanged, onClose }: DialogProps) {
  const { code, name, active, versions } = dataset;
  const now = (active ?? versions[0]).age_days_max;
  const [days, setDays] = useState(now === null ? '' : String(now));
  return (
    <FormDialog
      title={t('lists.age_title', { name })}
      submitLabel={t('action.save')}
      onClose={onClose}
      onSubmit={() => patch(`${API[kind]}/${code}`, { age_days_max: days.trim() === '' ? null : Number(days) })}
      done={t('lists.age_saved')}
      onDone={onChanged}
    >
      <p class="faint">{t(`${kind}.age_why`)}</p>
      <Field label={t('lists.age_max')} hint={t(`${kind}.age_max_hint`)}>
        <input type="number" min="1" max="3650" value={days} onInput={typing(setDays)} />
      </Field>
    </FormDialog>
  );
}

/** Asks before a list or register is taken out of use. */
export function DeactivateDialog({ kind, dataset: { active, name }, onChanged, onClose }: DialogProps) {
  return (
    <FormDialog
      title={t('lists.deactivate_title', { name })}
      submitLabel={t('lists.deactivate')}
      look="danger"
      onClose={onClose}
      onSubmit={() => post(`${API[kind]}/${active?.id}/deactivate`)}
      done={t('lists.deactivated', { name })}
      onDone={onChanged}
    >
      <ul class="dataset-follows stack gap-8">
        <li>{t(`${kind}.deactivate_follows`)}</li>
        <li>{t('lists.deactivate_kept')}</li>
      </ul>
    </FormDialog>
  );
}

const STEP = 0.01;

/** Sets the list's own thresholds and shows how many stored records would have hits: a new version of the policy. */
export function ThresholdDialog(props: Omit<DialogProps, 'kind'> & { settings: Settings }) {
  const { dataset, settings, onChanged, onClose } = props;
  const { code, name } = dataset;
  const possible = thresholdOf(settings, code, topicsOf(dataset), 'possible_from');
  const confirmed = thresholdOf(settings, code, topicsOf(dataset), 'confirmed_from');
  const [own, setOwn] = useState(possible?.own !== null);
  const [from, setFrom] = useState(possible?.lowest ?? 0.85);
  const [sure, setSure] = useState(String(confirmed?.own ?? ''));
  const [note, setNote] = useState('');
  const changes = changesOf(code, { possible, confirmed }, { own, from, sure });
  return (
    <FormDialog
      title={t('lists.thresholds_title', { name })}
      submitLabel={t('action.save')}
      disabled={Object.keys(changes).length === 0}
      wide
      onClose={onClose}
      onSubmit={() => post('/v1/policies', { based_on: settings.version, note, changes })}
      done={t('lists.thresholds_saved')}
      onDone={onChanged}
    >
      <ThresholdPreview
        list={code}
        value={from}
        current={possible?.lowest ?? null}
        onChange={(score) => {
          setFrom(score);
          setOwn(true);
        }}
      />
      <div class="threshold-own">
        <Check label={t('lists.use_common')} checked={!own} onChange={(common) => setOwn(!common)} />
      </div>
      <div class="form-row">
        <Field label={t('setting.screening.confirmed_from')} hint={t('lists.confirmed_hint')}>
          <input type="number" min="0.7" max="1" step={STEP} value={sure} onInput={typing(setSure)} />
        </Field>
        <Field label={t('label.why')} hint={t('lists.note_hint')}>
          <input required maxLength={4000} value={note} onInput={typing(setNote)} />
        </Field>
      </div>
    </FormDialog>
  );
}

type Range = ReturnType<typeof thresholdOf>;

/** Returns the changes; null: back to the value of its topics or of all lists. */
function changesOf(
  code: string,
  { possible, confirmed }: { possible: Range; confirmed: Range },
  { own, from, sure }: { own: boolean; from: number; sure: string },
): Record<string, number | null> {
  const wanted = { possible_from: own ? from : null, confirmed_from: sure.trim() === '' ? null : Number(sure) };
  return {
    ...(wanted.possible_from !== (possible?.own ?? null) && { [pathOf(code, 'possible_from')]: wanted.possible_from }),
    ...(wanted.confirmed_from !== (confirmed?.own ?? null) && {
      [pathOf(code, 'confirmed_from')]: wanted.confirmed_from,
    }),
  };
}

export type Settings = PolicySettingsAnswer;

export const THRESHOLDS = ['possible_from', 'confirmed_from'] as const;
type Threshold = (typeof THRESHOLDS)[number];

export type ScoreRange = NonNullable<Range>;

/**
 * Returns the score from which an entry of the list is a possible or confirmed hit. `own` is the list's threshold. Otherwise the threshold of its
 * topics or of all lists applies, which may differ between entries. Null if the policy does not define it.
 */
export function thresholdOf(
  { settings }: Pick<Settings, 'settings'>,
  code: string,
  topics: readonly string[] | null,
  which: Threshold,
) {
  const at = (path: string): number | null => {
    const value = settings.find((setting) => setting.path === path)?.value;
    return typeof value === 'number' ? value : null;
  };
  const common = at(`screening.${which}`);
  if (common === null) return null;
  const own = at(pathOf(code, which));
  const byTopic = (topics ?? []).map((topic) => at(`screening.topics.${topic}.${which}`) ?? common);
  const all = own === null ? (byTopic.length > 0 ? byTopic : [common]) : [own];
  return { own, lowest: Math.min(...all), highest: Math.max(...all) };
}

const pathOf = (code: string, which: Threshold): string => `screening.lists.${code}.${which}`;

export function topicsOf({ active }: Dataset): readonly string[] | null {
  return active && 'topics' in active ? active.topics : null;
}
