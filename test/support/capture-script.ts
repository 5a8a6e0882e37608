import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { captureFilesRouter, readCaptureFiles } from '../../server/api/capture-files.ts';
import type { CaptureChallenge, CaptureView } from '../../server/contract/capture-page.ts';
import { CONSENT_TEXT, CONSENT_VERSION } from '../../server/vocabulary/consent-text.ts';
import { listen } from './small-server.ts';

type Step = CaptureView['steps'][number];

/** What a scripted session begins with. */
export interface Script {
  steps: Step[];
  liveness?: CaptureView['liveness'];
  language?: CaptureView['language'];
  /** The device must be confirmed. */
  confirms?: boolean;
  /** Frames of each part of the challenge: looking ahead, and a move. */
  framesOfPart?: number;
  /** How long each batch of frames takes, in ms. */
  batchMs?: number;
  /** The reason with which the first attempt fails. */
  failsFirst?: NonNullable<CaptureChallenge['reason']>;
}

export const documentStep = (id: string, side: Step['side'] = null, type: Step['document_type'] = null): Step => ({
  id,
  kind: 'document',
  document_type: type,
  side,
  state: 'waiting',
  attempts_left: 3,
  last_error: null,
});
export const faceStep = (): Step => ({ ...documentStep('face'), kind: 'face' });

export interface ScriptedCapture extends AsyncDisposable {
  base: string;
  /** The token of the link, and the pairing code. */
  token: string;
  code: string;
  view: CaptureView;
  /** What the page did wrong. */
  faults: string[];
  /** Every request, as `POST claim`. */
  requests: string[];
  pictures: Map<string, Buffer>;
  /** The batches of the challenge: the times and the frames. */
  batches: { times: number[]; frames: Buffer[] }[];
  /** From here on, requests are answered with this status and code. */
  refuse(status: number | null, code?: string): void;
}

const MOVES = ['left', 'up', 'right'] as const;
const MINUTE_MS = 60_000;

