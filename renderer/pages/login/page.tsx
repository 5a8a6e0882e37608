import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OperatorSource } from '../../../server/vocabulary/roles.ts';
import { asApiError } from '../../client/api.ts';
import { desktop } from '../../client/desktop.ts';
import {
  changePassword,
  directoryProblem,
  enterCode,
  lockedLogin,
  lockedSource,
  logIn,
  logInByDirectory,
  logInByPassword,
  logOut,
  ownFactor,
  session,
} from '../../client/session.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { ChoosePassword } from '../../parts/choose-password.tsx';
import { Field, LOGIN, Radios, typing } from '../../parts/form.tsx';
import { ActError, submitting, useAct } from '../../parts/page.tsx';
import { CodeField, SecondFactorGate } from '../../parts/second-factor.tsx';
import { PasswordField } from '../../parts/secret-fields.tsx';
import { t, textFor } from '../../text/text.ts';

/** The login screen, also shown by a locked console. */
export function LoginPage() {
  const locked = lockedLogin.value;
  const [login, setLogin] = useState(locked ?? '');
  const [password, setPassword] = useState('');
  const directory = session.value?.directory ?? null;
  const hasPasswords = directory?.kind === 'ldap';
  const [source, setSource] = useState<OperatorSource>(lockedSource.value ?? 'directory');
  const byDirectory = hasPasswords && source === 'directory';
  /** Null: no code is needed. */
  const [code, setCode] = useState<string | null>(null);
  const { busy, error, run, clear } = useAct();
  const form = useRef<HTMLFormElement>(null);
  // The code field appears when it is needed.
  useLayoutEffect(() => {
    if (code === '') form.current?.querySelector<HTMLInputElement>('input[autocomplete=one-time-code]')?.focus();
  }, [code === null]);
  // Runs before the first paint: moving the focus later would disturb typing.
  useLayoutEffect(() => {
    form.current
      ?.querySelector<HTMLInputElement>(locked === null ? 'input[autocomplete=username]' : 'input[type=password]')
      ?.focus();
  }, [locked]);
  useEffect(() => {
    document.title = `${t('login.title')} · Custos`;
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await run(async () => {
      try {
        if (byDirectory) await logInByPassword(login, password);
        else await logIn(login, password, code);
      } catch (thrown) {
        if (asApiError(thrown).code === 'second_factor_required') return setCode('');
        if (code === null) setPassword('');
        else setCode('');
        throw thrown;
      }
    });
  };
  return (
    <main class="gate stack">
      <form ref={form} onSubmit={submit}>
        <h1>{t(locked === null ? 'login.title' : 'login.locked')}</h1>
        {locked !== null && <p>{t('login.locked_why')}</p>}
        {hasPasswords && (
          <fieldset>
            <legend class="unseen">{t('login.whose')}</legend>
            <Radios
              name="source"
              options={[
                ['directory', directory.name],
                ['local', t('login.local')],
              ]}
              chosen={source}
              onChoose={(chosen) => {
                setSource(chosen);
                setCode(null);
                clear();
              }}
            />
          </fieldset>
        )}
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
        <Button look="primary" type="submit" busy={busy} label={t(locked === null ? 'login.submit' : 'login.unlock')} />
        <ByDirectory />
        <details class="forgotten">
          <summary>{t('login.forgotten')}</summary>
          <p>{t('login.forgotten_what')}</p>
          <p>{t('login.forgotten_alone')}</p>
        </details>
        {locked !== null && (
          <Button
            look="quiet"
            onClick={() => {
              lockedLogin.value = null;
              clear();
              setLogin('');
              setCode(null);
            }}
            label={t('login.other')}
          />
        )}
      </form>
    </main>
  );
}

/** Offers the site's own directory, and says why it did not let the person in. */
function ByDirectory() {
  const { busy, error, run } = useAct();
  // The desktop app's own window loads no page of another server, so the provider's page cannot open there.
  const directory = desktop ? null : session.value?.directory;
  const problem = directoryProblem.value;
  if (!directory && problem === null) return null;
  return (
    <>
      {directory?.kind === 'oidc' && (
        <Button
          busy={busy}
          onClick={() => {
            directoryProblem.value = null;
            void run(logInByDirectory);
          }}
          label={t('login.by_directory', { name: directory.name })}
        />
      )}
      <ActError error={error} />
      {problem !== null && (
        <div class="act-error note bad" role="alert">
          <Icon name="alert" />
          <p>{textFor(`login.problem_${problem}`) ?? t('login.problem_directory_refused')}</p>
        </div>
      )}
    </>
  );
}

/** The directory has let the operator in, and the code of the second factor is missing. */
export function CodePage() {
  const [code, setCode] = useState('');
  const { busy, error, run } = useAct();
  return (
    <main class="gate stack">
      <form onSubmit={submitting(() => run(() => enterCode(code)))}>
        <h1>{t('factor.title')}</h1>
        <CodeField value={code} onInput={setCode} hint={t('factor.code_hint')} />
        <ActError error={error} />
        <Button look="primary" type="submit" busy={busy} label={t('login.submit')} />
        <Button look="quiet" onClick={() => void logOut()} label={t('account.log_out')} />
      </form>
    </main>
  );
}

/** With a one-time password only this page opens. */
export const PasswordPage = () => <ChoosePassword onChoose={changePassword} onLogOut={logOut} />;

/** The role requires a second factor. */
export const SecondFactorPage = () => <SecondFactorGate of={ownFactor.value} onLogOut={logOut} />;
