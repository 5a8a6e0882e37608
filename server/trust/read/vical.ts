import { createAnchorPool } from '../../authenticity/anchors.ts';
import { verifySign1 } from '../../authenticity/cose/sign1.ts';
import { malformed } from '../../authenticity/errors.ts';
import { isValidAt } from '../../authenticity/mdoc/verify.ts';
import { readVical } from '../../authenticity/mdoc/vical.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { isoTime } from '../../lib/clock.ts';
import { provingFor, type Trusted } from '../rests-on.ts';
import type { TrustReading } from '../types.ts';
import { entryOf } from './entries.ts';
import { topOf } from './paths.ts';

/** Returns what a VICAL says. It rests on the certificate above its signer. Throws `AuthenticityError` if its signature is not right. */
export function readVicalList(bytes: Uint8Array, trusted: Trusted, beside: readonly Certificate[]): TrustReading {
  const { intermediates, list, message, payload, signer } = readVical(bytes);
  if (verifySign1(message, signer.key, payload) !== 'valid') throw malformed('Its signature is not valid.');
  const top = topOf(signer, createAnchorPool(provingFor(trusted, 'vical')), [...intermediates, ...beside]);
  // The signer is judged when it signed.
  if (![signer, top].every((one) => isValidAt(one, list.issuedMs))) throw malformed('Its signer was not valid then.');
  const slug = list.provider
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, CODE_CHARS_SHOWN);
  return {
    kind: 'vical',
    code: `vical_${slug}`,
    name: `VICAL ${list.provider}`,
    publishedAt: isoTime(list.issuedMs).slice(0, 10),
    entries: list.issuers.map(({ certificate, docTypes }) => ({ ...entryOf(certificate, 'anchor'), docTypes })),
    restsOn: [top],
    skipped: list.unusable > 0 ? { unreadable: list.unusable } : {},
  };
}

const CODE_CHARS_SHOWN = 40;
