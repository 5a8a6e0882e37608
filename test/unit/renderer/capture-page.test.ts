import { describe, expect, it } from 'vitest';
import { PageError, problemCode } from '../../../renderer/capture/api.ts';
import { framingOf, messageOf, steady, turnOf } from '../../../renderer/capture/face/guide.ts';
import type { FaceSight } from '../../../renderer/capture/face/sight.ts';
import { createPump, type Frame } from '../../../renderer/capture/frames.ts';
import { hasSides, isPlain, minutesLeft, type Place, progressOf, screenOf } from '../../../renderer/capture/screen.ts';
import { ar } from '../../../renderer/capture/text/ar.ts';
import { en } from '../../../renderer/capture/text/en.ts';
import { fr } from '../../../renderer/capture/text/fr.ts';
import { codeText, language, preferredLanguage, t } from '../../../renderer/capture/text/text.ts';
import { CAPTURE_FAULTS, CHALLENGE_REASONS, GUIDANCE_CODES } from '../../../server/capture/types.ts';
import type { CaptureChallenge, CaptureView } from '../../../server/contract/capture-page.ts';
import { APPLICANT_LANGUAGES, CONSENT_TEXT } from '../../../server/vocabulary/consent-text.ts';
import { documentStep, faceStep } from '../../support/capture-script.ts';

const VIEW: CaptureView = {
  state: 'capturing',
  purpose: 'verification',
  language: 'en',
  liveness: 'required',
  confirmation_code: null,
  confirmed: true,
  consent: { version: '1', sha256: '' },
  steps: [
    documentStep('document_1', 'front', 'national_id'),
    documentStep('document_2', 'back', 'national_id'),
    faceStep(),
  ],
  expires_at: '2026-01-01T10:30:00Z',
  now: '2026-01-01T10:00:00Z',
  last_error: null,
  attended: false,
  may_choose: false,
};
const PLACE: Place = {
  view: VIEW,
  opening: false,
  ready: false,
  choosing: false,
  again: null,
  plain: false,
  taken: new Set(),
};

/** The view with these states of its steps. */
const withStates = (...states: CaptureView['steps'][number]['state'][]): CaptureView => ({
  ...VIEW,
  steps: VIEW.steps.map((step, i) => ({ ...step, state: states[i] ?? step.state })),
});

