import { parentPort } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A thread that unpacks on request. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a thread');
const packed = gzipSync('text');
await import('../../../../models/threads/guard-natives.ts');
port.on('message', () => port.postMessage(String(gunzipSync(packed))));
port.postMessage('ready');
