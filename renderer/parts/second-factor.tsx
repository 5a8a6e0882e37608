import { useState } from 'preact/hooks';
import type { ShownFactorAnswer } from '../../server/contract/operators.ts';
import type { ConfirmedFactor, OwnFactor } from '../client/own-factor.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { saveText } from './download.ts';
import { ActForm, CODE, Dialog, Field, typing } from './form.tsx';
import { toast, useAct } from './page.tsx';
import { QrCode } from './qr-code.tsx';
import { PasswordField } from './secret-fields.tsx';
import { CopyButton, Secret } from './values.tsx';

interface StepsProps {
  of: OwnFactor;
  onDone: () => void;
  onCancel: () => void;
}

/** Sets up the operator's own second factor: the password, the QR code for the app, the app's first code, the recovery codes to keep. */
export function SecondFactorSteps({ of, onDone, onCancel }: StepsProps) {
  const [shown, setShown] = useState<ShownFactorAnswer | null>(null);
  const [made, setMade] = useState<ConfirmedFactor | null>(null);
  if (made) {
    return (
      <RecoveryCodes
        codes={made.recoveryCodes}
        onKept={() => {
          made.begin();
          onDone();
        }}
      />
    );
  }
  if (shown) return <FirstCode of={of} shown={shown} onMade={setMade} onCancel={onCancel} />;
  return (
    <Proof of={of} submitLabel={t('action.continue')} onProven={of.propose} onDone={setShown} onCancel={onCancel} />
  );
}

interface ProofProps<T> {
  of: OwnFactor;
  submitLabel: string;
  onProven: (password: string, code: string | null) => Promise<T>;
  onDone: (answer: T) => void;
  onCancel: () => void;
}

/** Asks for the operator's own password, and for a code of the current factor. */
function Proof<T>({ of: { has, hasPassword }, submitLabel, onProven, onDone, onCancel }: ProofProps<T>) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const act = useAct();
  const prove = async (): Promise<void> => onDone(await onProven(password, has ? code : null));
  return (
    <ActForm submitLabel={submitLabel} act={act} onSubmit={prove} onCancel={onCancel}>
      {hasPassword ? (
        <PasswordField label={t('login.password_now')} value={password} onInput={setPassword} />
      ) : (
        <p>{t('factor.directory_confirmed')}</p>
      )}
      {has && <CodeField value={code} onInput={setCode} hint={t('factor.code_hint')} />}
    </ActForm>
  );
}

/** Six digits, or a recovery code. */
export function CodeField({ value, onInput, hint }: { value: string; onInput: (code: string) => void; hint: string }) {
  return (
    <Field label={t('label.code')} hint={hint}>
      <input {...CODE} autocomplete="one-time-code" required value={value} onInput={typing(onInput)} />
    </Field>
  );
}

interface FirstCodeProps {
  of: OwnFactor;
  shown: ShownFactorAnswer;
  onMade: (made: ConfirmedFactor) => void;
  onCancel: () => void;
}

function FirstCode({ of, shown, onMade, onCancel }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const act = useAct();
  const confirm = async (): Promise<void> => onMade(await of.confirm(code));
  return (
    <ActForm submitLabel={t('factor.set')} act={act} onSubmit={confirm} onCancel={onCancel}>
      <p>{t('factor.scan')}</p>
      <QrCode text={shown.uri} label={t('factor.scan')} />
      <p>{t('factor.or_type')}</p>
      <Secret text={shown.secret} label={t('label.secret')} />
      <CodeField value={code} onInput={setCode} hint={t('factor.first_hint')} />
    </ActForm>
  );
}

/** They are in force; an operator who leaves without them has only the app. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>{t('factor.recovery_why')}</p>
      <ul class="recovery-codes stack" dir="ltr" aria-label={t('factor.recovery')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="actions">
        <CopyButton text={text} />
        <Button
          icon="download"
          onClick={() => saveText(text, 'text/plain', 'custos-recovery-codes.txt')}
          label={t('factor.recovery_file')}
        />
      </p>
      <footer class="actions">
        <Button look="primary" onClick={onKept} label={t('secret.kept')} />
      </footer>
    </>
  );
}

/** The page of an operator whose role requires a second factor: it must be set up before anything else. */
export function SecondFactorGate({ of, onLogOut }: { of: OwnFactor; onLogOut: () => Promise<unknown> }) {
  return (
    <main class="gate stack">
      <div class="gate-card">
        <h1>{t('factor.title')}</h1>
        <p>{t('factor.needed')}</p>
        <SecondFactorSteps of={of} onDone={() => {}} onCancel={() => void onLogOut()} />
      </div>
    </main>
  );
}

/** Sets, replaces or removes the operator's own second factor. */
export function SecondFactorDialog({ of, onClose }: { of: OwnFactor; onClose: () => void }) {
  const [act, setAct] = useState<'set' | 'remove' | null>(of.has ? null : 'set');
  const done = (told: string) => (): void => {
    toast(told);
    onClose();
  };
  return (
    <Dialog title={t('factor.title')} onClose={onClose}>
      {act === null && (
        <>
          <p>{t('factor.is_set')}</p>
          <footer class="actions">
            <Button onClick={() => setAct('remove')} label={t('factor.remove')} />
            <Button look="primary" onClick={() => setAct('set')} label={t('factor.exchange')} />
          </footer>
        </>
      )}
      {act === 'set' && (
        <>
          <p>{t('factor.why')}</p>
          <SecondFactorSteps of={of} onDone={done(t('factor.done'))} onCancel={onClose} />
        </>
      )}
      {act === 'remove' && (
        <Proof
          of={of}
          submitLabel={t('factor.remove')}
          onProven={of.remove}
          onDone={done(t('factor.removed'))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
