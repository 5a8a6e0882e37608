import { LIMITS } from '../lib/limits.ts';
import { factsOf } from './certificate.ts';
import type { Machine } from './machine.ts';
import { isAddress, urlOf } from './names.ts';
import type { LanSettings, StoredCertificate } from './store.ts';

/** The state of the office network. */
export interface LanState extends Pick<LanSettings, 'on' | 'address' | 'port'> {
  listening: boolean;
  /** Why other machines are not served although it is on; null: they are, or it is off, or nothing has started. */
  problem: string | null;
  /** What to type in another machine's browser: each name in the certificate that leads here now. */
  urls: string[];
  certificate: ReturnType<typeof showCertificate> | null;
  /** Current addresses of this machine that the certificate does not name. */
  unnamedAddresses: string[];
}

export function stateOf(
  { on, address, port, certificate }: LanSettings,
  { listening, problem }: Pick<LanState, 'listening' | 'problem'>,
  machine: Machine,
): LanState {
  const addresses = address === null ? machine.addresses() : [address];
  const shown = certificate && showCertificate(certificate);
  const names = shown?.names ?? [];
  return {
    on,
    address,
    port,
    listening,
    problem,
    urls: names
      .filter((name) => !name.startsWith('*') && (!isAddress(name) || addresses.includes(name)))
      .map((name) => urlOf(name, port)),
    certificate: shown,
    unnamedAddresses: shown ? addresses.filter((one) => !names.includes(one)) : [],
  };
}

function showCertificate(certificate: StoredCertificate) {
  const { origin, renewed } = certificate;
  return { ...factsOf(certificate), origin, renewed, renewsAtMs: renewsAtMs(certificate) };
}

/** Returns when a certificate is renewed automatically; null: an imported one never is. */
export function renewsAtMs(certificate: StoredCertificate): number | null {
  return certificate.origin === 'made' ? factsOf(certificate).notAfterMs - LIMITS.lanRenewMs : null;
}
