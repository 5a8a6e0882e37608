import { asArray, asBytes, asMap, encodedCbor, isTag, mapIn, momentIn, textIn } from '../cbor/fields.ts';
import { type CborMap, type CborValue, readCbor } from '../cbor/read.ts';
import { readCoseKey } from '../cose/key.ts';
import { type CoseMessage, readCoseMessage } from '../cose/sign1.ts';
import type { Hash } from '../crypto/hash.ts';
import type { PublicKey } from '../crypto/keys.ts';
import { AuthenticityError, malformed } from '../errors.ts';

/** One document of a response (ISO/IEC 18013-5, 8.3.2.1.2.2), or the issuer's part alone. */
export interface MdocDocument {
  docType: string;
  issuerAuth: CoseMessage;
  security: MobileSecurityObject;
  items: MdocItem[];
  /** null: the issuer's part alone, without the holder's device. */
  device: DeviceSigned | null;
}

/** An element that the issuer signed: its digest is over `encoded`, tag 24 included. */
export interface MdocItem {
  nameSpace: string;
  digestId: number;
  name: string;
  value: CborValue;
  encoded: Uint8Array;
}

/** ISO/IEC 18013-5, 9.1.2.4: what the issuer's signature is over. Times are in milliseconds since 1970. */
export interface MobileSecurityObject {
  docType: string;
  digestAlgorithm: Hash;
  /** By name space and number. */
  digests: Map<string, Map<number, Uint8Array>>;
  deviceKey: PublicKey;
  signedMs: number;
  validFromMs: number;
  validUntilMs: number;
}

/** ISO/IEC 18013-5, 9.1.3: the device's proof over the session, with its own data. */
export interface DeviceSigned {
  /** With tag 24, as it is signed. */
  nameSpaces: Uint8Array;
  proof: { by: 'signature' | 'mac'; message: CoseMessage };
}

const DIGESTS: Readonly<Record<string, Hash>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
const DOCUMENTS_MAX = 16;

/** Returns whether bytes begin as a DeviceResponse or an IssuerSigned does, a CBOR map, and name the issuer's signature. */
export const isMdoc = (bytes: Uint8Array): boolean =>
  (bytes[0] ?? 0) >> 5 === 5 && Buffer.from(bytes).includes('issuerAuth');

/** Reads a DeviceResponse or an IssuerSigned. At least one document is in it. Throws `AuthenticityError`. */
export function readMdoc(bytes: Uint8Array): MdocDocument[] {
  const outer = asMap(readCbor(bytes), 'an mdoc');
  if (outer.has('issuerAuth')) return [readIssuerSigned(outer, null, null)];
  if (!textIn(outer, 'version').startsWith('1.')) throw new AuthenticityError('unsupported', 'mdoc: another version');
  const documents = asArray(outer.get('documents'), 'documents');
  if (documents.length === 0 || documents.length > DOCUMENTS_MAX) throw malformed('mdoc: no document, or too many');
  return documents.map((value) => {
    const document = asMap(value, 'a document');
    const device = readDeviceSigned(mapIn(document, 'deviceSigned'));
    return readIssuerSigned(mapIn(document, 'issuerSigned'), textIn(document, 'docType'), device);
  });
}

function readIssuerSigned(issuerSigned: CborMap, docType: string | null, device: DeviceSigned | null): MdocDocument {
  const issuerAuth = readCoseMessage(issuerSigned.get('issuerAuth'));
  if (issuerAuth.payload === null) throw malformed('mdoc: the security object is missing');
  const security = readSecurity(encodedCbor(readCbor(issuerAuth.payload), 'the security object').value);
  const nameSpaces = issuerSigned.has('nameSpaces') ? mapIn(issuerSigned, 'nameSpaces') : new Map<string, CborValue>();
  const items = [...nameSpaces].flatMap(([nameSpace, list]) =>
    asArray(list, 'a name space').map((item) => readItem(String(nameSpace), item)),
  );
  return { docType: docType ?? security.docType, issuerAuth, security, items, device };
}

function readItem(nameSpace: string, value: CborValue): MdocItem {
  const { value: inner, encoded } = encodedCbor(value, 'an element');
  const item = asMap(inner, 'an element');
  if (asBytes(item.get('random'), 'random').length === 0 || !item.has('elementValue')) {
    throw malformed('mdoc: an element is not whole');
  }
  return {
    nameSpace,
    digestId: numberOf(item.get('digestID')),
    name: textIn(item, 'elementIdentifier'),
    value: item.get('elementValue'),
    encoded,
  };
}

function readSecurity(value: CborValue): MobileSecurityObject {
  const security = asMap(value, 'the security object');
  if (!textIn(security, 'version').startsWith('1.'))
    throw new AuthenticityError('unsupported', 'mdoc: another version');
  const digestAlgorithm = DIGESTS[textIn(security, 'digestAlgorithm')];
  if (!digestAlgorithm) throw new AuthenticityError('unsupported', 'mdoc: another digest');
  const validity = mapIn(security, 'validityInfo');
  const digests = [...mapIn(security, 'valueDigests')].map(([nameSpace, list]) => {
    const byNumber = [...asMap(list, 'digests')].map(
      ([id, digest]) => [numberOf(id), asBytes(digest, 'a digest')] as const,
    );
    return [String(nameSpace), new Map(byNumber)] as const;
  });
  return {
    docType: textIn(security, 'docType'),
    digestAlgorithm,
    digests: new Map(digests),
    deviceKey: readCoseKey(mapIn(mapIn(security, 'deviceKeyInfo'), 'deviceKey')),
    signedMs: momentIn(validity, 'signed'),
    validFromMs: momentIn(validity, 'validFrom'),
    validUntilMs: momentIn(validity, 'validUntil'),
  };
}

function readDeviceSigned(map: CborMap): DeviceSigned {
  const nameSpaces = encodedCbor(map.get('nameSpaces'), 'the name spaces of the device');
  asMap(nameSpaces.value, 'the name spaces of the device');
  const auth = mapIn(map, 'deviceAuth');
  const isSigned = auth.has('deviceSignature');
  if (isSigned === auth.has('deviceMac')) throw malformed('mdoc: one proof of the device is needed');
  const message = readCoseMessage(auth.get(isSigned ? 'deviceSignature' : 'deviceMac'));
  return { nameSpaces: nameSpaces.encoded, proof: { by: isSigned ? 'signature' : 'mac', message } };
}

function numberOf(value: CborValue): number {
  if (typeof value !== 'number' || value < 0) throw malformed('mdoc: a number of a digest has another form');
  return value;
}

/**
 * Returns the bytes of a SessionTranscript, which may come with tag 24 around it. Throws `AuthenticityError`.
 */
export function readTranscript(bytes: Uint8Array): Uint8Array {
  const value = readCbor(bytes);
  const inner = isTag(value) ? asBytes(value.content, 'a session transcript') : bytes;
  asArray(readCbor(inner), 'a session transcript', 3);
  return inner;
}
