import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Router } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isKeyUsable, listKeys, revokeKey } from '../../../server/access/keys.ts';
import { eventHandlers } from '../../../server/api/events.ts';
import { mount } from '../../../server/api/mount.ts';
import { createStreams, type Streams } from '../../../server/api/stream.ts';
import { ROUTES } from '../../../server/contract/routes.ts';
import { transact } from '../../../server/db/transact.ts';
import type { EventLog } from '../../../server/events/log.ts';
import type { ProgressHub } from '../../../server/events/progress.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { assertMatchesOpenApi } from '../../support/openapi.ts';
import { call, type Rig, startRig } from './rig.ts';

let rig: Rig;
let events: EventLog;
let progress: ProgressHub;
let streams: Streams;
/** The number of streams that follow the work on a record. */
let watched = 0;
let known: string[] = [];
const opened: AbortController[] = [];

beforeAll(async () => {
  rig = await startRig({
    routers({ guard, appliance }) {
      const { access } = appliance;
      events = appliance.events;
      progress = appliance.progress;
      streams = createStreams({
        events,
        progress: {
          subscribe(id, listener) {
            const stop = progress.subscribe(id, listener);
            watched += 1;
            return () => {
              watched -= 1;
              stop();
            };
          },
        },
        isUsable: ({ actorId }) => isKeyUsable(access, actorId),
        exists: ({ id, livemode }) => livemode && known.includes(id),
        heartbeatMs: 50,
        revokeCheckMs: 50,
      });
      const { listEvents, streamEvents, streamVerification, streamKybVerification } = ROUTES;
      const rows = { listEvents, streamEvents, streamVerification, streamKybVerification };
      return [mount(Router(), guard, rows, { ...eventHandlers(appliance), ...streams.handlers })];
    },
  });
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
  rig.appliance.db.exec('DELETE FROM events');
  known = [rig.appliance.newId('ver')];
});

const subject = () => known[0] ?? '';

function append(kind: string, subjectId = subject(), livemode = true, filler = ''): void {
  transact(rig.appliance.db, () => {
    events.append({ kind, subjectId, livemode, data: { id: subjectId, livemode, filler } });
  });
}

interface Stream {
  status: number;
  messages: EventSourceMessage[];
  comments: string[];
  ended: Promise<void>;
  close(): void;
}

