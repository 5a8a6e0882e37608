import { hashSecret, makeCode, readCode, sameHash } from './secret.ts';

/**
 * The one-time code by which the first operator is made. Only its hash is held, and only in memory: it ends with its use, with the first
 * operator, and with the process, whose next start makes another one.
 */
export interface SetupCode {
  /** A new code in the place of a former one. */
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
