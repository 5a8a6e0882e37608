import { useState } from 'preact/hooks';
import type { HubBranch, HubOperatorAnswer } from '../../../server/contract/hub-console.ts';
import { HUB_ROLES, type HubRole } from '../../../server/vocabulary/hub-roles.ts';
import { Button, type IconName, Menu, MenuItem } from '../../parts/button.tsx';
import { Check, Field, FormDialog, Radios, typing } from '../../parts/form.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { Loaded, Page } from '../../parts/page.tsx';
import { Pill, Table, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { ask, useHubRows } from '../api.ts';
import { operator as self } from '../session.ts';
import { h } from '../text/text.ts';
import { namesOf } from './shared.tsx';

type WithPassword = HubOperatorAnswer & { one_time_password: string };
type Act = 'change' | 'reset' | 'remove_factor' | 'deactivate' | 'activate';

/** The operators of the hub, and the branches that they may see. */
export function OperatorsScreen() {
  const operators = useHubRows<HubOperatorAnswer>('operators');
  const branches = useHubRows<HubBranch>('branches');
  const [asked, setAsked] = useState<{ act: Act; of: HubOperatorAnswer } | 'add' | null>(null);
  const [made, setMade] = useState<WithPassword | null>(null);
  const known = branches.known() ?? [];
  const names = namesOf(known);
  const close = (): void => {
    setAsked(null);
    void operators.reload();
  };
  return (
    <Page
      title={h('nav.operators')}
      intro={h('operators.intro')}
      actions={<Button look="primary" icon="plus" onClick={() => setAsked('add')} label={t('operators.add')} />}
    >
      <Loaded of={operators}>
        {(rows) => (
          <Table
            caption={h('nav.operators')}
            rows={rows}
            columns={[
              [
                t('field.name'),
                ({ id, name, login }) => (
                  <>
                    <strong class="breaks">{name}</strong> {id === self.value?.id && <Pill>{t('operators.you')}</Pill>}
                    <div class="small faint" dir="ltr">
                      {login}
                    </div>
                  </>
                ),
              ],
              [t('label.role'), ({ role }) => h(`operators.role_${role}`)],
              [h('operators.branches'), ({ branches: reach }) => reachText(reach, names)],
              [
                t('field.status'),
                ({ active, must_change_password: oneTime }) =>
                  active ? (
                    <Pill tone={oneTime ? 'warn' : 'good'}>
                      {h(oneTime ? 'operators.one_time' : 'operators.active')}
                    </Pill>
                  ) : (
                    <Pill>{h('operators.inactive')}</Pill>
                  ),
              ],
              [t('factor.title'), ({ second_factor: has }) => (has ? t('operators.factor_set') : '–')],
              [t('operators.made'), ({ created_at: at }) => <When at={at} />, 'wide-only'],
              [
                '',
                (of) => (
                  <Menu label={t('label.acts', { name: of.name })}>
                    {actsOn(of).map(([act, icon]) => (
                      <MenuItem
                        key={act}
                        icon={icon}
                        label={t(`operators.${act}`)}
                        onClick={() => setAsked({ act, of })}
                      />
                    ))}
                  </Menu>
                ),
              ],
            ]}
          />
        )}
      </Loaded>
      {asked !== null && asked !== 'add' && asked.act !== 'change' && (
        <ActDialog act={asked.act} of={asked.of} onClose={close} onPassword={setMade} />
      )}
      {(asked === 'add' || (asked !== null && asked.act === 'change')) && (
        <OperatorDialog of={asked === 'add' ? null : asked.of} branches={known} onClose={close} onPassword={setMade} />
      )}
      {made && (
        <SecretDialog
          title={t('operators.password_title', { name: made.name })}
          label={t('login.password_one_time')}
          secret={made.one_time_password}
          onClose={() => setMade(null)}
        >
          {t('operators.password_use', { login: made.login })}
        </SecretDialog>
      )}
    </Page>
  );
}

/** Resetting one's own password would end the session before the new one is shown; the account menu changes it. */
function actsOn({ id, active, second_factor: hasFactor }: HubOperatorAnswer): readonly (readonly [Act, IconName])[] {
  if (!active) return [CHANGE, ['activate', 'play']];
  const reset = id === self.value?.id ? [] : [['reset', 'key'] as const];
  const factor = hasFactor ? [['remove_factor', 'trash'] as const] : [];
  return [CHANGE, ...reset, ...factor, ['deactivate', 'lock']];
}

const CHANGE = ['change', 'person'] as const;

function reachText(reach: HubOperatorAnswer['branches'], names: ReadonlyMap<string, string>): string {
  if (reach === 'all') return h('operators.all_branches');
  return reach.map((id) => names.get(id) ?? id).join(', ') || '–';
}

interface DialogProps {
  onClose: () => void;
  onPassword: (made: WithPassword) => void;
}

function ActDialog({
  act,
  of,
  onClose,
  onPassword,
}: DialogProps & { act: Exclude<Act, 'change'>; of: HubOperatorAnswer }) {
  const path = `operators/${of.id}`;
  return (
    <FormDialog
      title={act === 'activate' ? t('operators.activate') : t(`operators.${act}_title`, { name: of.name })}
      submitLabel={t(`operators.${act}`)}
      look={act === 'deactivate' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={async () => {
        if (act === 'reset') onPassword(await ask('POST', `${path}/reset-password`));
        else if (act === 'remove_factor') await ask('POST', `${path}/remove-second-factor`);
        else await ask('PATCH', path, { active: act === 'activate' });
      }}
    >
      <p>{act === 'activate' ? of.name : t(`operators.${act}_what`)}</p>
    </FormDialog>
  );
}

/** Adds an operator (`of` null), or changes the name, the role and the branches of one. */
function OperatorDialog({
  of,
  branches,
  ...props
}: DialogProps & { of: HubOperatorAnswer | null; branches: readonly HubBranch[] }) {
  const [name, setName] = useState(of?.name ?? '');
  const [login, setLogin] = useState('');
  const [role, setRole] = useState<HubRole>(of?.role ?? 'hub_viewer');
  const [reach, setReach] = useState(of?.branches ?? 'all');
  const chosen = role === 'hub_administrator' ? 'all' : reach;
  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), role, branches: chosen };
    if (of) await ask('PATCH', `operators/${of.id}`, body);
    else props.onPassword(await ask('POST', 'operators', { ...body, login: login.trim() }));
  };
  return (
    <FormDialog
      title={of ? t('operators.change_title', { name: of.name }) : t('operators.add')}
      submitLabel={t(of ? 'action.save' : 'action.add')}
      onClose={props.onClose}
      onSubmit={submit}
    >
      <Field label={t('field.name')}>
        <input autocomplete="off" required value={name} onInput={typing(setName)} />
      </Field>
      {!of && (
        <Field label={t('login.login')} hint={t('operators.login_hint')}>
          <input dir="ltr" autocomplete="off" autocapitalize="none" required value={login} onInput={typing(setLogin)} />
        </Field>
      )}
      <fieldset>
        <legend>{t('label.role')}</legend>
        <Radios
          name="role"
          options={HUB_ROLES.map((one) => [one, h(`operators.role_${one}`), h(`operators.about_${one}`)] as const)}
          chosen={role}
          onChoose={setRole}
        />
      </fieldset>
      {role === 'hub_viewer' && (
        <fieldset>
          <legend>{h('operators.branches')}</legend>
          <Radios
            name="reach"
            options={[
              ['all', h('operators.all_branches')],
              ['some', h('operators.some_branches')],
            ]}
            chosen={reach === 'all' ? 'all' : 'some'}
            onChoose={(which) => setReach(which === 'all' ? 'all' : [])}
          />
          {reach !== 'all' &&
            branches.map(({ id, name: label }) => (
              <Check
                key={id}
                label={label}
                checked={reach.includes(id)}
                onChange={(on) => setReach(on ? [...reach, id] : reach.filter((one) => one !== id))}
              />
            ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
