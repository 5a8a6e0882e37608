import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { describe, expect, it } from 'vitest';
import { readSealingKey, SUITE } from '../../../server/parcel/hub-keys.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** The recipient of RFC 9180, appendix A.1.1. */
const PAIR = {
  privateKey: hex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8'),
  publicKey: '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
};

describe('the sealing of parcels', () => {
  it('opens the first message of RFC 9180, appendix A.1.1.1', async () => {
    // The appendix has this key exchange and derivation with AES-128 only.
    const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);
    const opened = await suite.Open(
      await readSealingKey(PAIR),
      hex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
      hex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
      { aad: hex('436f756e742d30'), info: Buffer.from('Ode on a Grecian Urn') },
    );
    expect(Buffer.from(opened).toString()).toBe('Beauty is truth, truth beauty');
  });

  it('opens what another implementation sealed in the same suite', async () => {
    // Made by the package cryptography 48.0.0 of Python, which uses OpenSSL.
    const opened = await SUITE.Open(
      await readSealingKey(PAIR),
      hex('ebc05cba3cb08210e9cf3cd50e2f55d5b32cde49092bbddd18f21d0d521e3955'),
      hex('c4b5937c041f8a794cabdb39ea11f55dd1bddd6d3dbad7cb'),
      { info: Buffer.from('custos parcel v1') },
    );
    expect(Buffer.from(opened).toString()).toBe('a parcel');
    expect([SUITE.KEM.id, SUITE.KDF.id, SUITE.AEAD.id]).toEqual([0x20, 1, 2]);
  });
});
