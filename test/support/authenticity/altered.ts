import { deflateSync, gzipSync } from 'node:zlib';
import { createAnchorPool } from '../../../server/authenticity/anchors.ts';
import { readCbor } from '../../../server/authenticity/cbor/read.ts';
import { type CoseMessage, readCoseMessage } from '../../../server/authenticity/cose/sign1.ts';
import { readOrNull } from '../../../server/authenticity/errors.ts';
import { readMdoc } from '../../../server/authenticity/mdoc/device-response.ts';
import { verifyMdoc } from '../../../server/authenticity/mdoc/verify.ts';
import { verifyVical } from '../../../server/authenticity/mdoc/vical.ts';
import type { SourceResult } from '../../../server/authenticity/result.ts';
import { readSeal, recogniseSeal } from '../../../server/authenticity/seal/recognise.ts';
import { type SealAnchors, verifySeal } from '../../../server/authenticity/seal/verify.ts';
import type { Certificate } from '../../../server/authenticity/x509/certificate.ts';
import { makeMdoc, makeVical, TRANSCRIPT } from './mdocs.ts';
import { bytesOfDigits, bytesOfIdb, makeAadhaar, makeIdb, makeVds, makeVdsNc, toBase32, toDigits } from './seals.ts';
import { makeSigner } from './signers.ts';

/** Something authentic, whose bytes a test alters. */
export interface Genuine {
  what: string;
  bytes: Buffer;
  /** Verifies altered bytes. */
  verify: (bytes: Buffer) => SourceResult | 'no seal';
  /** Everything that a signature covers, and the signatures, in hexadecimal; null: they cannot be read. */
  signedParts: (bytes: Buffer) => string[] | null;
}

const TODAY = '2026-03-01';
const AT = Date.parse(TODAY);
const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex');

export const sealAnchors = (
  signers: Certificate[],
  csca: Certificate[] = [],
  uidai: Certificate[] = [],
): SealAnchors => ({
  vdsSigners: createAnchorPool(signers),
  csca: createAnchorPool(csca),
  uidai: createAnchorPool(uidai),
});

/** A seal; `encode` makes what the barcode holds of the bytes that are altered. */
export function genuineSeal(
  what: string,
  bytes: Buffer,
  anchors: SealAnchors,
  encode: (bytes: Buffer) => string = (plain) => plain.toString('latin1'),
): Genuine {
  const contentOf = (altered: Buffer) => ({ text: encode(altered) });
  return {
    what,
    bytes,
    verify: (altered) => verifySeal(contentOf(altered), anchors, AT)?.result ?? 'no seal',
    signedParts: (altered) => {
      const content = contentOf(altered);
      const kind = recogniseSeal(content);
      const seal = kind && kind !== '2d_doc' ? readOrNull(() => readSeal(kind, content, TODAY)) : null;
      return seal && [hex(seal.signature?.signed ?? null), hex(seal.signature?.signature ?? null)];
    },
  };
}

const partsOf = ({ protectedBytes, payload, proof, chain }: CoseMessage): string[] =>
  [protectedBytes, payload, proof, ...chain].map(hex);

export function genuineMdoc(what: string, bytes: Buffer, iaca: Certificate[], transcript?: Uint8Array): Genuine {
  const pool = createAnchorPool(iaca);
  const session = transcript ? { transcript } : null;
  return {
    what,
    bytes,
    verify: (altered) => verifyMdoc(altered, { iaca: pool }, null, session).result,
    signedParts: (altered) =>
      readOrNull(() =>
        readMdoc(altered).flatMap(({ docType, issuerAuth, items, device }) => [
          docType,
          ...partsOf(issuerAuth),
          ...items.map(({ encoded }) => hex(encoded)),
          // Without a session nothing of the device is verified.
          ...(device && session ? [hex(device.nameSpaces), ...partsOf(device.proof.message)] : []),
        ]),
      ),
  };
}

export function genuineVical(what: string, bytes: Buffer, providers: Certificate[]): Genuine {
  const pool = createAnchorPool(providers);
  return {
    what,
    bytes,
    verify: (altered) => verifyVical(altered, pool, AT).result,
    // The rest of the chain proves nothing that the anchor does not.
    signedParts: (altered) => readOrNull(() => partsOf(readCoseMessage(readCbor(altered))).slice(0, 4)),
  };
}

/** One of each kind, made for the tests. */
export function makeGenuine(): Genuine[] {
  const signer = makeSigner();
  const csca = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const carried = makeSigner({ issuer: csca });
  const rsa = makeSigner({ key: 'rsa-2048' });
  const anchors = sealAnchors([signer.certificate], [csca.certificate], [rsa.certificate]);
  const { response, iaca } = makeMdoc();
  const provider = makeSigner({ isCa: true, name: 'Provider', serial: '01' });
  const vical = makeVical(makeSigner({ issuer: provider }), [iaca]);
  const idb = (text: string): Buffer => bytesOfIdb(text);
  return [
    genuineSeal('VDS', makeVds(signer), anchors),
    genuineSeal('IDB', idb(makeIdb(signer)), anchors, (bytes) => `RDB1B${toBase32(bytes)}`),
    genuineSeal(
      'IDB with its certificate',
      idb(makeIdb(carried, { withCertificate: true })),
      anchors,
      (bytes) => `RDB1D${toBase32(deflateSync(bytes))}`,
    ),
    genuineSeal('VDS-NC', Buffer.from(makeVdsNc(carried)), anchors),
    genuineAadhaar(makeAadhaar(rsa), anchors),
    genuineMdoc('mdoc', response, [iaca.certificate], TRANSCRIPT),
    genuineVical('VICAL', vical, [provider.certificate]),
  ];
}

export const genuineAadhaar = (digits: string, anchors: SealAnchors): Genuine =>
  genuineSeal('Aadhaar', bytesOfDigits(digits), anchors, (bytes) => toDigits(gzipSync(bytes, { level: 1 })));
