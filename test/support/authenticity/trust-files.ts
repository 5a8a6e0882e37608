import { derOf } from '../../../server/authenticity/der/write.ts';
import { makeMasterList } from './signed-data.ts';
import { makeSigner, type SignerOptions, sequence, type TestSigner } from './signers.ts';

/** Makes the certificate of a country signer (CSCA), which gives the period of its key. */
export function makeCsca(options: SignerOptions = {}): TestSigner {
  const period = sequence(derOf(0x80, Buffer.from('20200101000000Z')));
  return makeSigner({ name: 'CSCA', isCa: true, extensions: { '2.5.29.16': period }, ...options });
}

/** Makes the certificate of an issuer of mobile licences (IACA), which gives an alternative name. */
export function makeIaca(options: SignerOptions = {}): TestSigner {
  const name = sequence(derOf(0x86, Buffer.from('https://example.org')));
  return makeSigner({ name: 'Licences', isCa: true, extensions: { '2.5.29.18': name }, ...options });
}

/** Makes a signer of master lists (ICAO Doc 9303-12, table 7). */
export function makeListSigner(issuer: TestSigner): TestSigner {
  const country = issuer.certificate.country ?? 'UT';
  return makeSigner({ country, name: 'List signer', issuer, extendedKeyUsage: '2.23.136.1.1.3' });
}

/** Makes a master list of these country signers. `signedAt`: such as `20250301120000Z`. */
export function makeListOf(listed: readonly TestSigner[], signer: TestSigner, signedAt: string): Buffer {
  const certificates = listed.map(({ certificate }) => certificate);
  return makeMasterList(certificates, signer, { named: 'key', signedAt });
}
