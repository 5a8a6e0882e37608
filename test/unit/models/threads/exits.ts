import { once } from 'node:events';
import { startThread } from '../../../../models/threads/start.ts';
import type { Held } from './held.ts';

/** Exits, or fails, while a thread is inside an addon. */
const held: Held = { where: 'call', cells: new Int32Array(new SharedArrayBuffer(12)), heldMs: 200, aloud: true };
await once(startThread(new URL('held.ts', import.meta.url), { workerData: held }), 'message');
if (process.argv[2] === 'fails') throw new Error('caught by nobody');
process.exit(0);
