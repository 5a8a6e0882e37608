import { threadId } from 'node:worker_threads';
import { EngineError } from '../../../models/ports.ts';
import { serveOperations } from '../../../models/runtime/serve.ts';

/** A worker script for the tests of the pool: each operation misbehaves in one way. */
serveOperations(async (data: { loadFailure?: string; exitAtLoad?: boolean }) => {
  if (data.exitAtLoad === true) process.exit(1);
  if (data.loadFailure !== undefined) throw new Error(data.loadFailure);
  const held: Uint8Array[] = [];
  return {
    allocate: async ({ bytes, hold }: { bytes: number; hold: boolean }) => {
      const allocated = new Uint8Array(bytes).fill(1);
      if (hold) held.push(allocated);
      return { output: bytes };
    },
    echo: async (input: unknown) => ({ output: input }),
    sum: async (input: Uint8Array) => ({ output: input.reduce((sum, byte) => sum + byte, 0) }),
    fill: async (length: number) => {
      const bytes = new Uint8Array(length).fill(7);
      return { output: bytes, transfer: [bytes.buffer] };
    },
    wait: async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { output: ms };
    },
    /** Returns the id of the thread that waited. */
    waitHere: async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { output: threadId };
    },
    /** Uses this much processor time. */
    work: async (cpuMs: number) => {
      const begin = process.threadCpuUsage();
      const spentMs = (): number => {
        const { user, system } = process.threadCpuUsage(begin);
        return (user + system) / 1000;
      };
      while (spentMs() < cpuMs);
      return { output: cpuMs };
    },
    spin: async () => {
      for (;;);
    },
    exit: async () => process.exit(3),
    throwLater: async () => {
      setImmediate(() => {
        throw new Error('outside any call');
      });
      return new Promise(() => undefined);
    },
    hoard: async () => {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(100_000).fill({}));
    },
    /** Fills memory with a single growing array. */
    grow: async () => {
      const kept: unknown[] = [];
      for (;;) kept.push(1.5);
    },
    largeArrays: async () => {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(16_000_000).fill(kept.length));
    },
    refuse: async () => {
      throw new EngineError('unavailable', 'not today');
    },
    stumble: async () => {
      throw new TypeError('secret input');
    },
  };
});
