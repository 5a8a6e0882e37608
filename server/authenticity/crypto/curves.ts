import { type ECDSA, ecdsa, type WeierstrassOpts, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Der, fieldsOf, TAG } from '../der/reader.ts';
import { hexOf, oidOf, unsignedOf } from '../der/values.ts';
import { malformed } from '../errors.ts';

/** The constants of a curve as SEC 1 writes them, in hexadecimal; the base point is uncompressed and without its 04. */
function curveOf(p: string, a: string, b: string, base: string, n: string): ECDSA {
  const [value, half] = [(hex: string): bigint => BigInt(`0x${hex}`), base.length / 2];
  const constants: WeierstrassOpts<bigint> = {
    p: value(p),
    a: value(a),
    b: value(b),
    Gx: value(base.slice(0, half)),
    Gy: value(base.slice(half)),
    n: value(n),
    h: 1n,
  };
  // The callers hash; the hash given here is never used to verify.
  return ecdsa(weierstrass(constants), sha256);
}

/** The curves of chips and seals, with their object identifiers. Sources: SEC 2 and FIPS 186-4 (P-...), RFC 5639 (brainpool). */
const CURVES = {
  'P-192': {
    oid: '1.2.840.10045.3.1.1',
    curve: curveOf(
      'fffffffffffffffffffffffffffffffeffffffffffffffff',
      'fffffffffffffffffffffffffffffffefffffffffffffffc',
      '64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1',
      '188da80eb03090f67cbf20eb43a18800f4ff0afd82ff101207192b95ffc8da78631011ed6b24cdd573f977a11e794811',
      'ffffffffffffffffffffffff99def836146bc9b1b4d22831',
    ),
  },
  'P-224': {
    oid: '1.3.132.0.33',
    curve: curveOf(
      'ffffffffffffffffffffffffffffffff000000000000000000000001',
      'fffffffffffffffffffffffffffffffefffffffffffffffffffffffe',
      'b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4',
      'b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21' +
        'bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34',
      'ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d',
    ),
  },
  'P-256': { oid: '1.2.840.10045.3.1.7', curve: p256 },
  'P-384': { oid: '1.3.132.0.34', curve: p384 },
  'P-521': { oid: '1.3.132.0.35', curve: p521 },
  brainpoolP192r1: {
    oid: '1.3.36.3.3.2.8.1.1.3',
    curve: curveOf(
      'c302f41d932a36cda7a3463093d18db78fce476de1a86297',
      '6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28ef',
      '469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9',
      'c0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd614b690866abd5bb88b5f4828c1490002e6773fa2fa299b8f',
      'c302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1',
    ),
  },
  brainpoolP224r1: {
    oid: '1.3.36.3.3.2.8.1.1.5',
    curve: curveOf(
      'd7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff',
      '68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43',
      '2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400b',
      '0d9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07d' +
        '58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cd',
      'd7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f',
    ),
  },
  brainpoolP256r1: { oid: '1.3.36.3.3.2.8.1.1.7', curve: brainpoolP256r1 },
  brainpoolP320r1: {
    oid: '1.3.36.3.3.2.8.1.1.9',
    curve: curveOf(
      'd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27',
      '3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4',
      '520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6',
      '43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611' +
        '14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1',
      'd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311',
    ),
  },
  brainpoolP384r1: { oid: '1.3.36.3.3.2.8.1.1.11', curve: brainpoolP384r1 },
  brainpoolP512r1: { oid: '1.3.36.3.3.2.8.1.1.13', curve: brainpoolP512r1 },
} satisfies Record<string, { oid: string; curve: ECDSA }>;

export type CurveName = keyof typeof CURVES;

const NAMES = Object.keys(CURVES) as CurveName[];

export const ecOf = (name: CurveName): ECDSA => CURVES[name].curve;
export const oidOfCurve = (name: CurveName): string => CURVES[name].oid;

/** Bytes of one coordinate, and of each half of a signature in the form r||s: both have the bits of the curve. */
export const coordinateBytesOf = (name: CurveName): number => ecOf(name).Point.Fp.BYTES;

/**
 * Returns the curve that EC parameters name or write out (RFC 3279, 2.3.5), or null for one that is not in the table. Written-out parameters count only
 * if every value is that of a known curve: otherwise a chosen base point would make any signature valid (CVE-2020-0601). Throws `malformed`.
 */
export function readCurve(parameters: Der): { curve: CurveName; isExplicit: boolean } | null {
  if (parameters.tag === TAG.oid) {
    const oid = oidOf(parameters);
    const curve = NAMES.find((name) => CURVES[name].oid === oid);
    return curve ? { curve, isExplicit: false } : null;
  }
  if (parameters.tag !== TAG.sequence) throw malformed('EC parameters neither name nor describe a curve.');
  const curve = findExplicit(parameters);
  return curve && { curve, isExplicit: true };
}

const PRIME_FIELD = '1.2.840.10045.1.1';

function findExplicit(parameters: Der): CurveName | null {
  const fields = fieldsOf(parameters);
  fields.take(TAG.integer);
  const field = fieldsOf(fields.take(TAG.sequence));
  if (oidOf(field.take(TAG.oid)) !== PRIME_FIELD) return null;
  const p = numberOf(unsignedOf(field.take(TAG.integer)));
  field.end();
  const equation = fieldsOf(fields.take(TAG.sequence));
  const a = numberOf(equation.take(TAG.octetString).content);
  const b = numberOf(equation.take(TAG.octetString).content);
  // The seed of a generated curve says how its values were found, and nothing depends on it.
  equation.optional(TAG.bitString);
  equation.end();
  const base = fields.take(TAG.octetString).content;
  const n = numberOf(unsignedOf(fields.take(TAG.integer)));
  const cofactor = fields.optional(TAG.integer);
  fields.end();
  const found = NAMES.find((name) => {
    const known = ecOf(name).Point.CURVE();
    const isEquation = known.p === p && known.a === a && known.b === b && known.n === n;
    return isEquation && (cofactor === null || numberOf(unsignedOf(cofactor)) === known.h);
  });
  return found && isBase(base, found) ? found : null;
}

/** Whether SEC 1's form of a point, uncompressed or compressed, is the curve's base point. */
function isBase(point: Uint8Array, name: CurveName): boolean {
  const { BASE } = ecOf(name).Point;
  return [false, true].some((isCompressed) => hexOf(BASE.toBytes(isCompressed)) === hexOf(point));
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${hexOf(bytes)}`);
