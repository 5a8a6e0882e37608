import { Check, Choice } from '../../parts/field.tsx';
import { PRESET_NAMES, PRESETS, presetOf, SCOPE_GROUPS, type Scope } from '../../parts/scopes.ts';
import { t } from '../../text/text.ts';

/** What a key may do, in words, by group; a preset to begin with. */
export function ScopeChoice({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<Scope>;
  onChange: (scopes: ReadonlySet<Scope>) => void;
}) {
  const toggle = (scope: Scope, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  return (
    <fieldset class="keys-choice">
      <legend>{t('keys.scopes_choose')}</legend>
      <Choice
        class="keys-presets"
        label={t('keys.preset')}
        labelled
        options={PRESET_NAMES.map((name) => [name, t(`keys.preset_${name}`)])}
        chosen={presetOf(chosen)}
        onChoose={(name) => onChange(new Set<Scope>(PRESETS[name]))}
      />
      <div class="keys-groups">
        {SCOPE_GROUPS.map((group) => (
          <fieldset key={group.name}>
            <legend>{t(`scopes.${group.name}`)}</legend>
            {group.scopes.map((scope) => (
              <Check
                key={scope}
                label={t(`scope.${scope}`)}
                checked={chosen.has(scope)}
                onChange={(on) => toggle(scope, on)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {chosen.size === 0 && <p class="hint">{t('form.choose_one')}</p>}
      {chosen.has('admin') && <p class="keys-note">{t('keys.admin_warning')}</p>}
    </fieldset>
  );
}
