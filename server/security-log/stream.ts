import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectTo } from '../lib/egress.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Outlet, type ReceiverError, ReceiverFailure, type SecurityLogTimes } from './outlet.ts';
import { frameSyslog } from './rfc5424.ts';
import type { ReceiverPlace } from './settings.ts';

/** The codes of OpenSSL and Node for a certificate that is not accepted. */
const TLS_CODES: readonly (readonly [RegExp, ReceiverError])[] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH/, 'certificate_name'],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'certificate_expired'],
  [
    /^ERR_SSL_\w*ALERT\w*(?:CERTIFICATE|CA|ACCESS_DENIED)\w*|CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/,
    'client_certificate_refused',
  ],
  [/SELF_SIGNED|^UNABLE_TO|^CERT_|INVALID_CA|PATH_LENGTH/, 'certificate_untrusted'],
  [/^ERR_(?:SSL|TLS)|EPROTO/, 'tls_failed'],
];

/**
 * Connects to a receiver of syslog over TLS, TCP or a local stream socket. `address`: the judged address of the host;
 * null for a local socket.
 *
 * TCP reports only that the other machine's system has the bytes. So the connection is closed after each lot: a receiver
 * closes its side when it has read everything. One that ended with unread messages resets the connection instead.
 */
export async function openStream(
  place: Exclude<ReceiverPlace, { kind: 'file' }>,
  address: string | null,
  times: SecurityLogTimes,
): Promise<Outlet> {
  const socket = open(place, address);
  let error: ReceiverFailure | null = null;
  let isEnding = false;
  let answered = 0;
  let wake = (): void => {};
  const fail = (code: ReceiverError, cause?: unknown): void => {
    error ??= new ReceiverFailure(code, cause);
    socket.destroy();
    wake();
  };
  let ended = false;
  socket.on('error', (cause: NodeJS.ErrnoException) => fail(connectionErrorOf(cause), cause));
  socket.on('data', (chunk: Buffer) => {
    answered += chunk.length;
    if (answered > LIMITS.securityLogAnswerBytesMax) fail('unexpected_answer');
  });
  socket.once('end', () => {
    if (isEnding) ended = true;
    else fail('closed');
    wake();
  });
  socket.once('close', () => {
    if (!ended) fail('closed');
  });
  for (const event of ['connect', 'secureConnect', 'drain']) socket.on(event, () => wake());

  /** Waits until `isTrue`, at most for this long. */
  const until = async (isTrue: () => boolean, timeoutMs: number, late: ReceiverError | null): Promise<void> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      wake();
    }, timeoutMs);
    try {
      while (error === null && !isTrue() && !isLate)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    } finally {
      clearTimeout(timer);
    }
    if (error === null && !isTrue() && late !== null) fail(late);
    if (error !== null) throw error;
  };

  const isConnected = (): boolean =>
    'encrypted' in socket ? (socket as Socket & { authorized?: boolean }).authorized === true : !socket.connecting;
  await until(isConnected, times.connectMs, 'timeout');
  return {
    async write(messages) {
      for (const message of messages) {
        socket.write(frameSyslog(message));
        if (socket.writableNeedDrain) await until(() => !socket.writableNeedDrain, times.stallMs, 'timeout');
      }
    },
    async finish() {
      await until(() => false, times.settleMs, null);
      isEnding = true;
      socket.end();
      await until(() => ended, times.closeMs, 'timeout');
      socket.destroy();
    },
    drop: () => socket.destroy(),
  };
}

function open(place: Exclude<ReceiverPlace, { kind: 'file' }>, address: string | null): Socket {
  if (place.kind === 'socket' || address === null)
    return connectSocket({ path: place.kind === 'socket' ? place.path : '' });
  const socket = connectTo(address, place.port);
  if (place.kind === 'tcp') return socket;
  const { host, ca, client } = place;
  const tls = connectTls({
    socket,
    host,
    ca,
    minVersion: 'TLSv1.2',
    // Verified even if the environment would switch that off for the whole process.
    rejectUnauthorized: true,
    ...(client && { cert: client.chain, key: client.key }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  socket.on('error', (error) => tls.destroy(error));
  return tls;
}

/** Returns the code for why a connection with TLS, or without, has failed. */
export function connectionErrorOf({ code = '' }: NodeJS.ErrnoException): ReceiverError {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ENOENT' || code === 'ENOTSOCK' || code === 'EPROTOTYPE') return 'socket_missing';
  const known = TLS_CODES.find(([pattern]) => pattern.test(code));
  return known?.[1] ?? 'connection_failed';
}
