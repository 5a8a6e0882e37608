import { useEffect, useState } from 'preact/hooks';
import type { CaptureSessionAnswer, OpenedCaptureSessionAnswer } from '../../../server/contract/capture-sessions.ts';
import { post, type Resource, useGet } from '../../client/api.ts';
import { desktop } from '../../client/desktop.ts';
import { MANUAL_TAB, manual } from '../../client/manual.ts';
import { can } from '../../client/session.ts';
import { onLive } from '../../live/events.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Dialog } from '../../parts/form.tsx';
import { ActError, announce, Loaded, toast, useAct } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Codes, CopyButton, factList, Pill, type Tone, When } from '../../parts/values.tsx';
import { documentLabel, formatWhen, plural, t } from '../../text/text.ts';
import './page.css';

type Session = CaptureSessionAnswer;
type Step = Session['steps'][number];
type Opened = Pick<OpenedCaptureSessionAnswer, 'link' | 'link_reach' | 'kiosk_urls' | 'pairing_code'>;

/** Events tell the states. What was captured meanwhile is requested now and then. */
const REFRESH_MS = 2_000;

export const isOpen = ({ state }: Pick<Session, 'state'>): boolean => !['done', 'canceled', 'expired'].includes(state);

const TONES: Readonly<Record<Session['state'], Tone>> = {
  created: 'calm',
  claimed: 'busy',
  consented: 'busy',
  capturing: 'busy',
  submitted: 'busy',
  done: 'good',
  canceled: 'bad',
  expired: 'bad',
};

/** Whether a link or code can still be used: no device has the session. After a new link it keeps its state. */
const waits = (session: Pick<Session, 'state' | 'device'>): boolean =>
  isOpen(session) && session.state !== 'submitted' && session.device === null;

/** The state of a session. */
export function CapturePill({ of }: { of: Pick<Session, 'state' | 'device'> }) {
  const state = waits(of) ? 'created' : of.state;
  return <Pill tone={TONES[state]}>{t(`capture.state_${state}`)}</Pill>;
}

