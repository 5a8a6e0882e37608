import { AppError } from '../lib/errors.ts';

/** Where a command writes, and the folder for relative file names. */
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
 * Returns the two outputs of a program. Names come from lists, files and forms, so control characters are escaped: no text can control the terminal
 * that shows it, or later shows the file.
 */
export function outputsOf({ stdout, stderr }: { stdout: Output; stderr: Output }, cwd: string): CommandIo {
  return {
    out: (text) => void stdout.write(printable(text)),
    err(text) {
      const rewrites = text.startsWith('\r');
      // A progress line that rewrites itself is for terminals; files and pipes do not get it.
      if (rewrites && !stderr.isTTY) return;
      stderr.write(rewrites ? `\r${printable(text.slice(1))}` : printable(text));
    },
    cwd,
  };
}

/** Control characters (ECMA-48, with C1) except line feed and tab, and characters that change the text direction (Unicode UAX #9). */
const OBEYED = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

/** Escapes the characters that a terminal would obey, for example as `\u001b`. JSON keeps its meaning. */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the error for a command that cannot be run as typed. */
export const invalidCommand = (detail: string, cause?: unknown): AppError =>
  new AppError('invalid_command', detail, cause);

/** Returns the error for a command that is not understood, with its usage. */
export const misused = (usage: string): AppError => invalidCommand(`Use one of:\n${usage}`);

/** Prints why a command failed. Returns its exit status: 2 not understood, 1 failed; null for a failure that the caller did not cause. */
export function tellFailure(error: unknown, io: CommandIo, usage: string): number | null {
  const { code } = error as { code?: unknown };
  // The error of util.parseArgs for an unknown option.
  const isUsage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof AppError) && !(error instanceof Error && isUsage)) return null;
  io.err(`${error.message}\n${isUsage ? `${usage}\n` : ''}`);
  return isUsage || code === 'invalid_command' ? 2 : 1;
}
