import { request } from 'node:http';
import { connect } from 'node:net';
import { Router } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { presentVerification } from '../../../server/api/present.ts';
import { NO_ANNOTATIONS } from '../../../server/api/present-record.ts';
import { addRoute } from '../../../server/api/route.ts';
import type { StoredDocument, Verification } from '../../../server/verifications/types.ts';
import { assertMatchesOpenApi } from '../../support/openapi.ts';
import { call, file, json, post, type Rig, startRig } from './rig.ts';

let rig: Rig;
let secret: string;
beforeAll(async () => {
  const broken = Router();
  addRoute(broken, '/broken', {
    get: [
      () => {
        throw new Error('Jane Doe was here');
      },
    ],
  });
  addRoute(broken, '/full', {
    get: [
      () => {
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    ],
  });
  rig = await startRig({
    routers: () => [broken],
    allowedHosts: ['KYC.branch.lan', '::2', '0.0.0.0', '::'].map((name) => name.toLowerCase()),
  });
  secret = rig.secret();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(() => {
  rig.forget();
});

const get = (path: string, init: RequestInit = {}, key: string | null = secret) => call(rig, key, path, init);

describe('access', () => {
  it.each([
    ['nothing', {}],
    ['another scheme', { Authorization: 'Basic abc' }],
    ['an unknown key', { Authorization: 'Bearer sk_live_unknown' }],
    ['an empty key', { Authorization: 'Bearer ' }],
  ])('with %s is 401 and says how', async (_name, headers) => {
    const answer = await get('/v1/verifications', { headers: headers as Record<string, string> }, null);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body.code).toBe('unauthorized');
    assertMatchesOpenApi('get', '/v1/verifications', 401, answer.body);
  });

  it('without the scope is 403 and names it', async () => {
    const reader = rig.secret(['kyc:read']);
    const answer = await post(rig, reader, [file()]);
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('kyc:write');
    expect((await get('/v1/verifications', {}, reader)).status).toBe(200);
  });

  it('is refused before an upload is read', async () => {
    const answer = await post(rig, 'sk_live_wrong', [file(Buffer.alloc(3_000_000, 1))]);
    expect(answer.status).toBe(401);
  });
});

describe('what no route answers', () => {
  it.each(['/', '/v1', '/v1/verification', '/v1/verifications/a/b'])('%s is 404', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'not_found', instance: path });
  });

  it.each([
    ['DELETE', '/v1/verifications', 'GET, HEAD, POST'],
    ['POST', '/v1/verifications/ver_1', 'GET, HEAD'],
    ['OPTIONS', '/v1/verifications', 'GET, HEAD, POST'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const answer = await get(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
  });

  it('another form of the answer is 406', async () => {
    expect((await get('/v1/verifications', { headers: { Accept: 'text/html' } })).status).toBe(406);
    expect((await get('/v1/verifications', { headers: { Accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
  });

  it('a path that is not well-formed is 400', async () => {
    expect((await get('/v1/verifications/%E0%A4%A')).status).toBe(400);
  });

  it('a full disk is 503 whatever met it', async () => {
    const answer = await get('/full');
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('disk_full');
    expect(answer.headers.get('retry-after')).toBe('300');
  });

  it('an unexpected error is 500 and tells the request id alone; the log has no message', async () => {
    const answer = await get('/broken');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('Jane');
    const line = rig.log.find((text) => text.includes('request.failed')) ?? '';
    expect(line).toContain(answer.body.request_id);
    expect(rig.log.join()).not.toContain('Jane');
  });
});

describe('every answer', () => {
  it('has an id, is not sniffed, kept or framed, and hides the software', async () => {
    const { headers } = await get('/nowhere');
    expect(headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
    ['nonsense', false],
  ])('hands traceparent %s on: %s', async (traceparent, taken) => {
    const answer = await get('/v1/verifications', { headers: { traceparent } });
    expect(answer.headers.get('traceparent')).toBe(taken ? traceparent : null);
    expect(rig.log.some((line) => line.includes(traceparent) && line.includes('"request"'))).toBe(taken);
  });

  it('is observed by its route, never by its path', async () => {
    rig.observed.length = 0;
    await get('/v1/verifications/ver_secret');
    await get('/somewhere');
    expect(rig.observed.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/v1/verifications/:id', 404],
      ['GET', 'none', 404],
    ]);
    expect(rig.log.join()).not.toContain('ver_secret');
  });
});

/** A request with a chosen Host header. */
function statusForHost(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${rig.base}/nowhere`, { headers: { Host: host } }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the Host header', () => {
  it.each([
    'localhost',
    'LOCALHOST:8420',
    '127.0.0.1:1',
    '[::1]:8420',
    'kyc.branch.lan',
    'kyc.branch.lan.:443',
    '[::2]',
  ])('%s is ours', async (host) => expect(await statusForHost(host)).toBe(404));
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost@evil.example',
    '0.0.0.0',
    '[::]:8420',
    '0',
  ])('%s is 421', async (host) => expect(await statusForHost(host)).toBe(421));
  it('that is missing is 421', async () => {
    const { port } = new URL(rig.base);
    const text = await new Promise<string>((resolve) => {
      let all = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /nowhere HTTP/1.0\r\n\r\n'));
      socket.on('data', (chunk) => {
        all += chunk;
      });
      socket.on('close', () => resolve(all));
    });
    expect(text).toContain(' 421 ');
  });
});

describe('rates', () => {
  it('tell what is left and refuse what is over, each key for itself', async () => {
    await using limited = await startRig({ requestsPerMinute: 2 });
    const one = limited.secret();
    const first = await call(limited, one, '/v1/verifications');
    expect(first.headers.get('ratelimit')).toMatch(/^"requests"; r=1; t=\d+$/);
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"requests"; q=2; w=60/);
    await call(limited, one, '/v1/verifications');
    const third = await call(limited, one, '/v1/verifications');
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(third.body.code).toBe('rate_limited');
    assertMatchesOpenApi('get', '/v1/verifications', 429, third.body);
    expect((await call(limited, limited.secret(), '/v1/verifications')).status).toBe(200);
  });

  it('count creations once more', async () => {
    await using limited = await startRig({ createsPerMinute: 1 });
    const one = limited.secret();
    expect((await post(limited, one, [file()])).status).toBe(201);
    expect((await post(limited, one, [file()])).status).toBe(429);
    expect((await call(limited, one, '/v1/verifications')).status).toBe(200);
  });
});

describe('retrieving', () => {
  it('shows every field, and null for what did not run', async () => {
    const created = await post(rig, secret, [
      json('applicant', { first_name: 'A' }),
      json('documents_meta', { items: [{ type: 'passport' }] }),
      file(),
    ]);
    assertMatchesOpenApi('post', '/v1/verifications', 201, created.body);
    const answer = await get(created.body.links.self);
    expect(answer.status).toBe(200);
    assertMatchesOpenApi('get', '/v1/verifications/{id}', 200, answer.body);
    expect(answer.body).toMatchObject({
      status: 'pending',
      ocr: {},
      face_match: { score: null, passed: null },
      checks: { watchlists: { passed: null, hits: [], lists: [] }, duplicates: { passed: null } },
      errors: [],
      metadata: null,
      consent: null,
    });
  });

  it('shows what was found, and why it is not completed', () => {
    const body = presentVerification(decided(), NO_ANNOTATIONS);
    assertMatchesOpenApi('get', '/v1/verifications/{id}', 200, body);
    expect(body.errors).toEqual([
      { code: 'image_resolution_too_low', message: 'Too small.', severity: 'review', document_index: 1 },
      { code: 'image_resolution_too_low', message: 'Other.', severity: 'review', field: 'applicant.dob' },
    ]);
    expect(body.documents[0]).toMatchObject({ type: 'passport', side: 'front', findings: [], quality: null });
    expect(body.documents[1]?.findings).toHaveLength(1);
    expect(body.documents[1]?.quality).toEqual({ sharpness: 1, brightness: 2, glare_share: 0.5 });
    expect(body.face_match).toMatchObject({ score: 0.7, passed: true, threshold: 0.6 });
    expect(body.policy_version).toBe(1);
  });

  it('is empty of errors when completed, whatever the reasons were', () => {
    expect(presentVerification({ ...decided(), status: 'completed' }, NO_ANNOTATIONS).errors).toEqual([]);
  });

  it('of an unknown id, or of the other mode, is 404', async () => {
    const created = await post(rig, secret, [file()]);
    for (const [path, key] of [
      ['/v1/verifications/ver_0', secret],
      [created.body.links.self, rig.secret('all', false)],
    ] as const) {
      const answer = await get(path, {}, key);
      expect(answer.status).toBe(404);
      assertMatchesOpenApi('get', '/v1/verifications/{id}', 404, answer.body);
    }
  });
});

describe('listing', () => {
  it('answers with the envelope and links to the neighbours', async () => {
    for (let i = 0; i < 3; i++) await post(rig, secret, [file()]);
    const answer = await get('/v1/verifications?limit=2&status=pending');
    assertMatchesOpenApi('get', '/v1/verifications', 200, answer.body);
    expect(answer.body).toMatchObject({ object: 'list', url: '/v1/verifications', has_more: true });
    const last = answer.body.data[1].id;
    expect(answer.headers.get('link')).toBe(
      `</v1/verifications?status=pending&limit=2&starting_after=${last}>; rel="next"`,
    );
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(
      rig
        .records()
        .slice(0, 2)
        .map(({ id }) => id),
    );
    expect((await get('/v1/verifications?status=completed')).body.data).toEqual([]);
  });

  it('gives ten by default and goes on from cursors', async () => {
    for (let i = 0; i < 12; i++) await post(rig, secret, [file()]);
    const ids = rig.records().map(({ id }) => id);
    const idsOf = ({ body }: Awaited<ReturnType<typeof get>>) => body.data.map(({ id }: { id: string }) => id);
    expect(idsOf(await get('/v1/verifications'))).toEqual(ids.slice(0, 10));
    const after = await get(`/v1/verifications?limit=2&starting_after=${ids[2]}`);
    const before = await get(`/v1/verifications?limit=2&ending_before=${ids[2]}`);
    expect([idsOf(after), idsOf(before)]).toEqual([ids.slice(3, 5), ids.slice(0, 2)]);
    expect(after.headers.get('link')).toContain(`ending_before=${ids[3]}>; rel="prev"`);
    expect(before.headers.get('link')).toContain(`starting_after=${ids[1]}>; rel="next"`);
  });

  it.each([
    ['limit=0', 'limit', 'invalid_request'],
    ['limit=101', 'limit', 'invalid_request'],
    ['limit=1e1', 'limit', 'invalid_request'],
    ['limit=', 'limit', 'invalid_request'],
    ['limit=1&limit=2', 'limit', 'invalid_request'],
    ['status=done', 'status', 'invalid_request'],
    ['starting_after=x', 'starting_after', 'invalid_cursor'],
    ['ending_before=', 'ending_before', 'invalid_cursor'],
    [
      'starting_after=ver_01h455vb4pex5vsknk084sn02q&ending_before=ver_01h455vb4pex5vsknk084sn02q',
      'ending_before',
      'invalid_cursor',
    ],
  ])('%s is 400', async (query, field, code) => {
    const answer = await get(`/v1/verifications?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code, errors: [{ field }] });
    assertMatchesOpenApi('get', '/v1/verifications', 400, answer.body);
  });
});

function decided(): Verification {
  const ids = [rig.appliance.newId('doc'), rig.appliance.newId('doc')] as const;
  const finding = { code: 'image_resolution_too_low', message: 'Too small.', document_id: ids[1] } as const;
  const document = (id: string, position: number): StoredDocument => ({
    id,
    position,
    mediaType: 'image/png',
    sizeBytes: 10,
    name: null,
    type: 'unknown',
    side: null,
    sha256: '00',
  });
  return {
    id: rig.appliance.newId('ver'),
    livemode: true,
    corrections: [],
    faceChoices: [],
    status: 'needs_review',
    createdAtMs: 0,
    updatedAtMs: 1,
    step: null,
    dueAtMs: null,
    submission: { applicant: { dob: '1990-01-01' }, consent: false, metadata: { a: [1] }, webhook_url: null },
    documents: ids.map(document),
    results: {
      quality: {
        passed: false,
        findings: [finding],
        documents: [{ document_id: ids[1], measures: { sharpness: 1, brightness: 2, glareShare: 0.5 } }],
      },
      read: {
        documents: [
          {
            document_id: ids[0],
            type: 'passport',
            side: 'front',
            fields: {},
            mrz: null,
            text_confidence: 0,
            words: 0,
            engine: null,
          },
        ],
      },
      face: {
        passed: true,
        findings: [],
        score: 0.7,
        threshold: 0.6,
        review_from: 0.5,
        model: { name: 'm', version: '1' },
      },
    },
    decision: {
      outcome: 'needs_review',
      policy_version: 1,
      reasons: [
        { ...finding, check: 'document_quality', severity: 'review' },
        { code: 'image_resolution_too_low', message: 'Other.', field: 'applicant.dob', check: 'x', severity: 'review' },
      ],
    },
  };
}