async function openStream(secret: string, path: string, headers: Record<string, string> = {}): Promise<Stream> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(rig.base + path, {
    headers: { Authorization: `Bearer ${secret}`, Accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const messages: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({ onEvent: (event) => messages.push(event), onComment: (text) => comments.push(text) });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  const ended = read().catch(() => {});
  return { status: response.status, messages, comments, ended, close: () => controller.abort() };
}

async function eventually(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (check()) return;
    await delay(10);
  }
  throw new Error('it did not happen');
}

describe('a stream of one verification', () => {
  const path = () => `/v1/verifications/${subject()}/stream`;

  it('tells its events from the first on, live ones, and the steps of the work', async () => {
    append('verification.created');
    append('verification.created', rig.appliance.newId('ver'));
    const stream = await openStream(rig.secret(), path());
    append('verification.processing');
    await eventually(() => stream.messages.length === 2);
    progress.publish(subject(), { step: 'read', done: 2, total: 8 });
    progress.publish(rig.appliance.newId('ver'), { step: 'face', done: 2, total: 8 });
    append('verification.completed');
    await eventually(() => stream.messages.length === 4);
    expect(stream.messages.map((message) => message.event)).toEqual([
      'verification.created',
      'verification.processing',
      'verification.progress',
      'verification.completed',
    ]);
    expect(JSON.parse(stream.messages[0]?.data ?? '')).toMatchObject({
      id: stream.messages[0]?.id,
      type: 'verification.created',
      data: { id: subject() },
    });
    expect(JSON.parse(stream.messages[2]?.data ?? '')).toEqual({ id: subject(), step: 'read', done: 2, total: 8 });
    expect(stream.messages[2]?.id).toBeUndefined();
  });

  it('resumes behind Last-Event-ID', async () => {
    for (const state of ['created', 'processing', 'failed']) append(`verification.${state}`);
    const secret = rig.secret();
    const first = await openStream(secret, path());
    await eventually(() => first.messages.length === 3);
    const second = await openStream(secret, path(), { 'Last-Event-ID': first.messages[0]?.id ?? '' });
    await eventually(() => second.messages.length === 2);
    expect(second.messages.map((message) => message.id)).toEqual(first.messages.slice(1).map((message) => message.id));
  });

  it('tells more events than one batch, each once and in order', async () => {
    for (let i = 0; i < 230; i++) append('verification.processing');
    const stream = await openStream(rig.secret(), path());
    await eventually(() => stream.messages.length >= 230);
    expect(new Set(stream.messages.map((message) => message.id)).size).toBe(230);
    expect(stream.messages.map((message) => message.id)).toEqual(stream.messages.map((message) => message.id).sort());
  });

  it('is 404 for another record or mode, 403 without the scope, 406 without the form, 400 for a wrong cursor', async () => {
    const secret = rig.secret();
    expect((await openStream(secret, `/v1/verifications/${rig.appliance.newId('ver')}/stream`)).status).toBe(404);
    expect((await openStream(rig.secret('all', false), path())).status).toBe(404);
    expect((await openStream(rig.secret(['events:read']), path())).status).toBe(403);
    expect((await openStream(secret, path(), { Accept: 'application/json' })).status).toBe(406);
    expect((await openStream(secret, path(), { 'Last-Event-ID': 'evt_0' })).status).toBe(400);
  });

  it('gives signs of life, and ends soon after its key is revoked', async () => {
    const secret = rig.secret();
    const actorId = listKeys(rig.appliance.access).at(-1)?.id ?? '';
    const stream = await openStream(secret, path());
    await eventually(() => stream.comments.includes('alive'));
    revokeKey(rig.appliance.access, actorId, 'test');
    await stream.ended;
  });

  it('tells nothing that happens after its key was revoked or has expired, however soon', async () => {
    const expire = (id: string) => rig.appliance.db.prepare('UPDATE api_keys SET expires_at = 1 WHERE id = ?').run(id);
    for (const end of [(id: string) => revokeKey(rig.appliance.access, id, 'test'), expire]) {
      const secret = rig.secret();
      const actorId = listKeys(rig.appliance.access).at(-1)?.id ?? '';
      const own = await openStream(secret, path());
      const all = await openStream(secret, '/v1/events/stream');
      append('verification.created');
      await eventually(() => own.messages.length > 0 && all.messages.length > 0);
      const heard = [own.messages.length, all.messages.length];
      end(actorId);
      progress.publish(subject(), { step: 'read', done: 2, total: 8 });
      append('verification.completed');
      await Promise.all([own.ended, all.ended]);
      expect([own.messages.length, all.messages.length]).toEqual(heard);
    }
  });

  it('ends soon after its record is gone, and that of another one goes on', async () => {
    const secret = rig.secret();
    const [gone, kept] = [subject(), rig.appliance.newId('ver')];
    known.push(kept);
    const stream = await openStream(secret, path());
    const other = await openStream(secret, `/v1/verifications/${kept}/stream`);
    known = known.filter((id) => id !== gone);
    await stream.ended;
    append('verification.created', kept);
    await eventually(() => other.messages.length === 1);
  });

  it('is refused to a key that has eight open, until one is closed', async () => {
    const secret = rig.secret();
    const streams8 = await Promise.all(Array.from({ length: 8 }, () => openStream(secret, path())));
    expect(streams8.map((stream) => stream.status)).toEqual(Array(8).fill(200));
    expect((await openStream(secret, path())).status).toBe(429);
    expect((await openStream(rig.secret(), path())).status).toBe(200);
    streams8[0]?.close();
    for (let tries = 0; ; tries++) {
      if ((await openStream(secret, path())).status === 200) break;
      expect(tries).toBeLessThan(100);
      await delay(10);
    }
  });

  it('writes nothing behind its end, even to a reader that takes nothing', inWholeRunAlone('1 s'), async () => {
    await eventually(() => watched === 0);
    const { host, port } = new URL(rig.base);
    const socket = connect(Number(port), '127.0.0.1').pause();
    const head = `Host: ${host}\r\nAuthorization: Bearer ${rig.secret()}\r\nAccept: text/event-stream`;
    socket.write(`GET ${path()} HTTP/1.1\r\n${head}\r\n\r\n`);
    await eventually(() => watched > 0);
    for (let i = 0; i < 20; i++) append('verification.processing', subject(), true, 'x'.repeat(500_000));
    await new Promise(setImmediate);
    streams.closeAll();
    append('verification.completed');
    await new Promise((resolve) =>
      socket
        .on('error', () => {})
        .once('close', resolve)
        .resume(),
    );
    await eventually(() => watched === 0);
  });

  it('ends alone when the log cannot be read, and the server goes on', async () => {
    const stream = await openStream(rig.secret(), path());
    await eventually(() => stream.comments.includes('open'));
    const { readAfter } = events;
    events.readAfter = () => {
      throw new Error('disk I/O error');
    };
    append('verification.processing');
    await stream.ended;
    events.readAfter = readAfter;
    expect((await openStream(rig.secret(), path())).status).toBe(200);
  });

  it('ends when the server stops', async () => {
    const stream = await openStream(rig.secret(), path());
    streams.closeAll();
    await stream.ended;
  });
});

describe('a stream of everything', () => {
  it('begins now, and tells what the key may see of its mode', async () => {
    append('verification.created');
    const all = await openStream(rig.secret(), '/v1/events/stream');
    const blind = await openStream(rig.secret(['events:read', 'lists:read']), '/v1/events/stream');
    const test = await openStream(rig.secret('all', false), '/v1/events/stream');
    append('verification.processing');
    append('watchlist.imported');
    append('verification.created', subject(), false);
    await eventually(() => all.messages.length === 2 && test.messages.length === 1 && blind.messages.length === 1);
    expect(all.messages.map((message) => message.event)).toEqual(['verification.processing', 'watchlist.imported']);
    expect(blind.messages[0]?.event).toBe('watchlist.imported');
    expect(JSON.parse(test.messages[0]?.data ?? '').data.livemode).toBe(false);
  });
});

describe('the feed', () => {
  it('runs forward from a cursor', async () => {
    for (let i = 0; i < 25; i++) append(i % 2 === 0 ? 'verification.created' : 'kyb.verification.created');
    append('verification.created', subject(), false);
    const secret = rig.secret(['events:read', 'kyc:read']);
    const first = await call(rig, secret, '/v1/events');
    assertMatchesOpenApi('get', '/v1/events', 200, first.body);
    expect(first.body.data).toHaveLength(10);
    expect(first.body.has_more).toBe(true);
    const last = first.body.data[9].id;
    expect(first.headers.get('link')).toBe(`</v1/events?starting_after=${last}>; rel="next"`);
    const second = await call(rig, secret, `/v1/events?limit=100&starting_after=${last}`);
    expect(second.body.data).toHaveLength(3);
    expect(second.body.has_more).toBe(false);
    const all = [...first.body.data, ...second.body.data] as { type: string; data: { livemode: boolean } }[];
    expect(all.every((event) => event.type === 'verification.created' && event.data.livemode)).toBe(true);
  });

  it('passes over more than one batch of what the key may not see', async () => {
    for (let i = 0; i < 250; i++) append('kyb.verification.created');
    append('verification.created');
    const answer = await call(rig, rig.secret(['events:read', 'kyc:read']), '/v1/events?limit=1');
    expect(answer.body.data).toHaveLength(1);
    expect(answer.body.has_more).toBe(false);
  });

  it('refuses a cursor that is no event of its mode', async () => {
    append('verification.created');
    const id = (await call(rig, rig.secret(), '/v1/events')).body.data[0].id;
    const answer = await call(rig, rig.secret('all', false), `/v1/events?starting_after=${id}`);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_cursor');
  });

  it('is empty and well-formed where nothing happened', async () => {
    const answer = await call(rig, rig.secret(), '/v1/events');
    expect(answer.body).toEqual({ object: 'list', url: '/v1/events', has_more: false, data: [] });
    expect(answer.headers.get('link')).toBeNull();
  });
});
