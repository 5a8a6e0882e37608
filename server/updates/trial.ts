import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineState } from '../../models/ports.ts';
import { verifyAudit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import type { Rights } from '../lib/rights.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { versionFolder } from './home.ts';

/** What the new version reports about its trial, as the last line of its output. */
const answerSchema = z.object({
  /** Repeated from the order, so no other output is mistaken for the answer. */
  trial: z.string(),
  version: z.string(),
  /** Null: it works. */
  problem: z.string().nullable(),
});

export interface TrialOrder {
  home: string;
  version: string;
  /** The owner of the data; null: the current user. */
  rights: Rights | null;
  timeoutMs: number;
}

/** How many characters of its output are kept, the last ones. */
const OUTPUT_CHARS_KEPT = 64 * 1024;

/** Runs `update trial` of the new version, which opens the real data folder. Returns why it does not work, for a person; null: it works. */
export async function runTrial({ home, version, rights, timeoutMs }: TrialOrder): Promise<string | null> {
  const nonce = randomBytes(16).toString('hex');
  const child = spawn(join(versionFolder(home, version), 'launch'), ['update', 'trial', '--nonce', nonce], {
    env: { ...process.env, CUSTOS_HOME: home },
    // The trial ends when its input ends, and so with the process that runs it. Its other output is for the same person.
    stdio: ['pipe', 'pipe', 'inherit'],
    ...rights,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_CHARS_KEPT);
  });
  child.stdin.on('error', () => {});
  const ended = Promise.withResolvers<{ code: number | null } | { fault: string }>();
  child.once('error', (error: NodeJS.ErrnoException) => ended.resolve({ fault: error.code ?? 'unknown' }));
  child.once('close', (code) => ended.resolve({ code }));
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
    // A child process of the trial may hold its output open forever, so wait for the exit of the trial itself.
    child.once('exit', (code) => ended.resolve({ code }));
  }, timeoutMs);
  try {
    const end = await ended.promise;
    if (isLate) return `it was not ready within ${Math.round(timeoutMs / 1000)} seconds`;
    if ('fault' in end) return `it cannot be started (${end.fault})`;
    return judge(output, end.code, { nonce, version });
  } finally {
    clearTimeout(late);
    child.stdout.destroy();
  }
}

function judge(output: string, code: number | null, asked: { nonce: string; version: string }): string | null {
  const answer = readAnswer(output);
  if (answer?.trial !== asked.nonce) return `it ended without reporting success (exit code ${code ?? 'none'})`;
  if (answer.problem !== null) return answer.problem;
  if (answer.version !== asked.version) return `it reports version ${answer.version}`;
  return code === 0 ? null : `it failed (exit code ${code ?? 'none'})`;
}

function readAnswer(output: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
  } catch {
    return null;
  }
}

export const trialAnswer = (nonce: string, version: string, problem: string | null): string =>
  `${JSON.stringify({ trial: nonce, version, problem } satisfies z.output<typeof answerSchema>)}\n`;

/** Returns what keeps an opened appliance from being put into force; null: nothing. Reads both databases from end to end. */
export function findProblem(tried: { db: Db; keys: KeyStore; engines: EngineState[] }): string | null {
  for (const db of [tried.db, tried.keys.db]) {
    const found = db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') return 'a database is damaged';
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) return 'database rows refer to missing rows';
  }
  if (!verifyAudit(tried).ok) return 'the audit log is not intact';
  const failed = tried.engines.find(({ state }) => state === 'failed');
  return failed ? `the engine "${failed.engine}" does not work: ${failed.problem ?? 'no reason given'}` : null;
}
