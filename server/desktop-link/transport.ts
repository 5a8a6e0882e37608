/** The way to whoever forked this process for a desktop shell. */
export interface Transport {
  send(message: unknown): void;
  onMessage(listener: (value: unknown) => void): void;
  /** The other side has gone. */
  onClosed(listener: () => void): void;
}

interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
}

/** What is used of the process; `parentPort` is there in a utility process of Electron, `send` in one that Node forked. */
export type ForkedProcess = Pick<NodeJS.Process, 'send' | 'on' | 'connected'> & { parentPort?: ParentPort | null };

/** Null: nobody forked this process. */
export function openTransport(forked: ForkedProcess): Transport | null {
  const { parentPort } = forked;
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', ({ data }) => listener(data)),
      // Electron ends its utility processes with itself.
      onClosed: () => {},
    };
  }
  if (!forked.send) return null;
  return {
    // What cannot be sent any more is nobody's loss: `disconnect` says so.
    send: (message) => void forked.send?.(message, undefined, {}, () => {}),
    onMessage: (listener) => void forked.on('message', listener),
    onClosed(listener) {
      forked.on('disconnect', listener);
      if (!forked.connected) listener();
    },
  };
}
