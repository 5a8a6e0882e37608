import { useState } from 'preact/hooks';
import type { LanAnswer } from '../../../server/contract/lan.ts';
import { get, put } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { t } from '../../text/text.ts';
import { CertificateDialog } from './certificate-dialog.tsx';
import { OfficeDialog } from './office-dialog.tsx';

type Act = 'on' | 'off' | 'certificate';

/** Whether other machines of the office are served, what is typed there, and how they know this one. */
export function Office({ onChange }: { onChange: () => void }) {
  const lan = useResource((signal) => get<LanAnswer>('/v1/system/lan', signal), []);
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const done = (answer: LanAnswer): void => {
    lan.set(answer);
    onChange();
  };
  return (
    <Section title={t('office.title')} id="office">
      <Loaded of={lan}>
        {(answer) => (
          <>
            <State lan={answer} />
            <p class="actions">
              <Button look={answer.on ? 'plain' : 'primary'} onClick={() => setAct('on')}>
                {t(answer.on ? 'office.move' : 'office.switch_on')}
              </Button>
              {answer.on && <Button onClick={() => setAct('off')}>{t('action.switch_off')}</Button>}
              <Button icon="key" onClick={() => setAct('certificate')}>
                {t('office.certificate_set')}
              </Button>
              {answer.certificate && <CopyButton text={answer.certificate.fingerprint} label={t('office.copy')} />}
            </p>
            {act === 'on' && <OfficeDialog lan={answer} onDone={done} onClose={close} />}
            {act === 'certificate' && <CertificateDialog onDone={done} onClose={close} />}
            {act === 'off' && (
              <FormDialog
                title={t('action.switch_off')}
                submitLabel={t('action.switch_off')}
                look="danger"
                onClose={close}
                onSubmit={async () => done(await put<LanAnswer>('/v1/system/lan', { on: false }))}
              >
                <p>{t('office.off_why')}</p>
              </FormDialog>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ lan }: { lan: LanAnswer }) {
  const { certificate, on, listening, problem, unnamed_addresses: unnamed, urls } = lan;
  return (
    <>
      {!on && <p>{t('office.off')}</p>}
      <Facts
        items={[
          [
            t('label.state'),
            on ? (
              <Pill tone={listening ? 'good' : 'bad'}>{t(listening ? 'office.on' : 'office.failed')}</Pill>
            ) : (
              <Pill>{t('label.off')}</Pill>
            ),
          ],
          [t('office.urls'), on && <Lines of={urls} />],
          [t('system.fingerprint'), certificate && <code dir="ltr">{certificate.fingerprint}</code>],
          [t('office.former'), certificate?.renewed && <code dir="ltr">{certificate.renewed.former_fingerprint}</code>],
          [t('office.origin'), certificate && t(`office.${certificate.origin}`)],
          [t('office.until'), certificate && <When at={certificate.not_after} />],
        ]}
      />
      {problem && <p class="system-note">{problem}</p>}
      {unnamed.length > 0 && <p class="system-note">{t('office.unnamed', { addresses: unnamed.join(', ') })}</p>}
      {on && <p class="small faint">{t('office.compare')}</p>}
    </>
  );
}

function Lines({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((line) => (
        <code key={line} dir="ltr" class="system-file">
          {line}
        </code>
      ))}
    </>
  );
}
