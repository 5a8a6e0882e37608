// @ts-check
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const PLACE = '/dev/shm';
/** The tests' temporary files take up to 1 GiB; containers often have 64 MiB there. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Creates a folder in memory for the temporary files of a test run, because tests sync their databases to disk thousands of times. null if there is
 * no such place with room, if programs cannot run from it, or if TMPDIR is set; the system's folder is used then.
 *
 * @param {{ place?: string, env?: NodeJS.ProcessEnv, freeBytesMin?: number }} [options]
 * @returns {{ path: string, remove: () => void } | null}
 */
export function memoryFolder({ place = PLACE, env = process.env, freeBytesMin = FREE_BYTES_MIN } = {}) {
  if (env['TMPDIR'] !== undefined || freemem() < freeBytesMin) return null;
  let path;
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < freeBytesMin) return null;
    path = mkdtempSync(join(place, 'custos-'));
  } catch {
    return null;
  }
  const remove = () => rmSync(path, { recursive: true, force: true });
  // As for /tmp: some tests run programs as other users.
  chmodSync(path, 0o1777);
  if (runsPrograms(path)) return { path, remove };
  remove();
  return null;
}

/** @param {string} path a folder @returns {boolean} false if its file system is mounted with `noexec` */
function runsPrograms(path) {
  const program = join(path, 'probe');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