/** A capture listener that follows a script, for the applicant's page: it serves the built page and plays one session. `folder` holds the page. */
export async function startScriptedCapture(folder: string, script: Script): Promise<ScriptedCapture> {
  const { framesOfPart = 8, batchMs = 0, confirms = true, liveness = 'required', language = 'en' } = script;
  const cookie = 'custos_capture=scripted';
  let refusal: { status: number; code: string } | null = null;
  let challenge: CaptureChallenge | null = null;
  let frames = 0;
  let attempts = 0;
  let busy = false;
  const expires = new Date(Date.now() + 30 * MINUTE_MS).toISOString();
  const capture: Omit<ScriptedCapture, keyof AsyncDisposable | 'base'> = {
    token: 'A'.repeat(43),
    code: '12345678',
    faults: [],
    requests: [],
    pictures: new Map(),
    batches: [],
    view: {
      state: 'created',
      purpose: 'verification',
      language,
      liveness,
      confirmation_code: null,
      confirmed: false,
      consent: {
        version: CONSENT_VERSION,
        sha256: createHash('sha256').update(JSON.stringify(CONSENT_TEXT)).digest('hex'),
      },
      steps: script.steps,
      expires_at: expires,
      now: new Date().toISOString(),
      last_error: null,
      attended: false,
      may_choose: script.steps.some(({ kind, document_type }) => kind === 'document' && document_type === null),
    },
    refuse(status, code = 'internal') {
      refusal = status === null ? null : { status, code };
    },
  };
  const { view, faults } = capture;
  const step = (id: string): Step => {
    const found = view.steps.find((one) => one.id === id);
    if (!found) throw new Error(`no step ${id}`);
    return found;
  };
  const next = (change: Partial<CaptureChallenge>): CaptureChallenge => {
    if (!challenge) throw new Error('no challenge runs');
    challenge = { ...challenge, nonce: `nonce-${challenge.counter + 1}`, counter: challenge.counter + 1, ...change };
    return challenge;
  };
  const judge = (): CaptureChallenge => {
    if (!challenge || frames < framesOfPart) return next({});
    frames = 0;
    const { state, moves_done } = challenge;
    if (attempts === 1 && script.failsFirst && moves_done === 1) {
      step('face').attempts_left -= 1;
      step('face').last_error = script.failsFirst;
      return next({ state: 'failed', move: null, reason: script.failsFirst });
    }
    if (state === 'look_ahead' && moves_done === MOVES.length) {
      step('face').state = 'captured';
      return next({ state: 'done' });
    }
    if (state === 'look_ahead') return next({ state: 'move', move: MOVES[moves_done] ?? null });
    return next({ state: 'look_ahead', move: null, moves_done: moves_done + 1 });
  };
  const addFrames = async (form: FormData): Promise<CaptureChallenge> => {
    if (busy) faults.push('two batches at once');
    busy = true;
    if (batchMs > 0) await new Promise((resolve) => setTimeout(resolve, batchMs));
    const batch = JSON.parse(String(form.get('batch'))) as { nonce: string; counter: number; times: number[] };
    const files = form.getAll('frame') as File[];
    if (batch.nonce !== challenge?.nonce || batch.counter !== challenge.counter)
      faults.push('a wrong nonce or counter');
    if (files.length > 6 || files.length !== batch.times.length) faults.push(`${files.length} frames in a batch`);
    capture.batches.push({
      times: batch.times,
      frames: await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()))),
    });
    frames += files.length;
    busy = false;
    return judge();
  };
  const change = (values: Partial<CaptureView>): CaptureView => Object.assign(view, values);
  const acts: Record<string, (body: Buffer, req: IncomingMessage, id: string) => unknown> = {
    'GET session': () => view,
    'POST claim': (body) => {
      const by = JSON.parse(body.toString()) as { token?: string; pairing_code?: string };
      const isCode = by.pairing_code === capture.code;
      if (!isCode && by.token !== capture.token) return null;
      const confirmation_code = confirms && !isCode ? '4711' : null;
      return change({ state: 'claimed', confirmation_code, confirmed: confirmation_code === null });
    },
    'POST consent': (body) => {
      const { version, accepted, language: chosen } = JSON.parse(body.toString());
      if (version !== CONSENT_VERSION) faults.push('another version of the consent');
      if (!accepted) return change({ state: 'canceled', last_error: 'consent_denied' });
      return change({ state: 'consented', language: chosen });
    },
    'POST document': (body) => {
      const { type } = JSON.parse(body.toString());
      const sides = type === 'passport' ? (['front'] as const) : (['front', 'back'] as const);
      const documents = sides.map((side, i) => documentStep(`document_${i + 1}`, side, type));
      if (!view.may_choose) return null;
      for (const { id, kind } of view.steps) if (kind === 'document') capture.pictures.delete(id);
      view.steps = [...documents, ...view.steps.filter(({ kind }) => kind === 'face')];
      return change({ state: 'capturing' });
    },
    'POST preview': () => ({ message: null, zone: 'read' }),
    'POST picture': (body, _req, id) => {
      capture.pictures.set(id, body);
      step(id).state = 'captured';
      return change({ state: 'capturing' });
    },
    'POST challenge': () => {
      attempts += 1;
      frames = 0;
      view.state = 'capturing';
      challenge = {
        challenge_id: `challenge-${attempts}`,
        nonce: 'nonce-0',
        counter: 0,
        state: 'look_ahead',
        move: null,
        message: null,
        moves_done: 0,
        moves_total: MOVES.length,
        ends_at: new Date(Date.now() + MINUTE_MS).toISOString(),
        reason: null,
      };
      return challenge;
    },
    'POST challenge/frames': async (body, req) =>
      addFrames(
        await new Response(new Uint8Array(body), {
          headers: { 'content-type': req.headers['content-type'] ?? '' },
        }).formData(),
      ),
    'POST attended': () => {
      step('face').state = 'attended';
      return change({ attended: true });
    },
    'POST submit': () => change({ state: 'submitted' }),
    'POST leave': () => change({ state: 'canceled', last_error: 'left_by_applicant' }),
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const path = new URL(req.url ?? '/', 'http://capture.invalid').pathname;
    const [, name = '', id = ''] = /^\/c\/(challenge\/frames|\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const act = acts[`${req.method} ${name}`];
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    capture.requests.push(`${req.method} ${[name, id].filter(Boolean).join('/')}`);
    const known = name === 'claim' || req.headers.cookie?.includes(cookie);
    const refused =
      refusal ?? (act ? (known ? null : { status: 401, code: 'unauthorized' }) : { status: 404, code: 'not_found' });
    const value = refused ? null : await act?.(Buffer.concat(parts), req, id);
    const { status, code } = refused ?? { status: value === null ? 404 : 200, code: 'not_found' };
    if (status === 200 && name === 'claim')
      res.setHeader('set-cookie', `${cookie}; Path=/c; HttpOnly; SameSite=Strict`);
    res.statusCode = status;
    res.setHeader('cache-control', 'no-store');
    res.setHeader('content-type', status === 200 ? 'application/json' : 'application/problem+json');
    res.end(JSON.stringify(status === 200 ? value : { code, title: code, status }));
  };
  const app = express();
  // The page's own files, with the headers of the capture listener.
  app.use(captureFilesRouter(readCaptureFiles(folder)));
  app.use((req, res) => void answer(req, res));
  const server = await listen(app);
  return Object.assign(capture, server);
}
