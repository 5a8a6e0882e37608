import { readFileSync } from 'node:fs';
import { LIMITS } from '../../lib/limits.ts';
import { type Network, PLACES } from './places.ts';

/** The values that go into a unit. */
export interface UnitValues {
  /** The launcher of the installation. */
  program: string;
  network: Network;
  /** Further folders that it may write to: for backups and lists. */
  writable: readonly string[];
  /** A file with the passphrase that only root can read; null: the master key is a file. */
  passphraseFile: string | null;
  /** The version of systemd, such as 252. */
  systemd: number;
}

/** The version from which systemd knows `RestartSteps` and `%d`, the folder of credentials (its NEWS of 254 and 250). */
const STEPS_FROM = 254;
export const CREDENTIALS_FROM = 250;
/** Running work may finish within `drainTimeoutMs`; then databases and threads are closed. */
const STOP_SECONDS = (2 * LIMITS.drainTimeoutMs) / 1000;

/** Addresses of this machine and, for `local`, those of RFC 1918, 3927, 4193 and 4291 that stay within a site. */
const ADDRESSES: Record<Network, string> = {
  loopback: 'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6\nIPAddressDeny=any\nIPAddressAllow=localhost',
  // AF_NETLINK: a certificate for the office network names the machine's addresses.
  local: `RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
IPAddressDeny=any
IPAddressAllow=localhost 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10`,
  any: 'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
};

/** Returns the systemd unit of this installation. */
export function drawUnit({ program, network, writable, passphraseFile, systemd }: UnitValues): string {
  const values: Record<string, string> = {
    EXEC: quoteWord(program),
    USER: PLACES.user,
    DATA: PLACES.data,
    NETWORK: network,
    ADDRESSES: ADDRESSES[network],
    BACKOFF: systemd >= STEPS_FROM ? 'RestartSec=5\nRestartSteps=6\nRestartMaxDelaySec=300' : 'RestartSec=30',
    STOP_SECONDS: String(STOP_SECONDS),
    // The hyphen: a missing folder, such as on a disk that is not connected, does not prevent the start.
    WRITABLE: writable.map((folder) => `ReadWritePaths=${quoteWord(`-${folder}`)}`).join('\n'),
    CREDENTIAL: passphraseFile === null ? '' : credential(passphraseFile),
  };
  const template = readFileSync(new URL('./custos.service', import.meta.url), 'utf8');
  return template
    .replace(/^@([A-Z_]+)@\n/gm, (_, name: string) => (values[name] ? `${values[name]}\n` : ''))
    .replace(/@([A-Z_]+)@/g, (_, name: string) => values[name] ?? '');
}

/** systemd reads the file as root and passes it only to the service. */
function credential(file: string): string {
  return `LoadCredential=passphrase:${escapePercent(file)}\nEnvironment=CUSTOS_PASSPHRASE_FILE=%d/passphrase`;
}

/** Returns one word of a unit, quoted as in systemd.syntax(7). */
const quoteWord = (word: string): string => `"${escapePercent(word).replace(/[\\"]/g, '\\$&')}"`;

const escapePercent = (text: string): string => text.replaceAll('%', '%%');
