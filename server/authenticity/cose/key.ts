import { asBytes } from '../cbor/fields.ts';
import type { CborMap } from '../cbor/read.ts';
import { type CurveName, coordinateBytesOf } from '../crypto/curves.ts';
import type { PublicKey } from '../crypto/keys.ts';
import { malformed } from '../errors.ts';

const [KEY_TYPE, CURVE, X, Y] = [1, -1, -2, -3];
const [OKP, EC2] = [1, 2];
const ED25519 = 6;
/** IANA's COSE elliptic curves; brainpool by ISO/IEC 18013-5, table 22. */
const CURVES: ReadonlyMap<number, CurveName> = new Map<number, CurveName>([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
  [256, 'brainpoolP256r1'],
  [257, 'brainpoolP320r1'],
  [258, 'brainpoolP384r1'],
  [259, 'brainpoolP512r1'],
]);

/** Reads a COSE_Key with a public key (RFC 9053, 7). A curve that is not in the table gives an `other` key. Throws `AuthenticityError`. */
export function readCoseKey(map: CborMap): PublicKey {
  const number = map.get(CURVE);
  const type = map.get(KEY_TYPE);
  const other = { kind: 'other', oid: `cose-${String(type)}-${String(number)}` } as const;
  if (typeof number !== 'number') return other;
  const x = asBytes(map.get(X), 'x of a key');
  if (type === OKP) return number === ED25519 ? { kind: 'ed25519', point: x } : other;
  const curve = CURVES.get(number);
  if (type !== EC2 || !curve) return other;
  if (x.length !== coordinateBytesOf(curve)) throw malformed('COSE: a key has another length');
  const y = map.get(Y);
  // A boolean is the sign of a compressed point.
  const point =
    typeof y === 'boolean' ? [Uint8Array.of(y ? 3 : 2), x] : [Uint8Array.of(4), x, asBytes(y, 'y of a key')];
  return { kind: 'ec', curve, point: Buffer.concat(point), isExplicit: false };
}