/** Follows one session while it is open: by its events, and every two seconds. */
function useSession(id: string): Resource<Session> {
  const session = useGet(`/v1/capture-sessions/${id}`);
  const now = session.known();
  const ends = now !== null && !isOpen(now);
  useEffect(() => {
    if (ends) return;
    const reload = (): void => void session.reload();
    const stop = onLive(({ kind }) => kind.startsWith('capture_session.') && reload());
    const timer = setInterval(() => !document.hidden && reload(), REFRESH_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [session, ends]);
  return session;
}

interface SessionDialogProps {
  id: string;
  /** Link and code, which the appliance tells only once; null: they were told earlier. */
  opened: Opened | null;
  onClose: () => void;
}

/** Shows a session: how the applicant opens it, the code to compare, and what was captured so far. */
export function SessionDialog({ id, opened: first, onClose }: SessionDialogProps) {
  const session = useSession(id);
  const [opened, setOpened] = useState(first);
  const state = session.known()?.state;
  useEffect(() => {
    if (state) announce(t(`capture.state_${state}`));
  }, [state]);
  return (
    <Dialog title={t('capture.title')} onClose={onClose} wide>
      <Loaded of={session}>
        {(now) => (
          <Body
            now={now}
            opened={opened}
            onChange={session.set}
            onRenewed={({ link, link_reach, kiosk_urls, pairing_code, ...rest }) => {
              setOpened({ link, link_reach, kiosk_urls, pairing_code });
              session.set(rest);
            }}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

interface BodyProps {
  now: Session;
  opened: Opened | null;
  onChange: (session: Session) => void;
  onRenewed: (session: OpenedCaptureSessionAnswer) => void;
  onClose: () => void;
}

function Body({ now, opened, onChange, onRenewed, onClose }: BodyProps) {
  const act = useAct();
  const path = `/v1/capture-sessions/${now.id}` as const;
  const renew = (told: string) =>
    act.run(async () => {
      onRenewed(await post(`${path}/renew-link`));
      toast(told);
    });
  const cancel = () =>
    act.run(async () => {
      onChange(await post(`${path}/cancel`));
      toast(t('capture.canceled'));
    });
  const may = can('kyc:write') && isOpen(now) && now.state !== 'submitted';
  const asks = may && now.confirmation_code !== null && !now.confirmed;
  return (
    <div class="capture stack gap-12">
      <Facts now={now} />
      {waits(now) && opened && <Ways opened={opened} until={now.claim_by} />}
      {asks && (
        <div class="capture-compare stack gap-8">
          <p>{t('capture.compare')}</p>
          <output class="capture-code" dir="ltr">
            {now.confirmation_code}
          </output>
          <div class="actions">
            <Button
              look="primary"
              icon="check"
              busy={act.busy}
              onClick={() =>
                act.run(async () => {
                  onChange(await post(`${path}/confirm`));
                  toast(t('capture.confirmed'));
                })
              }
              label={t('capture.same')}
            />
            <Button
              look="danger"
              icon="cross"
              busy={act.busy}
              onClick={() => renew(t('capture.other_done'))}
              label={t('capture.other')}
            />
          </div>
        </div>
      )}
      {now.attended && isOpen(now) && <p class="note warn capture-note">{t('capture.attended')}</p>}
      {now.state !== 'created' && <Steps steps={now.steps} />}
      {now.state === 'submitted' && <p role="status">{t('capture.processing')}</p>}
      {now.state === 'done' && (
        <p class="note good capture-note" role="status">
          {t(`capture.done_${now.purpose}`)}
        </p>
      )}
      <ActError error={act.error} />
      <footer class="actions">
        {may && (
          <>
            <Button icon="refresh" busy={act.busy} onClick={() => renew(t('capture.renewed'))}>
              {t('capture.renew')}
            </Button>
            <Button look="danger" icon="trash" busy={act.busy} onClick={cancel} title={t('capture.cancel_why')}>
              {t('capture.cancel')}
            </Button>
          </>
        )}
        {now.verification_id && now.state === 'done' && (
          <ButtonLink
            look="primary"
            href={`/verifications/${now.verification_id}`}
            onClick={onClose}
            label={t('action.open_verification')}
          />
        )}
        <Button onClick={onClose} label={t('action.close')} />
      </footer>
      {isOpen(now) && <p class="small faint">{t('capture.left_running')}</p>}
    </div>
  );
}

function Facts({ now }: { now: Session }) {
  const { purpose, client_reference: reference, device, last_error: fault } = now;
  return factList([
    [
      t('field.status'),
      <>
        <CapturePill of={now} /> {fault && t(`capture.fault_${fault}`)}
      </>,
    ],
    [t('capture.purpose'), t(`capture.for_${purpose}`)],
    [t('capture.client_reference'), reference],
    [t('capture.device'), device && `${t(`capture.device_${device.kind}`)}, ${t(`capture.on_${device.network}`)}`],
    [t('capture.until'), isOpen(now) && <When at={waits(now) ? now.claim_by : now.expires_at} />],
  ]);
}

/** Digits in groups of four, which people read and type more easily. */
const grouped = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** How the applicant opens the session: by code on the kiosk page, or by link on a device that trusts the appliance. */
function Ways({ opened, until }: { opened: Opened; until: string }) {
  const { link, link_reach: reach, kiosk_urls: kiosks, pairing_code: code } = opened;
  const at = { until: formatWhen(until) };
  const offices = kiosks.slice(1);
  return (
    <div class="capture-ways columns">
      {code && (
        <section class="stack gap-8">
          <h3>{t('capture.pairing_code')}</h3>
          <output class="capture-code" dir="ltr" aria-label={t('capture.pairing_code')}>
            {grouped(code)}
          </output>
          <p class="small">{t('capture.pairing_why', at)}</p>
          <Kiosk page={kioskHere(kiosks)} code={code} />
          {offices.length > 0 && (
            <>
              <p class="small">{t('capture.kiosk_tablet')}</p>
              <Codes of={offices} class="capture-address breaks" />
            </>
          )}
        </section>
      )}
      <section class="stack gap-8">
        <h3>{t('capture.link')}</h3>
        {link && reach === 'any_device' ? (
          <>
            <p class="actions">
              <CopyButton text={link} label={t('capture.link_copy')} />
            </p>
            <p class="small">{t('capture.link_scan')}</p>
            <QrCode text={link} label={t('capture.link')} />
            <p class="small">{t('capture.link_why', at)}</p>
          </>
        ) : (
          <div class="note warn capture-note">
            <p>{t('capture.phones_off')}</p>
            <p class="small">
              {t('capture.phones_remedy')}{' '}
              <a href={manual('capture#devices')} target={MANUAL_TAB}>
                {t('capture.phones_how')}
              </a>
            </p>
          </div>
        )}
      </section>
    </div>
  );
}

/** Returns the kiosk page that this browser can open. On another machine, which speaks TLS, `localhost` is not the appliance. */
const kioskHere = (kiosks: readonly string[]): string | undefined =>
  location.protocol === 'http:' ? kiosks[0] : kiosks.find((url) => new URL(url).hostname === location.hostname);

/** Opens the kiosk: in the desktop app its own window, in a browser another tab. */
function Kiosk({ page, code }: { page: string | undefined; code: string }) {
  const shell = desktop;
  if (!shell)
    return (
      page !== undefined && (
        <p class="actions">
          <ButtonLink icon="camera" href={page} target="_blank" rel="noopener noreferrer">
            {t('capture.kiosk_page')}
          </ButtonLink>
        </p>
      )
    );
  return (
    <>
      <p class="actions">
        <Button
          icon="camera"
          onClick={async () => (await shell.openKiosk(code)) || toast(t('capture.kiosk_failed'), 'bad')}
          label={t('capture.kiosk_open')}
        />
      </p>
      <p class="small faint">{t('capture.kiosk_locks')}</p>
    </>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <section class="stack gap-8">
      <h3>{t('capture.steps')}</h3>
      <ol class="capture-steps">
        {steps.map((step) => (
          <li key={step.id} class="row gap-12 between wrap">
            <span>{stepName(step)}</span>
            <span class="row gap-8 wrap">
              {step.last_error && <span class="small faint">{t(`capture.reason_${step.last_error}`)}</span>}
              {step.kind === 'face' && step.state === 'waiting' && (
                <span class="small faint">{plural('capture.attempts', step.attempts_left)}</span>
              )}
              <Pill tone={step.state === 'captured' ? 'good' : step.state === 'waiting' ? 'calm' : 'warn'}>
                {t(`capture.step_${step.state}`)}
              </Pill>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepName({ kind, document_type: type, side }: Step): string {
  if (kind === 'face') return t('capture.step_face');
  return type === null ? t('capture.step_open') : documentLabel({ type, side });
}
