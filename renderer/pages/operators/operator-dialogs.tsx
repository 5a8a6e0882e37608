import { useState } from 'preact/hooks';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { ROLES, type Role } from '../../../server/vocabulary/roles.ts';
import { ApiError, patch, post } from '../../client/api.ts';
import { operator } from '../../client/session.ts';
import { Field, FormDialog, Radios, typed, typing } from '../../parts/form.tsx';
import { toast } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';

/** An operator who was just created, or whose password was reset. The one-time password is shown only now. */
export type WithPassword = OperatorAnswer & { one_time_password: string };

export type Act = 'change' | 'reset' | 'remove_factor' | 'end_sessions' | 'deactivate' | 'activate';

const PATH = '/v1/operators';

interface OperatorDialogProps {
  act: Act;
  of: OperatorAnswer;
  /** The only administrator; the appliance refuses to remove them. */
  onlyAdministrator: boolean;
  onClose: () => void;
  onPassword: (operator: WithPassword) => void;
  onChange: () => void;
}

/** Confirms and runs one action on an operator. */
export function OperatorDialog(props: OperatorDialogProps) {
  const { act, of, onlyAdministrator, onClose, onPassword, onChange } = props;
  if (act === 'change') return <ChangeDialog {...props} />;
  const path = `${PATH}/${of.id}` as const;
  const acts: Record<Exclude<Act, 'change'>, () => Promise<unknown>> = {
    reset: async () => onPassword(await post(`${path}/reset-password`)),
    remove_factor: () => post(`${path}/remove-second-factor`),
    end_sessions: () => post(`${path}/end-sessions`),
    deactivate: () => inWords(patch(path, { active: false }), onlyAdministrator),
    activate: () => patch(path, { active: true }),
  };
  return (
    <FormDialog
      title={act === 'activate' ? t('operators.activate') : t(`operators.${act}_title`, { name: of.name })}
      submitLabel={t(`operators.${act}`)}
      look={act === 'deactivate' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={async () => {
        await acts[act]();
        if (act === 'reset') return;
        toast(t(DONE[act]));
        onChange();
      }}
    >
      <p>{act === 'activate' ? of.name : t(`operators.${act}_what`)}</p>
      {act !== 'activate' && !(act === 'deactivate' && onlyAdministrator) && <Self of={of} />}
    </FormDialog>
  );
}

const DONE = {
  remove_factor: 'operators.factor_removed',
  end_sessions: 'operators.sessions_ended',
  deactivate: 'operators.deactivated',
  activate: 'operators.activated',
} as const;

/** Shows the refusal to remove the only administrator in the console's words. */
async function inWords(change: Promise<unknown>, onlyAdministrator: boolean): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(onlyAdministrator && error instanceof ApiError && error.code === 'state_conflict')) throw error;
    throw new ApiError({ ...error.problem, detail: t('operators.only_administrator'), errors: [] });
  }
}

function Self({ of }: { of: OperatorAnswer }) {
  return of.id === operator.value?.id ? <p class="operators-self medium">{t('operators.self_what')}</p> : null;
}

function ChangeDialog({ of, onlyAdministrator, onClose, onChange }: OperatorDialogProps) {
  const [name, setName] = useState(of.name);
  const [role, setRole] = useState<Role>(of.role);
  return (
    <FormDialog
      title={t('operators.change_title', { name: of.name })}
      submitLabel={t('action.save')}
      disabled={name.trim() === ''}
      onClose={onClose}
      onSubmit={() => inWords(patch(`${PATH}/${of.id}`, { name: name.trim(), role }), onlyAdministrator)}
      done={t('operators.changed')}
      onDone={onChange}
    >
      <NameField value={name} onChange={setName} />
      <RoleField value={role} onChange={setRole} />
      {role !== of.role && !onlyAdministrator && (
        <>
          <p class="hint">{t('operators.role_ends')}</p>
          <Self of={of} />
        </>
      )}
    </FormDialog>
  );
}

interface NewOperatorDialogProps {
  onClose: () => void;
  onMade: (operator: WithPassword) => void;
}

/** Creates an operator and passes the one-time password to `onMade`. */
export function NewOperatorDialog({ onClose, onMade }: NewOperatorDialogProps) {
  const [name, setName] = useState('');
  const [login, setLogin] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title={t('operators.add')}
      submitLabel={t('action.add')}
      onClose={onClose}
      onSubmit={async () => {
        try {
          onMade(await post(PATH, { name: name.trim(), login: login.trim(), role }));
        } catch (error) {
          setRefused(error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'login'));
          throw error;
        }
      }}
    >
      <NameField value={name} onChange={setName} />
      <Field label={t('login.login')} hint={t('operators.login_hint')}>
        <input
          dir="ltr"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
          aria-invalid={refused}
          value={login}
          onInput={(event) => {
            setLogin(typed(event));
            setRefused(false);
          }}
        />
      </Field>
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <Field label={t('field.name')}>
      <input autocomplete="off" required value={value} onInput={typing(onChange)} />
    </Field>
  );
}

function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset class="operators-roles">
      <legend>{t('label.role')}</legend>
      <Radios
        name="role"
        options={ROLES.map((role) => [role, t(`role.${role}`), t(`roles.about_${role}`)])}
        chosen={value}
        onChoose={onChange}
      />
    </fieldset>
  );
}
