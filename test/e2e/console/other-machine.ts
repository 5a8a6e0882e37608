import { createHash, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Browser, chromium } from 'playwright-core';
import { must } from '../../../server/lib/assert.ts';
import { CHROMIUM } from '../../support/chromium.ts';

/** A name that the other machine's browser resolves to this one, whatever the local name servers return. */
export const NAME = 'custos.office.example';

interface OtherMachine {
  /** Hashes of public keys that it trusts (`certificateAt`): of the appliance's certificate, or of an authority in its chain. */
  trusts?: readonly string[];
  /** Addresses of this machine that it knows. */
  addresses?: readonly string[];
}

/** A browser on another machine: it knows one name, and some addresses of this machine. */
export function launchElsewhere({ trusts = [], addresses = [] }: OtherMachine = {}): Promise<Browser> {
  const known = ['127.0.0.1', ...addresses].map((one) => `EXCLUDE ${one}`);
  const rules = [`MAP ${NAME} 127.0.0.1`, 'MAP * ~NOTFOUND', ...known].join(', ');
  const trusted = trusts.length > 0 ? [`--ignore-certificate-errors-spki-list=${trusts.join(',')}`] : [];
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--host-resolver-rules=${rules}`, ...trusted],
  });
}

/** The served certificate: its fingerprint, and the hash of its public key, which lets Chromium trust it. */
export async function certificateAt(port: number): Promise<{ fingerprint: string; spki: string }> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const found = must(socket.getPeerX509Certificate(), 'a listener shows its certificate');
  socket.destroy();
  return { fingerprint: found.fingerprint256, spki: spkiOf(found.publicKey) };
}

/** The hash of a public key, as Chromium's list of trusted keys has it. */
export const spkiOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('base64');
