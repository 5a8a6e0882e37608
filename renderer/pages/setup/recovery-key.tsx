import { useState } from 'preact/hooks';
import type { RecoveryKeyAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { post, useGet } from '../../client/api.ts';
import { desktop } from '../../client/desktop.ts';
import { Button } from '../../parts/button.tsx';
import { saveText } from '../../parts/download.ts';
import { CODE, Field, typing } from '../../parts/form.tsx';
import { ActError, Loaded, Page, submitting, toast, useAct } from '../../parts/page.tsx';
import { Secret } from '../../parts/values.tsx';
import { formatWhen, t } from '../../text/text.ts';
import { Continue, Skip } from './frame.tsx';

/** Creates the recovery key, has the administrator store it, and has it typed back: only then is it in force. */
export function RecoveryKeyStep({ onPassed }: { onPassed: () => void }) {
  const keys = useGet('/v1/system/keys');
  const [made, setMade] = useState<RecoveryKeyAnswer | null>(null);
  return (
    <Page title={t('setup.recovery_title')} intro={t('setup.recovery_intro')} width="text">
      <Loaded of={keys}>
        {({ recovery_key: now }) =>
          made ? (
            <Keep made={made} onPassed={onPassed} />
          ) : now.set ? (
            <InForce now={now} onPassed={onPassed} />
          ) : (
            <Make pending={now.pending !== null} onMade={setMade} onPassed={onPassed} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface MakeProps {
  pending: boolean;
  onMade: (made: RecoveryKeyAnswer) => void;
  onPassed: () => void;
}

function Make({ pending, onMade, onPassed }: MakeProps) {
  const { busy, error, run } = useAct();
  const make = async (): Promise<void> => onMade(await post('/v1/system/recovery-key'));
  return (
    <>
      {pending && <p class="setup-note note busy">{t('setup.recovery_pending')}</p>}
      <ActError error={error} />
      <div class="actions setup-actions">
        <Button look="primary" busy={busy} onClick={() => void run(make)} label={t('setup.recovery_make')} />
        <Skip warning={t('setup.recovery_skip')} onSkip={onPassed} />
      </div>
    </>
  );
}

function Keep({ made, onPassed }: { made: RecoveryKeyAnswer; onPassed: () => void }) {
  const [typedBack, setTypedBack] = useState('');
  const { busy, error, run } = useAct();
  const confirm = async (): Promise<void> => {
    await post('/v1/system/recovery-key/confirm', { recovery_key: typedBack });
    toast(t('setup.recovery_in_force'));
    onPassed();
  };
  return (
    <>
      <p>{t('setup.recovery_keep')}</p>
      <div class="setup-secret">
        <Secret text={made.recovery_key} label={t('setup.step_recovery_key')} />
      </div>
      <div class="actions">
        <Button onClick={() => void (desktop?.print() ?? print())} label={t('setup.recovery_print')} />
        <Button
          icon="download"
          onClick={() => saveText(paperText(made), 'text/plain', 'custos-recovery-key.txt')}
          label={t('setup.recovery_file')}
        />
      </div>
      <Paper made={made} />
      <form class="setup-confirm" onSubmit={submitting(() => run(confirm))}>
        <Field label={t('setup.recovery_typed')} hint={t('setup.recovery_typed_hint')}>
          <input {...CODE} autocapitalize="characters" required value={typedBack} onInput={typing(setTypedBack)} />
        </Field>
        <ActError error={error} />
        <div class="actions setup-actions">
          <Button look="primary" type="submit" busy={busy} label={t('action.confirm')} />
          <Skip warning={t('setup.recovery_skip')} onSkip={onPassed} />
        </div>
      </form>
    </>
  );
}

function InForce({ now, onPassed }: { now: SystemKeysAnswer['recovery_key']; onPassed: () => void }) {
  return (
    <>
      <p class="setup-note note busy">
        {t('setup.recovery_is_set', {
          fingerprint: now.fingerprint ?? '',
          when: now.made_at === null ? '' : formatWhen(now.made_at),
        })}
      </p>
      <Continue onPassed={onPassed} />
    </>
  );
}

/** The recovery key as it is printed. Visible only on paper. */
function Paper({ made }: { made: RecoveryKeyAnswer }) {
  const [title, key, ...rest] = linesOf(made);
  return (
    <div class="setup-paper" aria-hidden="true">
      <h1>{title}</h1>
      <p class="setup-paper-key">{key}</p>
      {rest.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The same as a text file. */
const paperText = (made: RecoveryKeyAnswer): string => `${linesOf(made).join('\r\n\r\n')}\r\n`;

function linesOf({ recovery_key: key, fingerprint, made_at: at }: RecoveryKeyAnswer): string[] {
  return [
    t('setup.paper_title'),
    key,
    t('setup.paper_what', { fingerprint, when: formatWhen(at) }),
    t('setup.paper_where'),
    t('setup.paper_how'),
  ];
}