describe('the way through the page', () => {
  const at = (change: Partial<Place>) => {
    const screen = screenOf({ ...PLACE, ...change });
    return 'step' in screen ? `${screen.name} ${screen.step.id}` : screen.name;
  };
  const view = (change: Partial<CaptureView>) => at({ view: { ...VIEW, ...change } });

  it('follows the state of the session', () => {
    expect(at({ view: null, opening: true })).toBe('opening');
    expect(at({ view: null })).toBe('pair');
    expect(view({ state: 'claimed', confirmed: false })).toBe('confirm');
    expect(view({ state: 'claimed' })).toBe('consent');
    expect(view({ state: 'consented' })).toBe('ready');
    expect(at({ view: { ...VIEW, state: 'consented' }, ready: true })).toBe('document document_1');
    expect(view({ steps: [documentStep('document_1'), faceStep()] })).toBe('choose');
    expect(view({ state: 'submitted' })).toBe('done');
    expect(view({ state: 'done' })).toBe('done');
    expect(view({ state: 'canceled', confirmed: false })).toBe('ended');
    expect(view({ state: 'expired' })).toBe('ended');
  });

  it('goes to the first step that waits, also after a reload, and to a step that is taken again', () => {
    expect(at({})).toBe('document document_1');
    expect(at({ view: withStates('captured') })).toBe('document document_2');
    expect(at({ view: withStates('captured', 'captured') })).toBe('face face');
    expect(at({ view: withStates('captured', 'captured', 'captured') })).toBe('review');
    expect(at({ view: withStates('captured', 'captured', 'captured'), again: 'document_2' })).toBe(
      'document document_2',
    );
  });

  it('goes back to the choice of the document where the applicant made it', () => {
    expect(at({ choosing: true })).toBe('document document_1');
    const captured = { ...withStates('captured', 'captured', 'captured'), may_choose: true };
    expect(at({ view: captured, choosing: true })).toBe('choose');
    expect(at({ view: captured })).toBe('review');
    expect(at({ view: { ...captured, state: 'submitted' }, choosing: true })).toBe('done');
  });

  it('takes a plain picture of the face where there is no challenge, or an operator looks instead', () => {
    const face = withStates('captured', 'captured');
    expect(at({ view: { ...face, liveness: 'off' } })).toBe('selfie face');
    expect(at({ view: face, plain: true })).toBe('selfie face');
    expect(at({ view: withStates('captured', 'captured', 'attended') })).toBe('selfie face');
    expect(at({ view: withStates('captured', 'captured', 'failed') })).toBe('selfie face');
    expect(at({ view: withStates('captured', 'captured', 'attended'), taken: new Set(['face']) })).toBe('review');
  });

  it('takes a face again as a plain picture alone, and names the side where there are two', () => {
    const attended = { ...withStates('captured', 'captured', 'captured'), attended: true };
    expect(at({ view: attended, again: 'face' })).toBe('selfie face');
    expect(isPlain(VIEW, faceStep())).toBe(false);
    expect(isPlain(VIEW, { ...faceStep(), attempts_left: 0 })).toBe(true);
    const passport = documentStep('document_1', 'front', 'passport');
    expect(hasSides({ steps: [passport, faceStep()] }, passport)).toBe(false);
    expect(hasSides(VIEW, documentStep('document_1', 'front', 'national_id'))).toBe(true);
  });

  it('counts only the parts that the session has', () => {
    const face = { ...VIEW, steps: [faceStep()] };
    expect(progressOf(VIEW, { name: 'review' })).toEqual({ part: 5, parts: 5 });
    expect(progressOf(face, { name: 'face', step: faceStep() })).toEqual({ part: 3, parts: 4 });
    expect(progressOf(VIEW, { name: 'confirm' })).toBeNull();
    expect(progressOf(null, { name: 'consent' })).toBeNull();
  });

  it('tells when little time is left, by the clock of the appliance', () => {
    expect(minutesLeft(VIEW, 5)).toBeNull();
    expect(minutesLeft({ ...VIEW, now: '2026-01-01T10:26:30Z' }, 5)).toBe(4);
    expect(minutesLeft({ ...VIEW, now: '2026-01-01T10:31:00Z' }, 5)).toBe(1);
  });
});

describe('the texts', () => {
  const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

  it('are equal in keys and places in the three languages, and none is empty', () => {
    for (const texts of [fr, ar]) {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), key).not.toBe('');
        expect(placesOf(text), key).toEqual(placesOf(en[key as keyof typeof en]));
      }
    }
  });

  it('are written in their own script', () => {
    for (const [key, text] of Object.entries(ar))
      expect(text.replace('https', ''), key).not.toMatch(/[a-z]{2}(?![a-z]*\})/i);
    for (const one of APPLICANT_LANGUAGES) expect(CONSENT_TEXT[one]).toHaveLength(CONSENT_TEXT.en.length);
  });

  it('have a text for each code of guidance, and a common one for what has none of its own', () => {
    for (const code of GUIDANCE_CODES) expect(Object.keys(en)).toContain(`guide.${code}`);
    for (const code of [...CHALLENGE_REASONS]) expect(codeText('reason', code)).not.toBe('');
    for (const code of [...CAPTURE_FAULTS]) expect(codeText('ended', code)).not.toBe('');
    expect(codeText('problem', 'unheard_of')).toBe(en['problem.other']);
  });

  it('come in the language that the browser prefers, with its digits', () => {
    expect(preferredLanguage(['de-DE', 'fr-CA', 'en'])).toBe('fr');
    expect(preferredLanguage(['ar-EG'])).toBe('ar');
    expect(preferredLanguage(['de'])).toBe('en');
    language.value = 'fr';
    expect(t('face.left', { count: 2 })).toBe('Essais restants : 2');
    language.value = 'en';
  });
});

