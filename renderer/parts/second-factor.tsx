import { useState } from 'preact/hooks';
import type { ShownFactorAnswer } from '../../server/contract/operators.ts';
import { type ConfirmedFactor, confirmSecondFactor, operator, proposeSecondFactor } from '../client/session.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { saveText } from './download.ts';
import { ActForm, CODE, Field, typing } from './form.tsx';
import { useAct } from './page.tsx';
import { QrCode } from './qr-code.tsx';
import { PasswordField } from './secret-fields.tsx';
import { CopyButton, Secret } from './values.tsx';

/** Sets up the operator's own second factor: the password, the QR code for the app, the app's first code, the recovery codes to keep. */
export function SecondFactorSteps({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
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
  if (shown) return <FirstCode shown={shown} onMade={setMade} onCancel={onCancel} />;
  return (
    <Proof submitLabel={t('action.continue')} onProven={proposeSecondFactor} onDone={setShown} onCancel={onCancel} />
  );
}

interface ProofProps<T> {
  submitLabel: string;
  onProven: (password: string, code: string | null) => Promise<T>;
  onDone: (answer: T) => void;
  onCancel: () => void;
}

/** Asks for the operator's own password, and for a code of the current factor. */
export function Proof<T>({ submitLabel, onProven, onDone, onCancel }: ProofProps<T>) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const act = useAct();
  const has = operator.value?.second_factor ?? false;
  const isLocal = operator.value?.source !== 'directory';
  const prove = async (): Promise<void> => onDone(await onProven(password, has ? code : null));
  return (
    <ActForm submitLabel={submitLabel} act={act} onSubmit={prove} onCancel={onCancel}>
      {isLocal ? (
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
  shown: ShownFactorAnswer;
  onMade: (made: ConfirmedFactor) => void;
  onCancel: () => void;
}

function FirstCode({ shown, onMade, onCancel }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const act = useAct();
  const confirm = async (): Promise<void> => onMade(await confirmSecondFactor(code));
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
