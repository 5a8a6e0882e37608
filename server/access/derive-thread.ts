import { parentPort, workerData } from 'node:worker_threads';
import { deriveHere } from './derive.ts';

parentPort?.postMessage(await deriveHere(workerData));
