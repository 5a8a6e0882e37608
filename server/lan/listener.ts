import { constants } from 'node:crypto';
import { createServer as createPlainServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type AppError, itemError } from '../lib/errors.ts';
import { HTTP_OPTIONS } from '../lib/http-options.ts';
import { LIMITS } from '../lib/limits.ts';
import type { KeyedCertificate } from './certificate.ts';

/** Where to listen: one address of this machine or all (null), and a port; 0 is any free port. */
export interface LanPlace {
  address: string | null;
  port: number;
}

export interface LanListener {
  place: LanPlace;
  /** New connections get this certificate. */
  renew(certificate: KeyedCertificate): void;
  /** Accepts no new connection from now on. Resolves when running requests have ended; after the timeout the rest are closed. */
  close(drainTimeoutMs: number): Promise<void>;
}

/**
 * TLS 1.3, and for TLS 1.2 the suites with forward secrecy and authenticated encryption (RFC 9325, section 4.2), which every browser of the last
 * ten years supports.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  honorCipherOrder: true,
  // Renegotiation in TLS 1.2 costs the server far more than the client, and no client needs it.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/** The listener's limits: how long a TLS handshake may take, and simultaneous connections in total and per address. */
export type ListenerLimits = Record<
  'lanHandshakeTimeoutMs' | 'lanConnectionsMax' | 'lanConnectionsPerAddressMax',
  number
>;

/** What is served there, and callbacks. */
export interface LanService {
  handler: RequestListener;
  /** Prepares the server before it listens. */
  dress?(server: HttpServer): void;
  /** Called when a connection was closed at once because there were too many, from its address or in total. */
  onTooMany?(of: 'address' | 'all'): void;
  /** Asks clients for a certificate. Whose it is, and whether it is valid, the handler finds out. */
  asksClients?: boolean;
}

/**
 * Listens over TLS only; without a certificate, which only this machine's own address may lack, over HTTP. Throws `state_conflict` naming `port` or
 * `address` and the remedy.
 */
export async function listenAt(
  place: LanPlace,
  certificate: KeyedCertificate | null,
  { handler, dress, onTooMany, asksClients = false }: LanService,
  limits: ListenerLimits = LIMITS,
): Promise<LanListener> {
  const { lanHandshakeTimeoutMs: handshakeTimeout } = limits;
  const server = certificate
    ? createServer(
        {
          ...HTTP_OPTIONS,
          ...TLS,
          ...keyed(certificate),
          ALPNProtocols: ['http/1.1'],
          handshakeTimeout,
          requestCert: asksClients,
          rejectUnauthorized: false,
        },
        handler,
      )
    : createPlainServer(HTTP_OPTIONS, handler);
  dress?.(server);
  server.maxConnections = limits.lanConnectionsMax;
  server.on('drop', () => onTooMany?.('all'));
  const connections = new Set<Socket>();
  server.on('connection', (stream) => {
    const socket = stream as Socket;
    if (countOf(socket.remoteAddress, connections) >= limits.lanConnectionsPerAddressMax) {
      socket.destroy();
      onTooMany?.('address');
      return;
    }
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await listen(server, place);
  // A later error affects one connection; without a listener it would end the process.
  server.on('error', () => {});
  return {
    place: { ...place, port: (server.address() as AddressInfo).port },
    renew: (next) => 'setSecureContext' in server && server.setSecureContext({ ...TLS, ...keyed(next) }),
    close: (drainTimeoutMs) => close(server, connections, drainTimeoutMs),
  };
}

const keyed = ({ chain, key }: KeyedCertificate) => ({ cert: chain, key });

/** Counts at most `lanConnectionsMax` connections. One without a known address has already been closed. */
function countOf(address: string | undefined, connections: ReadonlySet<Socket>): number {
  return [...connections].filter(({ remoteAddress }) => remoteAddress === address).length;
}

function listen(server: Server | HttpServer, { address, port }: LanPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { address, port })));
    // Without an address: all of them, IPv4 and IPv6.
    server.listen({ port, ...(address !== null && { host: address }) }, resolve);
  });
}

function cannotListen(error: NodeJS.ErrnoException, { address, port }: LanPlace): AppError {
  const [field, message] =
    error.code === 'EADDRNOTAVAIL'
      ? [
          'address',
          `address: this machine does not have the address ${address}. Send one of its addresses, or none for all addresses.`,
        ]
      : error.code === 'EADDRINUSE'
        ? ['port', `port: another program uses port ${port}. Choose another port.`]
        : error.code === 'EACCES'
          ? ['port', `port: Custos is not allowed to listen on port ${port}. Choose a port from 1024.`]
          : ['port', `port: Custos cannot listen on port ${port} (${error.code}). Choose another port.`];
  return itemError('state_conflict', { code: 'unavailable', message, field }, error);
}

async function close(
  server: Server | HttpServer,
  connections: ReadonlySet<Socket>,
  drainTimeoutMs: number,
): Promise<void> {
  // The server does not know connections that are still in the TLS handshake, and would wait for them.
  const cut = setTimeout(() => {
    for (const connection of connections) connection.destroy();
  }, drainTimeoutMs);
  // A busy connection ends with its answer, not after an idle time.
  server.keepAliveTimeout = 1;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
