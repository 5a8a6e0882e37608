import { AppError } from '../lib/errors.ts';

/** The maximum difference between the clocks of a publisher and of this machine, including time zones. */
const MS_AHEAD_MAX = 24 * 3600 * 1000;

/** Returns the error for all of these files together. */
export function fileFault(files: readonly { name: string }[], reason: string): AppError {
  return new AppError('list_invalid', `${files.map(({ name }) => name).join(', ')}: ${reason}`);
}

/** Throws `list_invalid` if the files say that they were published after `nowMs`, by more than clocks may differ. */
export function checkNotToCome(files: readonly { name: string }[], publishedAt: string | null, nowMs: number): void {
  if (publishedAt === null || Date.parse(publishedAt) <= nowMs + MS_AHEAD_MAX) return;
  throw fileFault(files, `its publication date ${publishedAt} is in the future. Check the clock.`);
}

/** Throws `list_invalid` if a file has changed since it was inspected. */
export async function checkUnchanged(
  files: readonly { name: string; hasChanged(): Promise<boolean> }[],
): Promise<void> {
  for (const file of files) {
    if (await file.hasChanged())
      throw fileFault([file], 'it changed while it was being read. Import it when it is complete.');
  }
}
