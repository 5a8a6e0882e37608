import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../server/security-log/file.ts';
import { tempFolder } from '../../support/folder.ts';
import { skipUnless } from '../../support/skip.ts';

const FILE = 'custos-security.jsonl';
const lineOf = (number: number): Buffer => Buffer.from(`${JSON.stringify({ seq: number }).padStart(59)}\n`);

describe('a file of the security log', () => {
  it('rotates before it exceeds its size, and keeps the newest', async () => {
    using folder = tempFolder();
    const outlet = openFile({ kind: 'file', folder: folder.path, fileBytesMax: 300, filesKept: 3 });
    const lines = Array.from({ length: 40 }, (_, i) => lineOf(i + 1));
    for (let from = 0; from < lines.length; from += 7) await outlet.write(lines.slice(from, from + 7));
    await outlet.finish();
    const names = readdirSync(folder.path).sort();
    expect(names).toEqual(['custos-security.1.jsonl', 'custos-security.2.jsonl', 'custos-security.3.jsonl', FILE]);
    const order = ['custos-security.3.jsonl', 'custos-security.2.jsonl', 'custos-security.1.jsonl', FILE];
    const text = order.map((name) => readFileSync(join(folder.path, name), 'utf8')).join('');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual(Array.from({ length: 20 }, (_, i) => 21 + i));
    for (const name of names) expect(statSync(join(folder.path, name)).size).toBeLessThanOrEqual(300);
    expect(statSync(join(folder.path, FILE)).mode & 0o777).toBe(0o640);
  });

  it('takes a line that is longer than a whole file, alone', async () => {
    using folder = tempFolder();
    const outlet = openFile({ kind: 'file', folder: folder.path, fileBytesMax: 100, filesKept: 2 });
    await outlet.write([lineOf(1), Buffer.from(`${'x'.repeat(500)}\n`), lineOf(2)]);
    const sizes = readdirSync(folder.path)
      .sort()
      .map((name) => statSync(join(folder.path, name)).size);
    expect(sizes).toEqual([501, 60, 60]);
  });

  it('begins a new line after one that a power cut left unfinished', async () => {
    using folder = tempFolder();
    appendFileSync(join(folder.path, FILE), '{"seq":1}\n{"se');
    const outlet = openFile({ kind: 'file', folder: folder.path, fileBytesMax: 10_000, filesKept: 2 });
    await outlet.write([Buffer.from('{"seq":2}\n')]);
    expect(readFileSync(join(folder.path, FILE), 'utf8')).toBe('{"seq":1}\n{"se\n{"seq":2}\n');
  });

  it('that cannot be written says so: file_failed', async () => {
    using folder = tempFolder();
    const gone = join(folder.path, 'gone');
    const outlet = openFile({ kind: 'file', folder: gone, fileBytesMax: 10_000, filesKept: 2 });
    await expect(outlet.write([lineOf(1)])).rejects.toMatchObject({ code: 'file_failed' });
    mkdirSync(gone);
    await outlet.write([lineOf(1)]);
    // A folder in the place of the next file cannot be replaced.
    rmSync(join(gone, FILE));
    mkdirSync(join(gone, FILE));
    await expect(outlet.write([lineOf(2)])).rejects.toMatchObject({ code: 'file_failed' });
  });

  it('on a full disk says so: disk_full', {
    ...skipUnless(existsSync('/dev/full'), 'this system has no /dev/full'),
  }, async () => {
    using folder = tempFolder();
    // Writing to this device fails as on a full disk.
    symlinkSync('/dev/full', join(folder.path, FILE));
    const outlet = openFile({ kind: 'file', folder: folder.path, fileBytesMax: 10_000, filesKept: 2 });
    await expect(outlet.write([lineOf(1)])).rejects.toMatchObject({ code: 'disk_full' });
  });
});
