import type { Request } from 'express';
import type { Appliance } from '../appliance/appliance.ts';
import {
  attend,
  chooseDocument,
  claimSession,
  consent,
  consentIn,
  leave,
  mayChoose,
  requireCapturing,
  sessionOfDevice,
  storePicture,
} from '../capture/applicant.ts';
import type { ChallengeState } from '../capture/challenge.ts';
import type { CaptureSession } from '../capture/types.ts';
import type { CaptureChallenge, CaptureView, capturePageRoutes, PreviewAnswer } from '../contract/capture-page.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { createTurns } from '../lib/turns.ts';
import type { Call } from './call.ts';
import { clearCaptureCookie, readCaptureSecret, setCaptureCookie } from './capture-cookie.ts';
import { receiveFrames } from './capture-frames.ts';
import { previewPicture } from './capture-preview.ts';
import { presentShared } from './capture-sessions.ts';
import { checkPicture } from './document-check.ts';
import type { Handlers } from './mount.ts';
import { isFromOffice } from './office.ts';

type Deps = Pick<Appliance, 'capture' | 'lan' | 'engines' | 'clock' | 'policies'>;

/** Routes of the applicant's page. The device's cookie names its session; nothing else does. */
export function capturePageHandlers(appliance: Deps): Handlers<typeof capturePageRoutes> {
  const { capture, lan, engines, clock } = appliance;
  const { deps, challenges } = capture;
  const wrong = wrongClaims(clock);
  const inTurn = createTurns({
    atOnce: 1,
    waitingMax: LIMITS.inspectionsWaitingMax,
    refuse: () => new AppError('rate_limited', 'Too many pictures are being looked at. Send the next one later.'),
  });
  const sessionOf = ({ req }: Pick<Call, 'req'>): CaptureSession => sessionOfDevice(deps, readCaptureSecret(req));
  /** Refuses a body before it is read. */
  const mayCapture = (call: Pick<Call, 'req'>): void => requireCapturing(deps, sessionOf(call));
  const view = (session: CaptureSession): CaptureView => ({
    ...presentShared(session),
    consent: consentIn(session.language),
    may_choose: mayChoose(deps, session),
    now: isoTime(clock.now()),
  });
  return {
    claimCapture({ body, req, res }) {
      wrong.refuseTooMany();
      const by = 'token' in body ? body : { pairingCode: body.pairing_code };
      const office = isFromOffice(req);
      const claimant = {
        network: office ? ('office' as const) : ('machine' as const),
        isTrusted: !office || lan.capture.state().phones,
      };
      try {
        const { session, secret } = claimSession(deps, by, claimant);
        challenges.drop(session.id);
        setCaptureCookie(res, secret);
        return view(session);
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthorized') wrong.count();
        throw error;
      }
    },
    getCapture: (call) => view(sessionOf(call)),
    consentToCapture: async (call) => view(await consent(deps, sessionOf(call), call.body)),
    chooseCapturedDocument: async (call) => view(await chooseDocument(deps, sessionOf(call), call.body.type)),
    previewCapture: {
      before: mayCapture,
      answer(call): Promise<PreviewAnswer> {
        const step = sessionOf(call).steps.find(({ id }) => id === call.param('step'));
        return inTurn(() => previewPicture(appliance, step, readJpeg(call.req)));
      },
    },
    storeCapturedPicture: {
      before: mayCapture,
      async answer(call) {
        const jpeg = readJpeg(call.req);
        await checkPicture(engines, jpeg);
        return view(await storePicture(deps, sessionOf(call), call.param('step'), jpeg));
      },
    },
    beginChallenge: (call) => presentChallenge(challenges.begin(sessionOf(call))),
    addChallengeFrames: {
      before: mayCapture,
      async answer(call) {
        const batch = await receiveFrames(call.req, call.res);
        return presentChallenge(await challenges.add(sessionOf(call), batch));
      },
    },
    attendCapture(call) {
      const session = attend(deps, sessionOf(call), call.body.reason);
      challenges.drop(session.id);
      return view(session);
    },
    submitCapture: async (call) => view(await capture.submit(sessionOf(call))),
    async leaveCapture(call) {
      const session = await leave(deps, sessionOf(call));
      challenges.drop(session.id);
      clearCaptureCookie(call.res);
      return view(session);
    },
  };
}

/** Returns the body that `readJpegBody` has read. */
const readJpeg = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Counts wrong tokens and pairing codes of all devices together, so that many addresses cannot guess a code either. */
export function wrongClaims(clock: { now(): number }): { refuseTooMany(): void; count(): void } {
  let times: number[] = [];
  return {
    refuseTooMany() {
      times = times.filter((at) => clock.now() - at < 60_000);
      if (times.length < LIMITS.captureWrongClaimsPerMinute) return;
      throw new AppError('rate_limited', {
        detail: 'Too many wrong links or pairing codes were sent. Wait a minute.',
        retryAfterSeconds: 60,
      });
    },
    count: () => void times.push(clock.now()),
  };
}

const presentChallenge = ({ id, movesDone, movesTotal, endsAtMs, ...state }: ChallengeState): CaptureChallenge => ({
  challenge_id: id,
  ...state,
  moves_done: movesDone,
  moves_total: movesTotal,
  ends_at: isoTime(endsAtMs),
});
