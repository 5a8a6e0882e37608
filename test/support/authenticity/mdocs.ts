import { createHash, createHmac, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { cborEncoded } from '../../../server/authenticity/cbor/write.ts';
import { encodeCbor, raw, tagged } from './cbor.ts';
import { makeSigner, newPrivateKey, signWith, type TestSigner } from './signers.ts';

export const DOCUMENT_SIGNER = '1.0.18013.5.1.2';
const NAME_SPACE = 'org.iso.18013.5.1';
export const LICENCE = 'org.iso.18013.5.1.mDL';
/** Any transcript serves: an array of three. */
export const TRANSCRIPT = encodeCbor([null, null, ['a session of the tests']]);
const COSE_ALGORITHMS: Readonly<Record<string, number>> = {
  prime256v1: -7,
  brainpoolP256r1: -7,
  secp384r1: -35,
  brainpoolP384r1: -35,
  secp521r1: -36,
  ed25519: -8,
};
const CURVES: Readonly<Record<string, [number: number, bytes: number]>> = {
  'P-256': [1, 32],
  'P-384': [2, 48],
  'P-521': [3, 66],
};
const HASHES: Readonly<Record<number, string>> = { [-7]: 'sha256', [-8]: 'sha256', [-35]: 'sha384', [-36]: 'sha512' };

export interface MdocOptions {
  /** The key of the issuer's signer, as `makeSigner` takes it. */
  key?: string;
  signerOptions?: Parameters<typeof makeSigner>[0];
  /** Certificates that the file carries beside the signer's. */
  above?: readonly TestSigner[];
  iaca?: TestSigner;
  deviceKey?: KeyObject;
  /** `mac` needs the reader's key. */
  device?: 'signature' | 'mac' | 'none';
  readerKey?: KeyObject;
  transcript?: Uint8Array;
  docType?: string;
  signed?: string;
  validFrom?: string;
  validUntil?: string;
  elements?: Readonly<Record<string, unknown>>;
}

export interface TestMdoc {
  iaca: TestSigner;
  signer: TestSigner;
  response: Buffer;
  issuerSigned: Buffer;
}

const ELEMENTS = {
  family_name: 'Muster',
  given_name: 'Mara',
  birth_date: tagged(1004, '1990-02-03'),
  document_number: 'UT1234567',
  issuing_country: 'UT',
  sex: 2,
  portrait: Buffer.from('ffd8ffd9', 'hex'),
};

/** Makes a mobile driving licence (ISO/IEC 18013-5) of a fictitious person and state, signed by a new issuer and answered by a new device. */
export function makeMdoc(options: MdocOptions = {}): TestMdoc {
  const { key = 'prime256v1', device = 'signature', docType = LICENCE, transcript = TRANSCRIPT } = options;
  const { signed = '2024-01-01T00:00:00Z', elements = ELEMENTS } = options;
  const { validFrom = signed, validUntil = '2034-01-01T00:00:00Z' } = options;
  const iaca = options.iaca ?? makeSigner({ isCa: true, name: 'IACA', serial: '01' });
  const signer = makeSigner({
    key,
    name: 'DS',
    issuer: iaca,
    extendedKeyUsage: DOCUMENT_SIGNER,
    ...options.signerOptions,
  });
  const deviceKey = options.deviceKey ?? newPrivateKey('prime256v1');
  const items = Object.entries(elements).map(([elementIdentifier, elementValue], digestID) =>
    cborEncoded(encodeCbor({ digestID, random: Buffer.alloc(32, digestID), elementIdentifier, elementValue })),
  );
  const digests = items.map((item, id) => [id, createHash('sha256').update(item).digest()] as const);
  const security = {
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: { [NAME_SPACE]: new Map(digests) },
    deviceKeyInfo: { deviceKey: coseKeyOf(deviceKey) },
    docType,
    validityInfo: { signed: tagged(0, signed), validFrom: tagged(0, validFrom), validUntil: tagged(0, validUntil) },
  };
  const issuerAuth = signCose(
    { ...signer, above: options.above },
    COSE_ALGORITHMS[key] ?? 0,
    cborEncoded(encodeCbor(security)),
  );
  const issuerSigned = encodeCbor({ nameSpaces: { [NAME_SPACE]: items.map(raw) }, issuerAuth: raw(issuerAuth) });
  const deviceNameSpaces = cborEncoded(encodeCbor({}));
  const authentication = cborEncoded(
    encodeCbor(['DeviceAuthentication', raw(transcript), docType, raw(deviceNameSpaces)]),
  );
  const deviceSigned = {
    nameSpaces: raw(deviceNameSpaces),
    deviceAuth:
      device === 'mac' && options.readerKey
        ? { deviceMac: raw(macOf(deviceKey, options.readerKey, transcript, authentication)) }
        : { deviceSignature: raw(signCose({ key: deviceKey }, deviceAlgorithm(deviceKey), authentication, true)) },
  };
  const document = { docType, issuerSigned: raw(issuerSigned), deviceSigned };
  const response = encodeCbor({ version: '1.0', documents: [document], status: 0 });
  return { iaca, signer, response, issuerSigned };
}

/** A COSE_Sign1 (RFC 9052, 4.2) with the signer's certificate, or with the payload left out. */
export function signCose(
  signer: { key: KeyObject; certificate?: TestSigner['certificate']; above?: readonly TestSigner[] | undefined },
  algorithm: number,
  payload: Uint8Array,
  isDetached = false,
): Buffer {
  const guarded = encodeCbor(new Map([[1, algorithm]]));
  const toSign = encodeCbor(['Signature1', guarded, new Uint8Array(), payload]);
  const signature = signWith(signer.key, toSign, 'ieee-p1363', HASHES[algorithm]);
  const { certificate, above = [] } = signer;
  const chain = [certificate, ...above.map((one) => one.certificate)].flatMap((one) => one?.raw ?? []);
  const open = new Map(chain.length > 0 ? [[33, chain.length > 1 ? chain : chain[0]]] : []);
  return encodeCbor([guarded, open, isDetached ? null : payload, signature]);
}

function macOf(deviceKey: KeyObject, readerKey: KeyObject, transcript: Uint8Array, payload: Uint8Array): Buffer {
  const secret = diffieHellman({ privateKey: deviceKey, publicKey: createPublicKey(readerKey) });
  const salt = createHash('sha256').update(cborEncoded(transcript)).digest();
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', 32));
  const guarded = encodeCbor(new Map([[1, 5]]));
  const toSign = encodeCbor(['MAC0', guarded, new Uint8Array(), payload]);
  return encodeCbor([guarded, {}, null, createHmac('sha256', key).update(toSign).digest()]);
}

const isEd = (key: KeyObject): boolean => key.asymmetricKeyType === 'ed25519';
const deviceAlgorithm = (key: KeyObject): number => (isEd(key) ? -8 : -7);

function coseKeyOf(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '', crv = '' } = createPublicKey(key).export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (isEd(key))
    return new Map<number, unknown>([
      [1, 1],
      [-1, 6],
      [-2, bytes(x)],
    ]);
  return new Map<number, unknown>([
    [1, 2],
    [-1, CURVES[crv]?.[0]],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}

/** A list of issuers (ISO/IEC 18013-5, annex C) with these certificates. */
export function makeVical(signer: TestSigner, issuers: readonly TestSigner[], date = '2024-01-01T00:00:00Z'): Buffer {
  const certificateInfos = issuers.map(({ certificate }) => ({
    certificate: certificate.raw,
    serialNumber: tagged(2, Buffer.from(certificate.serial, 'hex')),
    ski: Buffer.from(certificate.keyId, 'hex'),
    docType: [LICENCE],
  }));
  const list = { version: '1.0', vicalProvider: 'Utopia', date: tagged(0, date), certificateInfos };
  const next = { nextUpdate: tagged(0, '2024-02-01T00:00:00Z') };
  return signCose(signer, -7, encodeCbor({ ...list, ...next }));
}

/** The bytes of a private key's number. */
export const scalarOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
