import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createApp } from '../../server/app.ts';
import { OWN_PAGE, setUpAdmin } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';

const TOKEN = 'w'.repeat(43);
const PATHS = [
  ...['/session', '/SESSION', '/session/', '//session', '/./session', '/x/../session', '/%73ession', '/session%2f'],
  ...['/session;a=b', '/session?a', '/session%00', '/session/..', '/\\session', 'http://localhost/session'],
  ...['/v1/verifications', '/V1/Verifications', '/v1//verifications', '/v1/%76erifications', '/v1/verifications/'],
  ...['http://localhost/v1/verifications', '/v1/operators', '/v1/keys', '/v1/audit', '/v1/events'],
];

it('on a desktop a stolen session cookie opens nothing without the token of the window, however the path is written', async () => {
  await using server = await startTestServer();
  const cookie = (await setUpAdmin(server)).cookie ?? '';
  const { app, dress, closeStreams } = createApp(server.appliance, TOKEN);
  const desktop = createServer(app);
  dress(desktop);
  await once(desktop.listen(0, '127.0.0.1'), 'listening');
  const { port } = desktop.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string>) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path,
      headers: { ...OWN_PAGE, host: 'localhost', ...headers },
    }).end();
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode as number, body: await text(answer) };
  };
  try {
    const open = await ask('/v1/operators', { cookie: `${cookie}; custos_window=${TOKEN}` });
    expect([open.status, open.body.includes('administrator')]).toEqual([200, true]);
    const tricks: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Basic YTpi' },
      { cookie: `${cookie}; custos_window=` },
      { cookie: `custos_window=x; ${cookie}; custos_window=${TOKEN}` },
    ];
    for (const path of PATHS) {
      for (const trick of tricks) {
        const { status, body } = await ask(path, { cookie, ...trick });
        // 404 for paths without a route; the console's own page contains no personal data.
        expect([400, 401, 403, 404], `${path} ${JSON.stringify(trick)}: ${body}`).toContain(status);
      }
    }
  } finally {
    closeStreams();
    desktop.closeAllConnections();
    desktop.close();
  }
});
