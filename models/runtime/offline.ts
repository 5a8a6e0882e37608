import dgram from 'node:dgram';
import net from 'node:net';
import { besideModule } from '../threads/beside.ts';

/**
 * onnxruntime's native code sends reports of its use to its makers unless this is set, by sockets that no guard of ours sees. It is set here,
 * since every thread of an engine is started with the arguments below: only the main thread can set what native code reads.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

/** For a worker's `execArgv`: this module is loaded before the worker's script and anything that a library brings. */
export const OFFLINE_ARGUMENTS = ['--import', besideModule(import.meta.url, 'offline-thread').href];

/**
 * Refuses every socket of this thread with `ENETUNREACH`: TCP, and with it http, tls and fetch, goes through
 * `net.Socket.connect`. Engines read files and nothing else, so not even this machine may be reached.
 */
export function goOffline(): void {
  const refusal = () => Object.assign(new Error('Engines open no connection'), { code: 'ENETUNREACH' });
  net.Socket.prototype.connect = function connect(this: net.Socket) {
    process.nextTick(() => this.destroy(refusal()));
    return this;
  };
  const refuse = (): never => {
    throw refusal();
  };
  Object.assign(dgram.Socket.prototype, { send: refuse, connect: refuse, bind: refuse });
}
