import dgram from 'node:dgram';
import net from 'node:net';

/** As `connect` takes them; http passes null for what it does not use. */
interface Destination {
  host?: string | null;
  path?: string | null;
}

/** Where this process may connect to: nothing but its own machine. */
function isLocal(options: Destination): boolean {
  if (options.path) return true;
  const host = options.host ?? 'localhost';
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Denies outbound sockets of this thread: every TCP connection, of http, tls and fetch too, goes through
 * `net.Socket.connect`, and nothing here speaks UDP. A denied one fails with `ENETUNREACH` and is told to `onDenied`, without its
 * destination's path or data. Returns how to take the guard away again. Workers guard themselves (`models/runtime/offline.ts`).
 */
export function guardEgress(onDenied: (host: string) => void): () => void {
  const { connect } = net.Socket.prototype;
  const { send, connect: connectUdp } = dgram.Socket.prototype;
  const deny = (host: string): Error => {
    onDenied(host);
    return Object.assign(new Error('Custos opens no connection to other machines'), { code: 'ENETUNREACH' });
  };
  net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
    const options = connectOptions(args);
    if (isLocal(options)) return Reflect.apply(connect, this, args);
    const error = deny(options.host ?? '');
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof connect;
  const refuseUdp = (): never => {
    throw deny('udp');
  };
  Object.assign(dgram.Socket.prototype, { send: refuseUdp, connect: refuseUdp });
  return () => {
    net.Socket.prototype.connect = connect;
    Object.assign(dgram.Socket.prototype, { send, connect: connectUdp });
  };
}

/** The arguments of `connect` in their three forms: (options), (port, host?), (path); Node passes them on as one array. */
function connectOptions(args: unknown[]): Destination {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return first as Destination;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return typeof second === 'string' ? { host: second } : {};
}
