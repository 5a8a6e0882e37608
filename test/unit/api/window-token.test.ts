import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { requireWindow } from '../../../server/api/window-token.ts';

const TOKEN = 'w'.repeat(43);

/** The guard's answer: the code that it throws, or null if it lets the request through. */
function guard(token: string | null, asked: { path: string; secure?: boolean; headers?: Record<string, string> }) {
  const { path, secure = false, headers = {} } = asked;
  const req = {
    path,
    socket: { encrypted: secure },
    get: (name: string) => headers[name.toLowerCase()],
  } as unknown as Request;
  let passed = false;
  try {
    void requireWindow(token)(req, {} as Response, () => {
      passed = true;
    });
  } catch (error) {
    return (error as { code: string }).code;
  }
  return passed ? null : 'nothing';
}

describe('the token of the window', () => {
  const cookie = `custos_window=${TOKEN}`;
  const session = 'custos_session=abc';

  it('is required on the routes of operators and for each request with a session', () => {
    for (const path of ['/session', '/Session', '/session/', '/SESSION/setup', '/session/password']) {
      expect(guard(TOKEN, { path }), path).toBe('window_required');
      expect(guard(TOKEN, { path, headers: { cookie } }), path).toBeNull();
    }
    expect(guard(TOKEN, { path: '/v1/events', headers: { cookie: session } })).toBe('window_required');
    expect(guard(TOKEN, { path: '/v1/events', headers: { cookie: `${session}; ${cookie}` } })).toBeNull();
    for (const other of [
      'custos_window=',
      `custos_window=${TOKEN}x`,
      `${cookie}; custos_window=x`,
      `xcustos_window=${TOKEN}`,
    ])
      expect(guard(TOKEN, { path: '/session', headers: { cookie: other } }), other).toBe('window_required');
  });

  it('is not asked for from API keys, on pages, over TLS, or headless', () => {
    expect(guard(TOKEN, { path: '/v1/events', headers: { authorization: 'Bearer k', cookie: session } })).toBeNull();
    for (const path of ['/', '/readyz', '/sessions', '/docs']) expect(guard(TOKEN, { path }), path).toBeNull();
    expect(guard(TOKEN, { path: '/session', secure: true, headers: { cookie: session } })).toBeNull();
    expect(guard(null, { path: '/session', headers: { cookie: session } })).toBeNull();
  });
});
