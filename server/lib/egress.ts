import dgram from 'node:dgram';
import net from 'node:net';
import { assert } from './assert.ts';

/** As `connect` takes them; http passes null for unused ones. */
interface Destination {
  host?: string | null;
  port?: number | string | null;
  path?: string | null;
}

/** This process may connect only to its own machine. */
function isLocal(options: Destination): boolean {
  if (options.path) return true;
  const host = options.host ?? 'localhost';
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The one other destination that a socket of `connectTo` may connect to. */
const PERMITS = new WeakMap<net.Socket, { host: string; port: number }>();

/**
 * Returns a new socket that connects to this address and no other, past the guard: the permission is valid only for
 * this socket. Only for a destination that was judged allowed; the caller logs it.
 * @param host an IP address, because a name could lead elsewhere by now
 */
export function connectTo(host: string, port: number): net.Socket {
  assert(net.isIP(host) !== 0, 'only an address can be permitted');
  const socket = new net.Socket();
  PERMITS.set(socket, { host, port });
  return socket.connect({ host, port });
}

/**
 * Blocks outbound sockets of this thread. Every TCP connection, also of http, tls and fetch, goes through
 * `net.Socket.connect`, and no code here uses UDP. Only sockets of `connectTo` reach the one destination that each was
 * created for. A blocked one fails with `ENETUNREACH` and is reported to `onDenied`, without its destination's path or
 * data. Returns the function that removes the guard. Workers have their own guard (`models/runtime/offline.ts`).
 */
export function guardEgress(onDenied: (host: string, port: number | null) => void): () => void {
  const { connect } = net.Socket.prototype;
  const { send, connect: connectUdp } = dgram.Socket.prototype;
  const deny = (host: string, port: number | null): Error => {
    onDenied(host, port);
    return Object.assign(new Error('Custos does not open connections to other machines'), { code: 'ENETUNREACH' });
  };
  net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
    const options = connectOptions(args);
    if (isLocal(options) || isPermitted(this, options)) return Reflect.apply(connect, this, args);
    const error = deny(options.host ?? '', Number(options.port) || null);
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof connect;
  const refuseUdp = (): never => {
    throw deny('udp', null);
  };
  Object.assign(dgram.Socket.prototype, { send: refuseUdp, connect: refuseUdp });
  return () => {
    net.Socket.prototype.connect = connect;
    Object.assign(dgram.Socket.prototype, { send, connect: connectUdp });
  };
}

function isPermitted(socket: net.Socket, { host, port }: Destination): boolean {
  const permit = PERMITS.get(socket);
  return permit !== undefined && permit.host === host && permit.port === port;
}

/** Parses the arguments of `connect` in their three forms: (options), (port, host?), (path); Node passes them on as one array. */
function connectOptions(args: unknown[]): Destination {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return first as Destination;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: Number(first), ...(typeof second === 'string' ? { host: second } : {}) };
}
