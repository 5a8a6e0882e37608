import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { canIsolate } from '../support/package/alone.ts';
import { skipUnless } from '../support/skip.ts';
import type { Seen } from './renamed/renamed.ts';

const SCRIPT = fileURLToPath(new URL('renamed/renamed.ts', import.meta.url));
/** A separate network with only the loopback, where the system queries a name server on it. */
const NAMESPACE =
  'ip link set lo up && mount --bind "$1/resolv.conf" /etc/resolv.conf && mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf && shift && exec "$@"';

it(
  'a name that leads elsewhere with each look-up has a webhook sent to the very address that was allowed, or nowhere',
  isWholeRun()
    ? skipUnless(canIsolate(), 'this machine allows no network namespaces (unshare -rn)')
    : inWholeRunAlone('2 s'),
  () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'resolv.conf'), 'nameserver 127.0.0.1\n');
    writeFileSync(join(folder.path, 'nsswitch.conf'), 'hosts: files dns\n');
    const args = ['-rnm', 'sh', '-c', NAMESPACE, 'sh', folder.path, process.execPath, SCRIPT];
    const seen = JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' })) as Seen;
    // One look-up per attempt. A second look-up for the connection would send every second request elsewhere.
    expect(seen).toEqual({ asked: 40, allowed: 20, refused: 20, received: [20, 0] });
  },
);
