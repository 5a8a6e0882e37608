import { createHash } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { isoTime } from '../lib/clock.ts';
import { isSignedBy } from '../lib/signatures.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { readCheckpoints, showCheckpoints } from './checkpoints.ts';
import { entriesBehind, lastEntry, showEntry } from './entries.ts';

/** Entries read at once; other work gets a turn between two batches. */
const LOT = 500;

/**
 * Yields the log as lines of JSON with their line breaks: a header, the entries of a range, the checkpoints, and a trailer that signs all lines
 * before it. With the public key anyone can check that nothing was changed, removed or added since.
 */
export function* exportAudit(
  { db, keys }: { db: Db; keys: Pick<KeyStore, 'db' | 'signing'> },
  { range, nowMs }: { range: { fromMs: number; untilMs: number }; nowMs: number },
): Generator<string> {
  const { publicKey, sign } = keys.signing;
  const hash = createHash('sha256');
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  const head = lastEntry(db);
  yield line({
    type: 'header',
    format: 'custos-audit-export',
    format_version: 1,
    exported_at: isoTime(nowMs),
    from: Number.isFinite(range.fromMs) ? isoTime(range.fromMs) : null,
    until: Number.isFinite(range.untilMs) ? isoTime(range.untilMs) : null,
    head: head && { count: head.seq, link: head.link.toString('hex') },
    public_key: publicKey,
    note: 'Each link is an HMAC-SHA-256 under a key that never leaves the appliance. The trailer signs the SHA-256 of all lines before it: Ed25519 over "custos audit export v1", a line break, and its 64 digits.',
  });
  let count = 0;
  for (let seq = 0; ; ) {
    // Entries written meanwhile belong to the next export.
    const rows = entriesBehind(db, { ...range, seq, limit: LOT }).filter((row) => row.seq <= (head?.seq ?? 0));
    for (const row of rows) yield line({ type: 'entry', ...showEntry(row) });
    count += rows.length;
    const last = rows.at(-1);
    if (!last) break;
    seq = last.seq;
  }
  for (const checkpoint of showCheckpoints(readCheckpoints(keys.db), head?.seq ?? 0)) {
    yield line({ type: 'checkpoint', ...checkpoint });
  }
  const sha256 = hash.digest('hex');
  const signature = sign('audit export', Buffer.from(sha256)).toString('hex');
  yield trailerLine(count, sha256, signature);
}

function trailerLine(entries: number, sha256: string, signature: string): string {
  return `${JSON.stringify({ type: 'trailer', entries, sha256, signature })}\n`;
}

export type ExportVerdict = { ok: true; entries: number; publicKey: string } | { ok: false; problem: string };

interface Line {
  type?: unknown;
  public_key?: unknown;
  sha256?: unknown;
  signature?: unknown;
  entries?: unknown;
}

/** Returns whether the lines of an export, with their line breaks, match its signature, and which key signed it. */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ExportVerdict> {
  const hash = createHash('sha256');
  let publicKey: string | null = null;
  let entries = 0;
  let last: string | null = null;
  for await (const line of lines) {
    if (last !== null) {
      hash.update(last);
      const read = parseLine(last);
      publicKey ??= read.type === 'header' && typeof read.public_key === 'string' ? read.public_key : '';
      if (read.type === 'entry') entries += 1;
    }
    last = line;
  }
  const trailer = parseLine(last ?? '');
  const sha256 = hash.digest('hex');
  if (!publicKey || trailer.type !== 'trailer')
    return { ok: false, problem: 'it is not a complete export: its header or trailer is missing' };
  const isTold = trailer.sha256 === sha256 && trailer.entries === entries && typeof trailer.signature === 'string';
  const isSame = isTold && trailerLine(entries, sha256, String(trailer.signature)) === last;
  if (!isSame) return { ok: false, problem: 'its lines do not match the signature' };
  const signature = Buffer.from(String(trailer.signature), 'hex');
  const isRight = signature.toString('hex') === trailer.signature;
  if (!isRight || !isSignedBy(publicKey, 'audit export', Buffer.from(sha256), signature))
    return { ok: false, problem: 'the signature was not made by the key in its header' };
  return { ok: true, entries, publicKey };
}

function parseLine(line: string): Line {
  try {
    return (JSON.parse(line) ?? {}) as Line;
  } catch {
    return {};
  }
}
