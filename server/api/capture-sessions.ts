import type { Appliance } from '../appliance/appliance.ts';
import { cancelSession, confirmDevice, createSession, type OpenedSession, renewLink } from '../capture/sessions.ts';
import { getSession, listSessions } from '../capture/store.ts';
import type { CaptureSession } from '../capture/types.ts';
import type { captureListenerRoutes } from '../contract/capture-listener.ts';
import type {
  CaptureSessionAnswer,
  captureSessionRoutes,
  OpenedCaptureSessionAnswer,
} from '../contract/capture-sessions.ts';
import { anyDeviceUrl, type CaptureListenerState } from '../lan/capture.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Call, Reply } from './call.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency.ts';
import type { Handlers } from './mount.ts';
import { checkMetadata, dropBlank } from './raw-fields.ts';

type Rows = typeof captureSessionRoutes & typeof captureListenerRoutes;

/** Routes for capture sessions as programs and operators see them, and for the listener that serves applicants. */
export function captureSessionHandlers({ capture, lan }: Pick<Appliance, 'capture' | 'lan'>): Handlers<Rows> {
  const { deps } = capture;
  const actingOn = ({ id, livemode, actor }: Call) => ({ id, livemode, actor });
  const presentOpened = ({ session, opening }: OpenedSession): OpenedCaptureSessionAnswer => {
    const state = lan.capture.state();
    const anyDevice = anyDeviceUrl(state);
    const base = anyDevice ?? state.urls[0];
    return {
      ...presentSession(session),
      link: opening && base ? `${base}/c/#${opening.token}` : null,
      link_reach: anyDevice ? 'any_device' : 'machine',
      kiosk_urls: kioskUrls(state.urls),
      pairing_code: opening?.pairingCode ?? null,
    };
  };
  return {
    createCaptureSession(call) {
      const { body, req, res, who } = call;
      const key = readIdempotencyKey(req.get('idempotency-key'));
      checkMetadata('metadata' in body ? body.metadata : undefined, who.livemode);
      const { replayed, ...opened } = createSession(deps, {
        ...who,
        ...aboutRecord(body, req.body),
        documents: body.documents ?? null,
        clientReference: body.client_reference ?? null,
        language: body.language ?? 'en',
        liveness: body.liveness ?? 'required',
        confirmation: body.device_confirmation ?? 'required',
        once: key === null ? null : { key, fingerprint: fingerprintOf(req.body) },
      });
      if (replayed) res.setHeader('Idempotent-Replayed', 'true');
      const answer = presentOpened(opened);
      return new Reply(answer, { status: 201, location: answer.links.self });
    },
    listCaptureSessions: (call) =>
      call.page(
        'cap',
        (page) => listSessions(deps, { ...page, livemode: call.livemode, limit: page.limit ?? LIMITS.listPageDefault }),
        presentSession,
      ),
    getCaptureSession: ({ id, livemode }) => presentSession(getSession(deps, id, livemode)),
    async cancelCaptureSession(call) {
      const session = await cancelSession(deps, actingOn(call as Call));
      capture.challenges.drop(session.id);
      return presentSession(session);
    },
    renewCaptureLink(call) {
      const opened = renewLink(deps, actingOn(call as Call));
      capture.challenges.drop(opened.session.id);
      return presentOpened(opened);
    },
    confirmCaptureDevice: (call) => presentSession(confirmDevice(deps, actingOn(call as Call))),
    getCaptureListener: () => presentListener(lan.capture.state()),
    async changeCaptureListener({ body: { on, port, office, office_port: officePort }, actor }) {
      const change = { on, port, office, officePort };
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      return presentListener(await lan.capture.change({ ...given, on }, actor));
    },
  };
}

type NewBody = Call<Rows['createCaptureSession']>['body'];

/** Returns what a request says about the record. `raw`: the body as it came, whose metadata are kept unchanged. */
function aboutRecord(body: NewBody, raw: { applicant?: unknown; metadata?: Record<string, unknown> }) {
  if ('verification_id' in body) return { request: null, verificationId: body.verification_id };
  const request = {
    applicant: dropBlank(body.applicant ?? {}),
    metadata: raw.metadata ?? null,
    webhook_url: body.webhook_url ?? null,
  };
  return { request, verificationId: null };
}

export const presentSteps = ({ steps }: CaptureSession): CaptureSessionAnswer['steps'] =>
  steps.map(({ id, kind, documentType, side, state, attemptsLeft, lastError }) => ({
    id,
    kind,
    document_type: documentType,
    side,
    state,
    attempts_left: attemptsLeft,
    last_error: lastError,
  }));

/** Returns what both the operator and the applicant's page see. */
export function presentShared(session: CaptureSession) {
  const { state, purpose, language, liveness, confirmed } = session;
  return {
    state,
    purpose,
    language,
    liveness,
    confirmation_code: session.confirmationCode,
    confirmed,
    steps: presentSteps(session),
    expires_at: isoTime(session.expiresAtMs),
    last_error: session.lastError,
    attended: session.attended !== null,
  };
}

function presentSession(session: CaptureSession): CaptureSessionAnswer {
  const { id, livemode, verificationId, clientReference, device } = session;
  return {
    id,
    object: 'capture_session',
    livemode,
    ...presentShared(session),
    verification_id: verificationId,
    client_reference: clientReference,
    device,
    claim_by: isoTime(session.claimByMs),
    created_at: isoTime(session.createdAtMs),
    ended_at: isoTimeOrNull(session.endedAtMs),
    links: { self: `/v1/capture-sessions/${id}` },
  };
}

const kioskUrls = (urls: readonly string[]): string[] => urls.map((url) => `${url}/kiosk`);

const presentListener = ({ officePort, officeListening, urls, ...state }: CaptureListenerState) => ({
  object: 'capture_listener' as const,
  ...state,
  office_port: officePort,
  office_listening: officeListening,
  kiosk_urls: kioskUrls(urls),
});
