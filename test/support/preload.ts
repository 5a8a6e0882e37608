import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const PRELOAD = new URL('../../main/preload.cjs', import.meta.url);

/** A page's environment, as far as the preload script sees it. */
export interface PageWorld {
  /** `location.protocol` of the page. */
  protocol: string;
  storage: Map<string, string>;
  /** The shell's answer to `sendSync`. */
  kept: unknown;
}

/** Runs the preload script beside a fake page. Recorders replace the two Electron modules that it uses. */
export function runPreload({ protocol, storage, kept }: PageWorld) {
  const sent: { kind: string; channel: string; args: unknown[] }[] = [];
  const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
  const required: string[] = [];
  const heard = new EventEmitter();
  const page = new EventEmitter();
  const clicked: string[] = [];
  const record =
    (kind: string, answer: (channel: string) => unknown) =>
    (channel: string, ...args: unknown[]): unknown => {
      sent.push({ kind, channel, args });
      return answer(channel);
    };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: (typeof exposed)[string]): void => {
        exposed[name] = api;
      },
    },
    ipcRenderer: {
      invoke: record('invoke', (channel) => Promise.resolve(`answer to ${channel}`)),
      send: record('send', () => undefined),
      sendSync: record('sendSync', () => kept),
      on: (channel: string, listener: (...args: unknown[]) => void) => heard.on(channel, listener),
    },
  };
  const link = () => {
    const made = { href: '', click: (): void => void clicked.push(made.href), remove: (): void => {} };
    return made;
  };
  vm.runInNewContext(readFileSync(PRELOAD, 'utf8'), {
    require: (name: string): unknown => {
      required.push(name);
      return electron;
    },
    location: { protocol },
    Event,
    dispatchEvent: ({ type }: Event) => page.emit(type),
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    addEventListener: (name: string, listener: () => void) => page.on(name, listener),
    document: {
      addEventListener: (name: string, listener: () => void) => page.on(name, listener),
      createElement: link,
      body: { append: (): void => {} },
    },
  });
  return { sent, exposed, required, heard, page, clicked };
}
