import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lockedLogin, logIn } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Field, typed } from '../../parts/field.tsx';
import { ActError } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { t } from '../../text/text.ts';

/** Who are you? Also what stands before a console that locked itself. */
export function LoginPage() {
  const locked = lockedLogin.value;
  const [login, setLogin] = useState(locked ?? '');
  const [password, setPassword] = useState('');
  const { busy, error, run, clear } = useAct();
  const form = useRef<HTMLFormElement>(null);
  // Before it is seen: a focus that moved later would take letters that are already being typed.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLInputElement>(locked === null ? 'input' : 'input[type=password]')?.focus();
  }, [locked]);
  useEffect(() => {
    document.title = `${t('login.title')} · Custos`;
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await run(() => logIn(login, password)))) setPassword('');
  };
  return (
    <main class="gate">
      <form ref={form} onSubmit={submit}>
        <h1>{t(locked === null ? 'login.title' : 'login.locked')}</h1>
        {locked !== null && <p>{t('login.locked_why')}</p>}
        <Field label={t('login.login')}>
          <input
            autocomplete="username"
            autocapitalize="off"
            spellcheck={false}
            required
            value={login}
            onInput={(event) => setLogin(typed(event))}
          />
        </Field>
        <Field label={t('login.password')}>
          <input
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(typed(event))}
          />
        </Field>
        <ActError error={error} />
        <Button look="primary" type="submit" busy={busy}>
          {t(locked === null ? 'login.submit' : 'login.unlock')}
        </Button>
        {locked !== null && (
          <Button
            look="quiet"
            onClick={() => {
              lockedLogin.value = null;
              clear();
              setLogin('');
            }}
          >
            {t('login.other')}
          </Button>
        )}
      </form>
    </main>
  );
}
