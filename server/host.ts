import { accessSync, constants, fstatSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { createEngines } from '../models/engines.ts';
import { WEIGHTS_DIR } from '../models/runtime/weights.ts';
import { type Config, loadConfig } from './appliance/config.ts';
import { POLICY_V1, withRiskTables } from './checks/policy.ts';
import type { Surroundings } from './context.ts';
import { systemClock } from './lib/clock.ts';
import { isDiskFull } from './lib/disk-full.ts';
import { AppError } from './lib/errors.ts';
import { LIMITS } from './lib/limits.ts';
import { createLogger } from './lib/log.ts';
import { openLogFile } from './lib/log-file.ts';
import { addedLanguages } from './updates/languages.ts';
import { trustedKeys } from './updates/trusted-keys.ts';

/** Returns the configuration of this process. Throws `invalid_configuration`. */
export function readHostConfig(): Config {
  const { platform, env } = process;
  return loadConfig(env, readIfThere, {
    platform,
    homeDir: homedir(),
    outputIsLogged: isLogged(env),
    cores: availableParallelism(),
  });
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new AppError(
      'invalid_configuration',
      `The file ${path} cannot be read (${code}). Check its path and permissions.`,
      error,
    );
  }
}

/**
 * Whether standard output is systemd's journal. The variable holds the stream's device and inode, which are compared, because terminals inherit the
 * variable too (systemd.exec(5), `$JOURNAL_STREAM`).
 */
function isLogged(env: NodeJS.ProcessEnv): boolean {
  const stream = env['JOURNAL_STREAM'];
  // The desktop shell gets secrets in messages, wherever the output goes.
  if (stream === undefined || env['CUSTOS_SHELL'] === '1') return false;
  const { dev, ino } = fstatSync(process.stdout.fd);
  return stream === `${dev}:${ino}`;
}

/**
 * Returns the real clock, the log file of the data folder (created if missing), the real engines sized by the configuration, and the policy with
 * the operator's risk tables. Throws `invalid_configuration` if nothing can be written to the folder.
 */
export function hostSurroundings(config: Config): Surroundings {
  const log = createLogger(systemClock, openLog(config.dataDir));
  return {
    clock: systemClock,
    policy: withRiskTables(POLICY_V1, config.riskTables),
    log,
    engines: createEngines({
      weightsDir: WEIGHTS_DIR,
      languages: config.languages,
      addedLanguages: addedLanguages(config.dataDir, trustedKeys(config.updateKeys)),
      workers: config.workers,
      backend: config.backend,
      faceNets: config.faceNets,
      onBackend: (backend, refused) =>
        log.info('engine.backend', {
          engine: 'face',
          backend,
          refused: refused.map(({ backend: other, reason }) => `${other}: ${reason}`).join(' ') || null,
        }),
      limits: LIMITS,
    }),
  };
}

export const logFileOf = (dataDir: string): string => join(dataDir, 'logs', 'custos.log');

function openLog(dataDir: string): (line: string) => void {
  try {
    const write = openLogFile(logFileOf(dataDir));
    accessSync(dataDir, constants.W_OK);
    return write;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'invalid_configuration',
      `Custos cannot write to the data folder ${dataDir} (${code}). Give this user write access, or set CUSTOS_DATA_DIR to another folder.`,
      cause,
    );
  }
}

/** Returns what to print on the terminal about a failure to start. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (isDiskFull(error)) return 'The disk is full. Free some space, then start again.';
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}
