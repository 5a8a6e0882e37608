import { checkOptions, type DatasetOptions } from '../../datasets/options.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** The options of one register import. */
export interface RegisterOptions extends DatasetOptions {
  /** Countries (ISO 3166-1 alpha-2) of which it holds all companies. By default, those of its format. */
  completeFor?: readonly string[];
}

/** Throws `invalid_request` if an option is not valid. */
export function checkRegisterOptions(options: RegisterOptions, clock: Clock): void {
  if (options.paths.length > LIMITS.registerFilesMax) {
    throw new AppError('invalid_request', `Give at most ${LIMITS.registerFilesMax} files of the register.`);
  }
  checkOptions(options, clock, 'register file');
  if (options.completeFor?.some((country) => !/^[A-Z]{2}$/.test(country))) {
    throw new AppError('invalid_request', 'complete_for must contain ISO 3166-1 country codes, such as GB.');
  }
}
