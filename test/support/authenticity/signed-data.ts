import { createHash } from 'node:crypto';
import { derOf, derOid } from '../../../server/authenticity/der/write.ts';
import type { Certificate } from '../../../server/authenticity/x509/certificate.ts';
import {
  algorithmOf,
  extension,
  HASH_OIDS,
  integer,
  keyIdOf,
  type Signing,
  sequence,
  signWith,
  type TestSigner,
  time,
} from './signers.ts';

const OIDS = { signedData: '1.2.840.113549.1.7.2', attribute: '1.2.840.113549.1.9.' };

export interface SignedDataOptions extends Signing {
  /** How the signer is named: by issuer and serial number, by key, or by somebody else's serial number. */
  named?: 'serial' | 'key' | 'wrong';
  /** How an ECDSA signature is written. */
  form?: 'der' | 'ieee-p1363';
  /** The certificates that come with the data; the signer's by default. */
  certificates?: readonly Certificate[];
  /** The content type of the signed attributes, if it is another. */
  attributeType?: string;
  /** Over the attributes in another order than they are sent in. */
  isReordered?: boolean;
  /** Without signed attributes: the signature is over the content. */
  isBare?: boolean;
  /** With indefinite lengths, and the content in two pieces. */
  isIndefinite?: boolean;
  /** Signs with a key that is not the signer's. */
  forger?: TestSigner;
  /** When it was signed, such as `20250301120000Z`. */
  signedAt?: string;
}

/** Makes signed data (RFC 5652). */
export function makeSignedData(
  type: string,
  content: Uint8Array,
  signer: TestSigner,
  options: SignedDataOptions = {},
): Buffer {
  const { certificate, key } = signer;
  const {
    hash = 'sha256',
    isPss = false,
    form = 'der',
    named = 'serial',
    isBare = false,
    isIndefinite = false,
  } = options;
  const digest = sequence(derOid(HASH_OIDS[hash]));
  const attribute = (number: number, value: Uint8Array): Uint8Array =>
    sequence(derOid(`${OIDS.attribute}${number}`), derOf(0x31, value));
  const attributes = [
    attribute(3, derOid(options.attributeType ?? type)),
    attribute(4, derOf(0x04, createHash(hash).update(content).digest())),
    attribute(5, time(options.signedAt ?? '20250301120000Z')),
  ];
  const sorted = [...attributes].sort(Buffer.compare);
  const signed = isBare ? content : derOf(0x31, ...sorted);
  const sent = options.isReordered ? [...sorted].reverse() : sorted;
  const serial = derOf(0x02, Buffer.from(named === 'wrong' ? '7777' : certificate.serial, 'hex'));
  const signerInfo = sequence(
    integer(1),
    named === 'key' ? derOf(0x80, keyIdOf(key)) : sequence(certificate.issuer.raw, serial),
    digest,
    ...(isBare ? [] : [derOf(0xa0, ...sent)]),
    algorithmOf(key, options),
    derOf(0x04, signWith((options.forger ?? signer).key, signed, form, hash, isPss)),
  );
  const wrap = isIndefinite ? indefinite : derOf;
  const half = content.length >> 1;
  const octets = isIndefinite
    ? indefinite(0x24, derOf(0x04, content.subarray(0, half)), derOf(0x04, content.subarray(half)))
    : derOf(0x04, content);
  const certificates = (options.certificates ?? [certificate]).map(({ raw }) => raw);
  const data = wrap(
    0x30,
    integer(3),
    derOf(0x31, digest),
    wrap(0x30, derOid(type), wrap(0xa0, octets)),
    ...(certificates.length > 0 ? [derOf(0xa0, ...certificates)] : []),
    derOf(0x31, signerInfo),
  );
  return Buffer.from(wrap(0x30, derOid(OIDS.signedData), wrap(0xa0, data)));
}

const indefinite = (tag: number, ...parts: Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.of(0, 0)]);

/** Makes a CSCA master list (ICAO Doc 9303-12, 9). */
export function makeMasterList(
  certificates: readonly Certificate[],
  signer: TestSigner,
  options: SignedDataOptions = {},
): Buffer {
  const listed = certificates.map(({ raw }) => raw).sort(Buffer.compare);
  return makeSignedData('2.23.136.1.1.2', sequence(integer(0), derOf(0x31, ...listed)), signer, options);
}

export interface CrlOptions {
  revoked?: readonly Certificate[];
  thisUpdate?: string;
  nextUpdate?: string | null;
  /** The object identifier of a critical extension. */
  critical?: string;
  forger?: TestSigner;
}

/** Makes a revocation list (RFC 5280, 5). */
export function makeCrl(issuer: TestSigner, options: CrlOptions = {}): Buffer {
  const {
    revoked = [],
    thisUpdate = '20250101000000Z',
    nextUpdate = '20400101000000Z',
    critical,
    forger = issuer,
  } = options;
  const algorithm = algorithmOf(issuer.key);
  const entries = revoked.map(({ serial }) => sequence(derOf(0x02, Buffer.from(serial, 'hex')), time(thisUpdate)));
  const extensions = [
    sequence(derOid('2.5.29.35'), derOf(0x04, sequence(derOf(0x80, keyIdOf(issuer.key))))),
    ...(critical ? [extension(critical, derOf(0x05))] : []),
  ];
  const tbs = sequence(
    integer(1),
    algorithm,
    issuer.certificate.subject.raw,
    time(thisUpdate),
    ...(nextUpdate === null ? [] : [time(nextUpdate)]),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    derOf(0xa0, sequence(...extensions)),
  );
  return Buffer.from(sequence(tbs, algorithm, derOf(0x03, Buffer.of(0), signWith(forger.key, tbs))));
}

/** Makes an LDIF file (RFC 2849) as the ICAO directory publishes it, with lines of 76 characters. */
export function makeLdif(objects: readonly { attribute: string; value: Uint8Array }[], lineEnd = '\n'): Buffer {
  const entries = objects.map(({ attribute, value }, index) => {
    const line = `${attribute}:: ${Buffer.from(value).toString('base64')}`;
    const folded = line.match(/^.{1,76}|.{1,75}/g) ?? [];
    return ['# An entry', `dn: cn=${index},dc=icao,dc=int`, 'objectClass: top', folded.join(`${lineEnd} `), ''].join(
      lineEnd,
    );
  });
  return Buffer.from(['version: 1', '', ...entries].join(lineEnd));
}
