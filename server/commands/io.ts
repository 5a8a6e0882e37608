import { AppError } from '../lib/errors.ts';

/** Where a command writes and from where it takes relative file names. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  cwd: string;
}

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * The two outputs of a program. Names come from lists, files and forms: nothing in them commands the terminal that shows them, or one that shows the
 * file into which they were written.
 */
export function outputsOf({ stdout, stderr }: { stdout: Output; stderr: Output }, cwd: string): CommandIo {
  return {
    out: (text) => void stdout.write(printable(text)),
    err(text) {
      const rewrites = text.startsWith('\r');
      // Progress that rewrites its line is for a terminal; a file or a pipe gets none of it.
      if (rewrites && !stderr.isTTY) return;
      stderr.write(rewrites ? `\r${printable(text.slice(1))}` : printable(text));
    },
    cwd,
  };
}

/** Control signs (ECMA-48; C1 too) but for line feed and tab, and signs that turn the direction of writing (Unicode UAX #9). */
const OBEYED = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

/** The text with the signs shown that a terminal would obey, such as `\u001b`; JSON says the same afterwards. */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The error for a command that cannot be done as it was typed. */
export const invalidCommand = (detail: string, cause?: unknown): AppError =>
  new AppError('invalid_command', detail, cause);

/** The error for a command that is not understood, with how it is used. */
export const misused = (usage: string): AppError => invalidCommand(`Use one of:\n${usage}`);

/** Says why a command failed. Returns its exit status: 2 not understood, 1 not done; null for a failure that is not the caller's. */
export function tellFailure(error: unknown, io: CommandIo, usage: string): number | null {
  const { code } = error as { code?: unknown };
  // What util.parseArgs says of an option that it does not know.
  const isUsage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof AppError) && !(error instanceof Error && isUsage)) return null;
  io.err(`${error.message}\n${isUsage ? `${usage}\n` : ''}`);
  return isUsage || code === 'invalid_command' ? 2 : 1;
}
