import dgram from 'node:dgram';
import net from 'node:net';
import { besideModule } from '../threads/beside.ts';

/**
 * onnxruntime's native code sends usage reports to its makers unless this is set, through sockets that no guard here sees. It is set here because
 * every engine thread starts with the arguments below: only the main thread can set what native code reads.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

/** For a worker's `execArgv`: loads this module before the worker's script and any library. */
export const OFFLINE_ARGUMENTS = ['--import', besideModule(import.meta.url, 'offline-thread').href];

/**
 * Refuses every socket of this thread with `ENETUNREACH`: TCP, and with it http, tls and fetch, goes through
 * `net.Socket.connect`. Engines only read files, so even this machine is out of reach.
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
