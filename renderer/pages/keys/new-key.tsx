import { useState } from 'preact/hooks';
import type { Scope } from '../../../server/vocabulary/scopes.ts';
import { mode, post } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { endOfLocalDay, toLocalDay } from '../../parts/dates.ts';
import { Checks, Choice, Field, FormDialog, Options, Radios, typing } from '../../parts/form.tsx';
import { PRESET_NAMES, PRESETS, presetOf, SCOPE_GROUPS } from '../../parts/scopes.ts';
import { plural, t } from '../../text/text.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS = [30, 90, 365] as const;
const MODES = [
  [true, 'keys.mode_live'],
  [false, 'keys.mode_test'],
] as const;

/** Creates a key and passes its secret to `onMade`. */
export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [label, setLabel] = useState('');
  const [live, setLive] = useState(mode.value === 'live');
  const [scopes, setScopes] = useState<readonly Scope[]>(PRESETS.verify);
  const [expiry, setExpiry] = useState('never');
  const [day, setDay] = useState(() => toLocalDay(nowMs() + 30 * DAY_MS));
  return (
    <FormDialog
      title={t('keys.add')}
      wide
      disabled={scopes.length === 0 || label.trim() === ''}
      onClose={onClose}
      onSubmit={async () => {
        const expires = expiresAt(expiry, day);
        const body = {
          label: label.trim(),
          scopes,
          livemode: live,
          ...(expires !== null && { expires_at: expires }),
        };
        onMade((await post('/v1/api-keys', body)).secret);
      }}
    >
      <Field label={t('keys.label_new')} hint={t('keys.label_hint')}>
        <input autocomplete="off" required value={label} onInput={typing(setLabel)} />
      </Field>
      {mode.value === 'test' ? (
        <p class="keys-note note warn">{t('keys.mode_test_only')}</p>
      ) : (
        <fieldset class="choices">
          <legend>{t('nav.data')}</legend>
          <Radios name="mode" options={MODES.map(([value, key]) => [value, t(key)])} chosen={live} onChoose={setLive} />
        </fieldset>
      )}
      <ScopeChoice chosen={scopes} onChange={setScopes} />
      <div class="form-row">
        <Field label={t('keys.works')}>
          <select value={expiry} onChange={typing(setExpiry)}>
            <option value="never">{t('keys.expiry_never')}</option>
            <Options of={DAYS.map((days) => [String(days), plural('keys.expiry_days', days)])} />
            <option value="day">{t('keys.expiry_day')}</option>
          </select>
        </Field>
        {expiry === 'day' && (
          <Field label={t('keys.expiry_on')}>
            <input type="date" required min={toLocalDay(nowMs())} value={day} onInput={typing(setDay)} />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}

/** Returns ISO 8601, or null for a key that works until it is revoked. */
function expiresAt(expiry: string, day: string): string | null {
  if (expiry === 'never') return null;
  return expiry === 'day' ? endOfLocalDay(day) : new Date(nowMs() + Number(expiry) * DAY_MS).toISOString();
}

interface ScopeChoiceProps {
  chosen: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

/** Chooses a key's scopes, in words and by group, with presets. */
function ScopeChoice({ chosen, onChange }: ScopeChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>{t('keys.scopes_choose')}</legend>
      <Choice
        class="keys-presets"
        label={t('keys.preset')}
        labelled
        options={PRESET_NAMES.map((name) => [name, t(`keys.preset_${name}`)])}
        chosen={presetOf(new Set(chosen))}
        onChoose={(name) => onChange(PRESETS[name])}
      />
      <div class="keys-groups stack note calm">
        {SCOPE_GROUPS.map((group) => (
          <fieldset key={group.name}>
            <legend>{t(`scopes.${group.name}`)}</legend>
            <Checks
              options={group.scopes.map((scope): [Scope, string] => [scope, t(`scope.${scope}`)])}
              chosen={chosen}
              onChange={onChange}
            />
          </fieldset>
        ))}
      </div>
      {chosen.length === 0 && <p class="hint">{t('form.choose_one')}</p>}
      {chosen.includes('admin') && <p class="keys-note note warn">{t('keys.admin_warning')}</p>}
    </fieldset>
  );
}
