import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { mode, useGet } from '../../client/api.ts';
import { can, refreshSession, session, setUp } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CODE, Field, LOGIN, typing } from '../../parts/form.tsx';
import { ActError, ForbiddenPage, Loaded, Page, useAct } from '../../parts/page.tsx';
import { SecretField } from '../../parts/secret-fields.tsx';
import { navigate } from '../../router.ts';
import { plural, t } from '../../text/text.ts';
import { Frame } from './frame.tsx';
import { ApiKeyStep, Finish, ListStep } from './last-steps.tsx';
import { MasterKeyStep } from './master-key.tsx';
import { RecoveryKeyStep } from './recovery-key.tsx';
import { nextStep, type StepName } from './steps.ts';
import './page.css';

/** The setup of a new appliance, from its one-time code to the queue. A later visit continues with the first missing step. */
export default function SetupPage() {
  // The keys and the list of a new appliance are for live data.
  useEffect(() => {
    mode.value = 'live';
  }, []);
  if (session.value?.setup_required) {
    return (
      <Frame current="administrator">
        <AdministratorStep />
      </Frame>
    );
  }
  return can('admin') ? (
    <FirstRun />
  ) : (
    <Frame current={null}>
      <ForbiddenPage title={t('setup.title')} />
    </Frame>
  );
}

/** The steps after the administrator. Each can be finished, or skipped after a warning; the appliance knows what is missing. */
function FirstRun() {
  const checklist = useGet('/v1/system/first-run');
  const [passed, setPassed] = useState<ReadonlySet<StepName>>(new Set());
  const [chosen, setChosen] = useState<StepName | null>(null);
  const state = checklist.state.value;
  if (state.status !== 'ready') {
    return (
      <Frame current={null}>
        <Loaded of={checklist}>{() => null}</Loaded>
      </Frame>
    );
  }
  const step = chosen ?? nextStep(state.data, passed, begunHere.value);
  const pass = async (): Promise<void> => {
    await checklist.reload();
    if (step) setPassed(new Set([...passed, step]));
    if (step === 'master_key') begunHere.value = false;
    setChosen(null);
  };
  const Step = step === null ? null : SCREENS[step];
  return (
    <Frame current={step} checklist={state.data} onStep={setChosen}>
      {Step ? <Step key={step} onPassed={() => void pass()} /> : <Finish checklist={state.data} onStep={setChosen} />}
    </Frame>
  );
}

const SCREENS = {
  administrator: MasterKeyStep,
  master_key: MasterKeyStep,
  recovery_key: RecoveryKeyStep,
  list_loaded: ListStep,
  api_key: ApiKeyStep,
} as const satisfies Record<StepName, (props: { onPassed: () => void }) => unknown>;

/** Whether the administrator was created in this visit. Then the master key step is shown too, although its default place is fine. */
const begunHere = signal(false);

/** Creates the first administrator, who is then logged in. */
function AdministratorStep() {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, run } = useAct();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    begunHere.value = true;
    navigate('/setup', { replace: true });
    const isMade = await run(() => setUp({ code, login, name, password }));
    // The answer may have been lost, or another person created the administrator: then a login is needed.
    if (!isMade) await refreshSession();
  };
  return (
    <Page title={t('setup.administrator_title')} intro={t('setup.administrator_intro')} width="text">
      <form onSubmit={submit}>
        <Field label={t('setup.code')} hint={t('setup.code_hint')}>
          <input {...CODE} required value={code} onInput={typing(setCode)} />
        </Field>
        <div class="form-row">
          <Field label={t('setup.name')} hint={t('setup.name_hint')}>
            <input autocomplete="name" required value={name} onInput={typing(setName)} />
          </Field>
          <Field label={t('login.login')} hint={t('setup.login_hint')}>
            <input {...LOGIN} value={login} onInput={typing(setLogin)} />
          </Field>
        </div>
        <SecretField
          label={t('login.password')}
          hint={hintFor(password, login)}
          showLabel={t('setup.password_show')}
          value={password}
          onInput={setPassword}
        />
        <ActError error={error} />
        <div class="actions setup-actions">
          <Button look="primary" type="submit" busy={busy} label={t('setup.administrator_submit')} />
        </div>
      </form>
    </Page>
  );
}

function hintFor(password: string, login: string): string {
  if (password === '') return t('login.password_rule');
  const state = passwordState(password, login);
  if (state.is === 'short') return plural('setup.password_more', state.missing);
  return t(state.is === 'login' ? 'setup.password_is_login' : 'setup.password_good');
}

/** The appliance's limit. */
export const PASSWORD_CHARS_MIN = 12;

type PasswordState = { is: 'short'; missing: number } | { is: 'login' } | { is: 'good' };

/** Checks a password before it is sent. Only the appliance knows whether it is one of the most common passwords. */
export function passwordState(password: string, login: string): PasswordState {
  const missing = PASSWORD_CHARS_MIN - [...password.normalize('NFC')].length;
  if (missing > 0) return { is: 'short', missing };
  return password.toLowerCase() === login.trim().toLowerCase() ? { is: 'login' } : { is: 'good' };
}
