import { encodeRequest, type WireRequest } from './forms/odd-wire.ts';
import { openRaw, type RawAnswer } from './raw-http.ts';

/** Longer than an upload may take: a server that waits for the whole upload time answers 408, and the test sees that. */
const HANG_MS = 150_000;

/** The answer, or null if the connection was closed without one. The connection stays open until it is disposed of. */
export interface Asked extends Disposable {
  answer: RawAnswer | null;
}

/** Sends a request unchanged, on its own connection. Throws with `hint` if nothing comes back: the server hangs. */
export async function ask(port: number, request: WireRequest, hint: string): Promise<Asked> {
  const connection = await openRaw(port, HANG_MS);
  const { bytes, endsEarly } = encodeRequest(request);
  if (endsEarly) connection.socket.end(bytes);
  else connection.socket.write(bytes);
  try {
    return { answer: await connection.answer(), [Symbol.dispose]: () => connection[Symbol.dispose]() };
  } catch (error) {
    connection[Symbol.dispose]();
    throw new Error(`${hint}: ${(error as Error).message}`, { cause: error });
  }
}
