import { argon2id } from 'hash-wasm';

export interface DeriveOrder {
  password: string;
  salt: Uint8Array;
  /** The key K of Argon2 (RFC 9106, section 3.1). With a stolen database alone nobody can test a password against it. */
  secret: Uint8Array;
  memoryKib: number;
  iterations: number;
}

/** Returns Argon2id (RFC 9106) with one lane: 32 bytes. Blocks this thread until it is done. */
export function deriveHere(order: DeriveOrder): Promise<Uint8Array> {
  return argon2id({
    password: order.password,
    salt: order.salt,
    secret: order.secret,
    memorySize: order.memoryKib,
    iterations: order.iterations,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  });
}
