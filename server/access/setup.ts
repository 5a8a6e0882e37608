import { hashSecret, makeCode, readCode, sameHash } from './secret.ts';

/**
 * The one-time code that creates the first operator. Only its hash is kept, and only in memory. It ends when it is used, when the first operator
 * exists, or with the process; the next start makes another one.
 */
export interface SetupCode {
  /** Returns a new code, which replaces the previous one. */
  open(): string;
  matches(typed: string): boolean;
  close(): void;
}

export function createSetupCode({ pepper }: { pepper: Buffer }): SetupCode {
  let hash: Buffer | null = null;
  return {
    open() {
      const code = makeCode();
      hash = hashSecret(pepper, code);
      return code;
    },
    matches: (typed) => hash !== null && sameHash(hash, hashSecret(pepper, readCode(typed))),
    close() {
      hash = null;
    },
  };
}
