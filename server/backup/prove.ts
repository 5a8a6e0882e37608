import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { verifyAudit } from '../audit/log.ts';
import { withFile } from '../lib/durable.ts';
import { type ArchiveEnd, fileEntry } from './content.ts';
import { hashTables } from './table-hashes.ts';

/** One line of the proof of a restore. */
export interface Proof {
  what: string;
  expected: number;
  found: number;
  /** What does not match, for a person; empty: everything matches. */
  problems: string[];
}

export interface RestoredFolder extends Pick<BaseDeps, 'db' | 'keys' | 'vault'> {
  folder: string;
  end: ArchiveEnd;
  /** SHA-256 of each register file, by the name of its entry. */
  registers: ReadonlyMap<string, string>;
}

export interface Proven {
  proofs: Proof[];
  /** Ids of records whose keys were destroyed since: they stay erased. */
  erased: string[];
}

/** How many problems of one kind are named. */
const NAMED_MAX = 5;

/**
 * Compares the restored data with what the backup states: every table, row by row; every record and every file, opened
 * with its key; the register files; the chain of the audit log. Reads everything from disk again.
 */
export async function proveRestored(restored: RestoredFolder): Promise<Proven> {
  const { proofs, erased } = await proveRecords(restored);
  return { proofs: [...proveTables(restored), ...proofs, proveRegisters(restored), proveAudit(restored)], erased };
}

function proveTables({ db, end }: RestoredFolder): Proof[] {
  const found = new Map(hashTables(db).map((table) => [table.name, table]));
  return end.tables.map(({ name, rows, sha256 }) => {
    const table = found.get(name);
    const problems =
      table?.sha256 === sha256 && table.rows === rows ? [] : [`The table ${name} does not match the backup.`];
    return { what: `table ${name}`, expected: rows, found: table?.rows ?? 0, problems };
  });
}

async function proveRecords({ db, keys, vault, end }: RestoredFolder): Promise<Proven> {
  const rows = db.prepare('SELECT id, sealed_submission AS sealed FROM verifications ORDER BY seq');
  const documents = db.prepare('SELECT id FROM documents WHERE verification_id = ?').pluck();
  const absent = new Set(end.leftOut.map(({ name }) => name));
  const records: Proof = { what: 'records opened', expected: 0, found: 0, problems: [] };
  const files: Proof = { what: 'files opened', expected: 0, found: 0, problems: [] };
  const erased: string[] = [];
  const keyed = new Set(keys.dataKeyIds());
  for (const { id, sealed } of rows.all() as { id: string; sealed: Buffer | null }[]) {
    if (!keyed.has(id)) {
      if (keys.keysDestroyed(id)) erased.push(id);
      else tell(records, `The key of ${id} is missing. Use a newer key archive.`);
      continue;
    }
    records.expected += 1;
    try {
      if (sealed !== null) vault.openJson(id, 'verifications.submission', sealed);
      records.found += 1;
    } catch {
      tell(records, `The record ${id} cannot be opened with its key.`);
    }
    for (const documentId of documents.all(id) as string[]) {
      if (absent.has(fileEntry(id, documentId))) continue;
      files.expected += 1;
      try {
        await vault.readFile(id, documentId);
        files.found += 1;
      } catch {
        tell(files, `The file ${documentId} of ${id} cannot be opened with its key.`);
      }
    }
  }
  return { proofs: [records, files], erased };
}

function tell({ problems }: Proof, problem: string): void {
  if (problems.length < NAMED_MAX) problems.push(problem);
  else if (problems.length === NAMED_MAX) problems.push('There are more.');
}

function proveRegisters({ folder, registers, end }: RestoredFolder): Proof {
  const proof: Proof = { what: 'register files', expected: end.registers, found: 0, problems: [] };
  for (const [name, sha256] of registers) {
    if (hashFile(join(folder, name)) === sha256) proof.found += 1;
    else tell(proof, `The file ${name} does not match the backup.`);
  }
  if (registers.size !== end.registers) tell(proof, 'Register files are missing.');
  return proof;
}

/** The keys may know of actions after the backup. The log must then reach the backup's own end; the restore reports the rest. */
function proveAudit({ db, keys, end }: RestoredFolder): Proof {
  const verdict = verifyAudit({ db, keys });
  const problems = verdict.ok ? [] : [`The audit log is not intact: ${verdict.problem}.`];
  if (verdict.ok && verdict.count !== end.audit.count)
    problems.push('The end of the audit log does not match the backup.');
  return { what: 'audit log entries', expected: end.audit.count, found: verdict.count, problems };
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1024 * 1024);
  withFile(path, 'r', (file) => {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
  });
  return hash.digest('hex');
}
