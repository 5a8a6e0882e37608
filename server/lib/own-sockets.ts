import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Where Linux lists the sockets of this process's network (proc_pid_net(5)). */
const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'];
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Returns the addresses of other machines that a socket of this process is connected to, or tries to reach, whichever thread or native library opened
 * it, including queries to a name server. Does not see a datagram of an unconnected socket. null if the system does not list sockets.
 */
export function connectedElsewhere(): string[] | null {
  try {
    const tables = TABLES.map((name) => readIfThere(`/proc/self/net/${name}`));
    if (tables.every((table) => table === '')) return null;
    return remotesOf(tables.join('\n'), ownInodes());
  } catch {
    return null;
  }
}

/** Returns the addresses of other machines in the lines of such tables that belong to these inodes, each once. */
export function remotesOf(tables: string, inodes: ReadonlySet<string>): string[] {
  const found = tables.split('\n').flatMap((line) => {
    const [, , remote = '', , , , , , , inode = ''] = line.trim().split(/\s+/);
    const [hex = '', port] = remote.split(':');
    if (!inodes.has(inode) || port === undefined || port === '0000') return [];
    const address = addressOf(hex);
    return LOOPBACK.test(address) ? [] : [address];
  });
  return [...new Set(found)];
}

function ownInodes(): Set<string> {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      // Closed since it was listed.
      return '';
    }
  });
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}

/** Without IPv6 its tables do not exist. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Words of 32 bits in the byte order of the processor, which is little-endian wherever Custos runs. */
function addressOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex').reverse()]);
  if (bytes.length === 4) return bytes.join('.');
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  if (isMapped) return `::ffff:${bytes.slice(12).join('.')}`;
  const groups = Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
