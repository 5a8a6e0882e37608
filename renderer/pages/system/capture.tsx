import { useState } from 'preact/hooks';
import type { CaptureListenerAnswer } from '../../../server/contract/capture-listener.ts';
import { put, useGet } from '../../client/api.ts';
import { MANUAL_TAB, manual } from '../../client/manual.ts';
import { Button } from '../../parts/button.tsx';
import { Check, Field, FormDialog, typing } from '../../parts/form.tsx';
import { Loaded, Section } from '../../parts/page.tsx';
import { Codes, factList, Pill } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

/** Whether applicants can capture by themselves, on which addresses, and on which devices. */
export function Capture() {
  const capture = useGet('/v1/system/capture');
  const [act, setAct] = useState<'on' | 'off' | null>(null);
  const close = (): void => setAct(null);
  return (
    <Section title={t('captures.title')} id="capture">
      <Loaded of={capture}>
        {(now) => (
          <>
            <State now={now} />
            <p class="actions">
              <Button look={now.on ? 'plain' : 'primary'} onClick={() => setAct('on')}>
                {t(now.on ? 'captures.move' : 'captures.switch_on')}
              </Button>
              {now.on && <Button onClick={() => setAct('off')} label={t('action.switch_off')} />}
            </p>
            {act === 'on' && <CaptureDialog now={now} onDone={capture.set} onClose={close} />}
            {act === 'off' && (
              <FormDialog
                title={t('action.switch_off')}
                look="danger"
                onClose={close}
                onSubmit={async () => capture.set(await put('/v1/system/capture', { on: false }))}
              >
                <p>{t('captures.off_why')}</p>
              </FormDialog>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ now }: { now: CaptureListenerAnswer }) {
  const { on, office, listening, office_listening: officeListening, problem, kiosk_urls: urls, phones } = now;
  return (
    <>
      <p>{t('captures.what')}</p>
      {factList([
        [t('captures.machine'), <Port key="machine" on={on} listening={listening} />],
        [t('captures.office'), on && <Port key="office" on={office} listening={officeListening} />],
        [t('captures.kiosk_urls'), on && <Codes of={urls} class="system-file breaks" />],
        [t('captures.phones'), on && t(phones ? 'captures.phones_on' : 'captures.phones_off')],
      ])}
      {problem && <p class="system-note note warn">{problem}</p>}
      {on && !phones && (
        <p class="small faint">
          {t('captures.phones_remedy')}{' '}
          <a href={manual('capture#devices')} target={MANUAL_TAB}>
            {t('capture.phones_how')}
          </a>
        </p>
      )}
    </>
  );
}

function Port({ on, listening }: { on: boolean; listening: boolean }) {
  if (!on) return <Pill>{t('label.off')}</Pill>;
  return <Pill tone={listening ? 'good' : 'bad'}>{t(listening ? 'office.on' : 'office.failed')}</Pill>;
}

interface CaptureDialogProps {
  now: CaptureListenerAnswer;
  onDone: (answer: CaptureListenerAnswer) => void;
  onClose: () => void;
}

/** Switches it on, or changes its ports. */
function CaptureDialog({ now, onDone, onClose }: CaptureDialogProps) {
  const [port, setPort] = useState(String(now.port));
  const [office, setOffice] = useState(now.office);
  const [officePort, setOfficePort] = useState(String(now.office_port));
  const number = { type: 'number', min: 0, max: 65535, required: true } as const;
  return (
    <FormDialog
      title={t(now.on ? 'captures.move' : 'captures.switch_on')}
      onClose={onClose}
      onSubmit={async () => {
        const ports = { port: Number(port), ...(office && { office_port: Number(officePort) }) };
        onDone(await put('/v1/system/capture', { on: true, office, ...ports }));
      }}
    >
      <p>{t('captures.on_why')}</p>
      <Field label={t('captures.port')}>
        <input {...number} value={port} onInput={typing(setPort)} />
      </Field>
      <Check label={t('captures.office')} hint={t('captures.office_why')} checked={office} onChange={setOffice} />
      {office && (
        <Field label={t('captures.office_port')}>
          <input {...number} value={officePort} onInput={typing(setOfficePort)} />
        </Field>
      )}
    </FormDialog>
  );
}