describe('the pump of frames', () => {
  const first: CaptureChallenge = {
    challenge_id: 'c',
    nonce: 'n0',
    counter: 0,
    state: 'look_ahead',
    move: null,
    message: null,
    moves_done: 0,
    moves_total: 3,
    ends_at: '2026-01-01T10:00:00Z',
    reason: null,
  };
  const frame = (atMs: number): Frame => ({ jpeg: new Blob([]), atMs });

  /** A pump whose requests are answered by hand. */
  function start() {
    const sent: { nonce: string; times: number[]; answer: (change?: Partial<CaptureChallenge>) => Promise<void> }[] =
      [];
    const answers: CaptureChallenge[] = [];
    const errors: unknown[] = [];
    const pump = createPump(
      first,
      (before, frames) =>
        new Promise((resolve, reject) => {
          const counter = before.counter + 1;
          sent.push({
            nonce: before.nonce,
            times: frames.map(({ atMs }) => atMs),
            answer: async (change) => {
              if (change?.reason === 'protocol') reject(new PageError('conflict', 409));
              else resolve({ ...first, nonce: `n${counter}`, counter, ...change });
              await new Promise((done) => setTimeout(done));
            },
          });
        }),
      { onAnswer: (answer) => answers.push(answer), onError: (error) => errors.push(error) },
    );
    return { pump, sent, answers, errors };
  }

  it('sends one request at a time, each under the nonce of the answer before', async () => {
    const { pump, sent } = start();
    for (const at of [0, 80, 160]) pump.add(frame(at));
    expect(sent.map(({ times }) => times)).toEqual([[0, 80, 160]]);
    for (const at of [240, 320, 400]) pump.add(frame(at));
    expect(sent).toHaveLength(1);
    await sent[0]?.answer();
    expect(sent.map(({ nonce, times }) => ({ nonce, times }))).toEqual([
      { nonce: 'n0', times: [0, 80, 160] },
      { nonce: 'n1', times: [240, 320, 400] },
    ]);
  });

  it('leaves frames out and slows down while the appliance is slow, and recovers', async () => {
    const { pump, sent } = start();
    const usual = pump.intervalMs;
    for (let at = 0; at < 2_000; at += 80) pump.add(frame(at));
    expect(pump.slow).toBe(true);
    await sent[0]?.answer();
    expect(sent[1]?.times.length).toBeLessThanOrEqual(6);
    expect(sent[1]?.times).toEqual(sent[1]?.times.toSorted((a, b) => a - b));
    for (let i = 1; i < 30; i++) {
      await sent.at(-1)?.answer();
      for (const at of [0, 80, 160, 240]) pump.add(frame(2_000 + i * 320 + at));
    }
    expect(pump.intervalMs).toBe(usual);
    expect(pump.slow).toBe(false);
  });

  it.each(['done', 'failed'] as const)('stops when the challenge is %s', async (state) => {
    const { pump, sent, answers } = start();
    for (const at of [0, 80, 160]) pump.add(frame(at));
    await sent[0]?.answer({ state });
    for (const at of [240, 320, 400]) pump.add(frame(at));
    expect(sent).toHaveLength(1);
    expect(answers.map((answer) => answer.state)).toEqual([state]);
  });

  it('tells a refused request once, and nothing after it was stopped', async () => {
    const { pump, sent, errors } = start();
    for (const at of [0, 80, 160]) pump.add(frame(at));
    await sent[0]?.answer({ reason: 'protocol' });
    for (const at of [240, 320, 400]) pump.add(frame(at));
    expect(sent).toHaveLength(1);
    expect(errors).toHaveLength(1);
    const other = start();
    for (const at of [0, 80, 160]) other.pump.add(frame(at));
    other.pump.stop();
    await other.sent[0]?.answer({ state: 'done' });
    expect(other.answers).toEqual([]);
  });
});

