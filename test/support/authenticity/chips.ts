import { constants, createHash, privateEncrypt } from 'node:crypto';
import { derOf, derOid } from '../../../server/authenticity/der/write.ts';
import { makeSignedData, type SignedDataOptions } from './signed-data.ts';
import { HASH_OIDS, integer, makeSigner, publicOf, type SignerOptions, sequence, type TestSigner } from './signers.ts';

/** A TLV with a tag of two bytes. */
export function longTag(tag: number, ...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.of(tag >> 8), derOf(tag & 0xff, ...parts)]);
}

/** The passport of a fictitious person of Utopia. */
export const MRZ = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10'];

export const makeDg1 = (lines: readonly string[] = MRZ): Buffer =>
  Buffer.from(derOf(0x61, longTag(0x5f1f, Buffer.from(lines.join('')))));

/** DG2 with one face in ISO/IEC 19794-5. */
export function makeDg2(image: Uint8Array): Buffer {
  const record = makeFaceRecord([image]);
  const template = longTag(0x7f60, derOf(0xa1, derOf(0x87, Buffer.of(1, 1))), longTag(0x5f2e, record));
  return Buffer.from(derOf(0x75, longTag(0x7f61, integer(1), template)));
}

/** A face record of ISO/IEC 19794-5:2005, each face with one feature point. */
export function makeFaceRecord(images: readonly Uint8Array[]): Buffer {
  const faces = images.map((image) => {
    const information = Buffer.alloc(20 + 8 + 12);
    information.writeUInt32BE(information.length + image.length, 0);
    information.writeUInt16BE(1, 4);
    return Buffer.concat([information, image]);
  });
  const header = Buffer.from('FAC\0' + '010\0' + '\0\0\0\0' + '\0\0', 'latin1');
  header.writeUInt32BE(header.length + faces.reduce((sum, { length }) => sum + length, 0), 8);
  header.writeUInt16BE(images.length, 12);
  return Buffer.concat([header, ...faces]);
}

/** DG2 with one face in ISO/IEC 39794-5. */
export function makeNewDg2(image: Uint8Array): Buffer {
  const picture = [0x80, 0xa0, 0xa0, 0xa1].reduce((inside, tag) => derOf(tag, inside), image);
  const representation = sequence(derOf(0x80, Buffer.of(0)), picture);
  const version = derOf(0xa0, derOf(0x80, Buffer.of(3)), derOf(0x81, Buffer.of(0x07, 0xe3)));
  const record = derOf(0xa1, derOf(0x65, version, derOf(0xa1, representation)));
  const template = longTag(0x7f60, derOf(0xa1, derOf(0x87, Buffer.of(1, 1))), longTag(0x7f2e, record));
  return Buffer.from(derOf(0x75, longTag(0x7f61, integer(1), template)));
}

/** DG14 that names the hash of active authentication. */
export const makeDg14 = (algorithm: string): Buffer =>
  Buffer.from(
    derOf(
      0x6e,
      derOf(
        0x31,
        sequence(derOid('2.23.136.1.1.5'), integer(1), derOid(algorithm)),
        sequence(derOid('0.4.0.127.0.7.2.2.3.2.2'), integer(1)),
      ),
    ),
  );

export const makeDg15 = (key: TestSigner['key']): Buffer => Buffer.from(derOf(0x6f, publicOf(key)));

/** An answer of an RSA chip by ISO/IEC 9796-2, scheme 1. `start`: the bytes before the message, such as `6a`. */
export function answerByRecovery(
  key: TestSigner['key'],
  challenge: Uint8Array,
  { hash = 'sha1', trailer = 'bc', start = '6a' }: { hash?: string; trailer?: string; start?: string } = {},
): Buffer {
  const bytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const [head, tail] = [Buffer.from(start, 'hex'), Buffer.from(trailer, 'hex')];
  const digestBytes = createHash(hash).digest().length;
  const message = Buffer.alloc(bytes - head.length - tail.length - digestBytes, 0x5a);
  const digest = createHash(hash).update(message).update(challenge).digest();
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.concat([head, message, digest, tail]));
}

export interface SodOptions extends SignedDataOptions {
  /** Of the data groups. */
  groupHash?: keyof typeof HASH_OIDS;
  type?: string;
  /** Without the tag 77 of EF.SOD. */
  isUntagged?: boolean;
}

/** Makes EF.SOD over these data groups. */
export function makeSod(groups: ReadonlyMap<number, Uint8Array>, signer: TestSigner, options: SodOptions = {}): Buffer {
  const { groupHash = 'sha256', type = '2.23.136.1.1.1', isUntagged = false } = options;
  const hashes = [...groups].map(([number, bytes]) =>
    sequence(integer(number), derOf(0x04, createHash(groupHash).update(bytes).digest())),
  );
  const content = sequence(integer(0), sequence(derOid(HASH_OIDS[groupHash])), sequence(...hashes));
  const data = makeSignedData(type, content, signer, options);
  return isUntagged ? data : Buffer.from(derOf(0x77, data));
}

/** A country signer with a document signer under it. */
export function makeState(
  csca: SignerOptions = {},
  signer: SignerOptions = {},
): { csca: TestSigner; signer: TestSigner } {
  const country = makeSigner({ isCa: true, name: 'CSCA Utopia', serial: '01', ...csca });
  return { csca: country, signer: makeSigner({ name: 'DS Utopia', serial: '02', issuer: country, ...signer }) };
}
