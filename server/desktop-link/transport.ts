/** The channel to the process that forked this one for a desktop shell. */
export interface Transport {
  send(message: unknown): void;
  onMessage(listener: (value: unknown) => void): void;
  /** Called when the other side has disconnected. */
  onClosed(listener: () => void): void;
}

interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
}

/** The parts of the process that are used. `parentPort` exists in a utility process of Electron, `send` in one that Node forked. */
export type ForkedProcess = Pick<NodeJS.Process, 'send' | 'on' | 'connected'> & { parentPort?: ParentPort | null };

/** Null: no process forked this one. */
export function openTransport(forked: ForkedProcess): Transport | null {
  const { parentPort } = forked;
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', ({ data }) => listener(data)),
      // Electron ends its utility processes when it ends.
      onClosed: () => {},
    };
  }
  if (!forked.send) return null;
  return {
    // A failed send does not matter: `disconnect` reports the loss of the channel.
    send: (message) => void forked.send?.(message, undefined, {}, () => {}),
    onMessage: (listener) => void forked.on('message', listener),
    onClosed(listener) {
      forked.on('disconnect', listener);
      if (!forked.connected) listener();
    },
  };
}
