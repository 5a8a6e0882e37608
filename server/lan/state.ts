import { LIMITS } from '../lib/limits.ts';
import { factsOf } from './certificate.ts';
import type { Machine } from './machine.ts';
import { isAddress, urlOf } from './names.ts';
import type { LanSettings, StoredCertificate } from './store.ts';

/** How other machines of the office are served. */
export interface LanState extends Pick<LanSettings, 'on' | 'address' | 'port'> {
  listening: boolean;
  /** Why they are not served although it is on; null: they are, or it is off, or nothing has been started. */
  problem: string | null;
  /** What to type in the browser of another machine: each name of the certificate that leads here now. */
  urls: string[];
  certificate: ReturnType<typeof showCertificate> | null;
  /** Addresses that this machine has now and the certificate does not name. */
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

/** When a certificate is made anew by itself; null: an imported one never is. */
export function renewsAtMs(certificate: StoredCertificate): number | null {
  return certificate.origin === 'made' ? factsOf(certificate).notAfterMs - LIMITS.lanRenewMs : null;
}
