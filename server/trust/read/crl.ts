import { createAnchorPool } from '../../authenticity/anchors.ts';
import { findListIssuer, type RevocationList } from '../../authenticity/crl/crl.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { isoTime } from '../../lib/clock.ts';
import { itemError } from '../../lib/errors.ts';
import { provingFor, type Trusted } from '../rests-on.ts';
import type { TrustEntry, TrustReading } from '../types.ts';

const KEY_ID_SHOWN = 8;

/** Returns what a revocation list says. Throws `list_invalid` (`trust_signer_unknown`) if no active country signer signed it. */
export function readCrl(list: RevocationList, trusted: Trusted): TrustReading {
  const issuer = findListIssuer(list, createAnchorPool(provingFor(trusted, 'crl')));
  if (!issuer) {
    throw itemError('list_invalid', {
      code: 'trust_signer_unknown',
      message:
        'No certificate of an active trust list signed this revocation list. Import and activate the certificate of its country signer first.',
    });
  }
  const country = issuer.country?.toLowerCase() ?? 'unknown';
  return {
    kind: 'crl',
    // A country has one list for each key of its signer.
    code: `crl_${country}_${issuer.keyId.slice(0, KEY_ID_SHOWN)}`,
    name: `CRL ${list.issuer.text}`,
    publishedAt: isoTime(list.thisUpdateMs).slice(0, 10),
    entries: [crlEntryOf(list, issuer)],
    restsOn: [issuer],
    skipped: {},
  };
}

/** Returns a revocation list as an entry of a trust list. It keeps the id of the key that signed it, so that this is not verified again. */
export function crlEntryOf(list: RevocationList, issuer: Certificate): TrustEntry {
  return {
    role: 'crl',
    docTypes: null,
    sha256: list.sha256,
    der: list.raw,
    country: issuer.country,
    subject: list.issuer.text,
    keyId: issuer.keyId,
    notBeforeMs: list.thisUpdateMs,
    notAfterMs: list.nextUpdateMs,
  };
}