describe('the guidance of a face', () => {
  const face = { x: 0.5, y: 0.5, heightPx: 260, yaw: 0, pitch: 0, brightness: 120, sharpness: 0.5 };
  const ahead = { state: 'look_ahead', move: null, message: null } as const;
  const sight = (change: Partial<typeof face>, faces = 1): FaceSight => ({ faces, face: { ...face, ...change } });

  it('tells one thing that is wrong with the picture of a face, the most urgent first', () => {
    expect(framingOf({ faces: 0, face: null }, null)).toBe('no_face');
    expect(framingOf(sight({}, 2), null)).toBe('several_faces');
    expect(framingOf(sight({ brightness: 20, sharpness: 0.01 }), null)).toBe('too_dark');
    expect(framingOf(sight({ heightPx: 150, sharpness: 0.01 }), null)).toBe('too_far');
    expect(framingOf(sight({ heightPx: 420 }), null)).toBe('too_close');
    expect(framingOf(sight({ x: 0.8 }), null)).toBe('off_center');
    expect(framingOf(sight({ sharpness: 0.01 }), null)).toBe('blurred');
    expect(framingOf(sight({}), null)).toBeNull();
  });

  it('lets a head that moves look smaller, and one on its way back be blurred', () => {
    const moving = { state: 'move', move: 'left', message: null } as const;
    expect(framingOf(sight({ heightPx: 150, x: 0.7, sharpness: 0.01 }), moving)).toBeNull();
    expect(framingOf({ faces: 0, face: null }, moving)).toBe('no_face');
    expect(framingOf(sight({ sharpness: 0.01 }), ahead)).toBeNull();
    expect(framingOf(sight({ brightness: 20 }), ahead)).toBe('too_dark');
  });

  it('puts the place of the face first, then the message of the appliance, then the move', () => {
    const wanted = { state: 'move', move: 'left', message: null } as const;
    expect(messageOf('no_face', wanted)).toBe('no_face');
    expect(messageOf(null, { ...wanted, message: 'too_fast' })).toBe('too_fast');
    expect(messageOf(null, wanted)).toBe('turn_left');
    expect(messageOf(null, { ...wanted, move: 'down' })).toBe('look_down');
    expect(messageOf(null, ahead)).toBe('look_ahead');
    expect(messageOf(null, null)).toBe('hold_still');
  });

  it('fills the arrow by the turn to the wanted side alone', () => {
    expect(turnOf(sight({ yaw: 12.5 }), 'left')).toBeCloseTo(0.5);
    expect(turnOf(sight({ yaw: 12.5 }), 'right')).toBe(0);
    expect(turnOf(sight({ yaw: -60 }), 'right')).toBe(1);
    expect(turnOf(sight({ pitch: -25 }), 'down')).toBe(1);
    expect(turnOf(sight({ pitch: 25 }), 'up')).toBe(1);
    expect(turnOf({ faces: 0, face: null }, 'up')).toBe(0);
  });

  it('does not flicker', () => {
    const told = steady<string | null>(null);
    expect(['a', 'a', 'b', 'a', 'a', 'a', 'b', 'b', 'b'].map(told)).toEqual([
      null,
      null,
      null,
      null,
      null,
      'a',
      'a',
      'a',
      'b',
    ]);
  });
});

describe('what went wrong', () => {
  it('is told by its own text', () => {
    expect(problemCode(new PageError('offline', 0))).toBe('offline');
    expect(problemCode(new PageError('not_found', 404), true)).toBe('code_refused');
    expect(problemCode(new PageError('rate_limited', 429), true)).toBe('too_many');
    expect(problemCode(new PageError('unauthorized', 401))).toBe('no_session');
    expect(problemCode(new PageError('unreadable_file', 400))).toBe('picture_refused');
    expect(problemCode(new PageError('forbidden', 403), true)).toBe('link_refused');
    expect(problemCode(new PageError('queue_full', 503))).toBe('busy');
    expect(problemCode(new PageError('internal', 500))).toBe('other');
    expect(problemCode(new TypeError('a bug'))).toBe('other');
  });
});
