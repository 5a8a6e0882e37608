import { request } from 'node:http';
import { LIMITS } from '../lib/limits.ts';
import { openSocket, type SendError, sendErrorOf } from '../webhooks/send.ts';
import { type Reach, unavailable } from './reach.ts';

/** As the client library calls it. */
export type DirectoryFetch = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown },
) => Promise<Response>;

/** What is wrong with a connection, and what to do. */
const FAULTS: Record<SendError, string> = {
  timeout: 'The directory did not answer in time. Try again later, or log in with a local account.',
  connection_refused:
    'The directory refuses connections. Check that it runs and that its address and port are right, or log in with a local account.',
  connection_failed:
    'The connection to the directory failed. Check the network and the address, or log in with a local account.',
  tls_failed:
    "The directory's certificate is not trusted, or is not for its host name. Give the certificate of the site's authority (CA) in the settings.",
  bad_answer: "The directory's answer cannot be read. Check that the address is that of the directory.",
};

/**
 * Returns a `fetch` that reaches the directory's own origin and no other, at the judged address: always TLS, no proxy, no redirect, no reuse of
 * connections, bounded in time and size. Throws `directory_unavailable`.
 * @param ca PEM: the only authorities that count; null: those of this machine
 */
export function createDirectoryFetch(deps: { origin: string; ca: string | null; reach: Reach }): DirectoryFetch {
  const { origin, ca, reach } = deps;
  return async (text, { method = 'GET', headers = {}, body }) => {
    const asked = new URL(text);
    if (asked.origin !== origin) {
      throw unavailable('The directory names an address on another host. Custos asks only the host of the issuer.');
    }
    const place = await reach(text, LIMITS.directoryTimeoutMs);
    const sent = body === undefined || body === null ? null : Buffer.from(String(body));
    return new Promise((resolve, reject) => {
      const socket = openSocket(place, ca ?? undefined);
      const fail = (fault: SendError, cause?: unknown): void => end(() => reject(unavailable(FAULTS[fault], cause)));
      const out = request({
        createConnection: () => socket,
        method,
        path: `${asked.pathname}${asked.search}`,
        setHost: false,
        headers: {
          ...headers,
          host: asked.host,
          connection: 'close',
          ...(sent ? { 'content-length': sent.length } : {}),
        },
      });
      const end = (say: () => void): void => {
        clearTimeout(timer);
        say();
        out.destroy();
        socket.destroy();
      };
      const timer = setTimeout(() => fail('timeout'), LIMITS.directoryTimeoutMs);
      out.on('error', (error: NodeJS.ErrnoException) => fail(sendErrorOf(error), error));
      out.on('response', (answer) => {
        const kept: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > LIMITS.directoryAnswerBytesMax) return fail('bad_answer');
          kept.push(chunk);
        });
        answer.once('error', () => fail('bad_answer'));
        answer.once('aborted', () => fail('bad_answer'));
        answer.once('end', () => {
          const { statusCode: status = 0, headers: got } = answer;
          // A Response cannot have a status below 200, or a body with these.
          if (status < 200 || status > 599) return fail('bad_answer');
          const none = [204, 205, 304].includes(status);
          const type = got['content-type'];
          end(() =>
            resolve(
              new Response(none ? null : Buffer.concat(kept), {
                status,
                headers: type ? { 'content-type': type } : {},
              }),
            ),
          );
        });
      });
      out.end(sent ?? undefined);
    });
  };
}
