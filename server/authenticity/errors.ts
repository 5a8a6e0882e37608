/**
 * Why bytes cannot be read.
 * - `malformed`: the bytes break the rules of their format, or end early.
 * - `too_large`: they exceed a limit of `LIMITS`.
 * - `unsupported`: they are well formed, but use something that is not read here.
 */
export type AuthenticityFailure = 'malformed' | 'too_large' | 'unsupported';

/** The only error of this room. `message` says what is wrong with the file and holds nothing of its contents. */
export class AuthenticityError extends Error {
  override name = 'AuthenticityError';
  readonly code: AuthenticityFailure;
  constructor(code: AuthenticityFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the error for bytes that break the rules of their format. */
export const malformed = (message: string): AuthenticityError => new AuthenticityError('malformed', message);

/** Returns what `read` returns, or null if it cannot read its bytes. Other errors pass. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof AuthenticityError) return null;
    throw error;
  }
}
