import { useState } from 'preact/hooks';
import type { SystemKeysAnswer } from '../../../server/api/contract/system-keys.ts';
import { get } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { t } from '../../text/text.ts';
import { RecoveryDialog } from './recovery-dialog.tsx';

/** Where the master key lies, and whether a lost one could be made good. */
export function Keys({ onChange }: { onChange: () => void }) {
  const keys = useResource((signal) => get<SystemKeysAnswer>('/v1/system/keys', signal), []);
  const [step, setStep] = useState<'make' | 'confirm' | null>(null);
  return (
    <Section title={t('system.keys')} id="keys">
      <Loaded of={keys}>
        {({ master_key: master, recovery_key: recovery }) => (
          <>
            <h3>{t('system.master_key')}</h3>
            <Facts
              items={[
                [t('system.master_kind'), t(`system.master_${master.kind}`)],
                [t('system.master_path'), master.path && <code>{master.path}</code>],
              ]}
            />
            {master.inside_data_folder && <p class="system-note">{t('system.master_inside')}</p>}
            <h3>{t('system.recovery_key')}</h3>
            <Facts
              items={[
                [
                  t('system.state'),
                  recovery.set ? (
                    <Pill tone="good">{t('system.recovery_set')}</Pill>
                  ) : (
                    <Pill tone="warn">{t('system.recovery_unset')}</Pill>
                  ),
                ],
                [t('system.fingerprint'), recovery.fingerprint && <code>{recovery.fingerprint}</code>],
                [t('system.recovery_made'), recovery.made_at && <When at={recovery.made_at} />],
                [t('system.recovery_confirmed'), recovery.confirmed_at && <When at={recovery.confirmed_at} />],
              ]}
            />
            {!recovery.set && <p class="system-note">{t('system.recovery_why')}</p>}
            {recovery.pending && <p class="system-note">{t('system.recovery_pending')}</p>}
            <p class="actions">
              {recovery.pending && (
                <Button look="primary" onClick={() => setStep('confirm')}>
                  {t('system.recovery_confirm')}
                </Button>
              )}
              <Button icon="key" onClick={() => setStep('make')}>
                {t(recovery.set ? 'system.recovery_replace' : 'system.recovery_make')}
              </Button>
            </p>
            {step && (
              <RecoveryDialog
                replace={recovery.set}
                begin={step}
                onClose={() => {
                  setStep(null);
                  void keys.reload();
                }}
                onConfirmed={(answer) => {
                  keys.set(answer);
                  onChange();
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
