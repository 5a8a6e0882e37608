import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asApiError } from '../client/api.ts';
import { MANUAL_TAB } from '../client/manual.ts';
import { Button } from '../parts/button.tsx';
import { ChoosePassword } from '../parts/choose-password.tsx';
import { Field, LOGIN, typing } from '../parts/form.tsx';
import { ActError, submitting, useAct } from '../parts/page.tsx';
import { CodeField, SecondFactorGate } from '../parts/second-factor.tsx';
import { PasswordField, SecretField } from '../parts/secret-fields.tsx';
import { t } from '../text/text.ts';
import { screenHelp } from './help.ts';
import { changePassword, logIn, logOut, ownFactor, session, setUp } from './session.ts';
import { h } from './text/text.ts';

const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Custos`;
  }, [title]);

export function LoginPage() {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  /** Null: no code is needed. */
  const [code, setCode] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const title = h('gate.login', { hub: session.value?.hub ?? '' });
  useTitle(title);
  // The code field appears when it is needed.
  useLayoutEffect(() => {
    if (code === '') form.current?.querySelector<HTMLInputElement>('input[autocomplete=one-time-code]')?.focus();
  }, [code === null]);
  const submit = async (): Promise<void> => {
    try {
      await logIn(login, password, code);
    } catch (thrown) {
      if (asApiError(thrown).code === 'second_factor_required') return setCode('');
      if (code !== null) setCode('');
      throw thrown;
    }
  };
  return (
    <main class="gate stack">
      <form ref={form} onSubmit={submitting(() => run(submit))}>
        <h1>{title}</h1>
        <Field label={t('login.login')}>
          <input {...LOGIN} value={login} onInput={typing(setLogin)} />
        </Field>
        <PasswordField
          label={t('login.password')}
          value={password}
          onInput={(text) => {
            setPassword(text);
            setCode(null);
          }}
        />
        {code !== null && <CodeField value={code} onInput={setCode} hint={t('factor.code_hint')} />}
        <ActError error={error} />
        <Button look="primary" type="submit" busy={busy} label={t('login.submit')} />
        <details class="forgotten">
          <summary>{t('login.forgotten')}</summary>
          <p>{t('login.forgotten_what')}</p>
          <p>
            {h('gate.forgotten_alone')}{' '}
            <a href={screenHelp('operators')} target={MANUAL_TAB}>
              {h('gate.forgotten_how')}
            </a>
          </p>
        </details>
      </form>
    </main>
  );
}

/** Creates the first administrator, with the code that the hub printed. */
export function SetupPage() {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, run } = useAct();
  useTitle(h('gate.setup'));
  return (
    <main class="gate stack">
      <form onSubmit={submitting(() => run(() => setUp({ code, name, login, password })))}>
        <h1>{h('gate.setup')}</h1>
        <p>{h('gate.setup_why')}</p>
        <Field label={h('gate.code')}>
          <input dir="ltr" autocomplete="off" spellcheck={false} required value={code} onInput={typing(setCode)} />
        </Field>
        <Field label={t('field.name')}>
          <input autocomplete="off" required value={name} onInput={typing(setName)} />
        </Field>
        <Field label={t('login.login')}>
          <input {...LOGIN} value={login} onInput={typing(setLogin)} />
        </Field>
        <SecretField
          label={t('login.password')}
          hint={t('login.password_rule')}
          showLabel={t('setup.passphrase_show')}
          value={password}
          onInput={setPassword}
        />
        <ActError error={error} />
        <Button look="primary" type="submit" busy={busy} label={t('action.continue')} />
      </form>
    </main>
  );
}

/** The role requires a second factor. */
export function SecondFactorPage() {
  useTitle(t('factor.title'));
  return <SecondFactorGate of={ownFactor.value} onLogOut={logOut} />;
}

/** With a one-time password only this page opens. */
export function PasswordPage() {
  useTitle(t('login.choose_password'));
  return <ChoosePassword onChoose={changePassword} onLogOut={logOut} />;
}
