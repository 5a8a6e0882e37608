import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../server/lan/certificate.ts';
import { ownNames } from '../../../server/lan/machine.ts';
import { makeCertificate } from '../../../server/lan/make.ts';
import { LIMITS } from '../../../server/lib/limits.ts';

const NOW_MS = Date.UTC(2026, 4, 7, 8);
const DAY_MS = 24 * 3600 * 1000;
const NAMES = ['front-desk', 'front-desk.local', '192.168.1.10', 'fd00::2'];

describe('a certificate that is made here', () => {
  it('holds what browsers ask for, parsed back by another library', async () => {
    const { chain, key } = await makeCertificate(NAMES, NOW_MS);
    const found = new X509Certificate(chain);
    expect(found.subject).toBe('O=Custos\nCN=front-desk');
    expect(found.issuer).toBe(found.subject);
    expect(found.verify(found.publicKey)).toBe(true);
    expect(found.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(found.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
    expect(found.signatureAlgorithm).toBe('ecdsa-with-SHA256');
    expect([found.ca, found.keyUsage]).toEqual([false, ['1.3.6.1.5.5.7.3.1']]);
    for (const host of ['front-desk', 'front-desk.local']) expect(found.checkHost(host)).toBe(host);
    for (const address of ['192.168.1.10', 'fd00::2']) expect(found.checkIP(address)).toBe(address);
    expect(found.checkHost('other')).toBeUndefined();
    expect(factsOf({ chain })).toMatchObject({
      names: NAMES,
      fingerprint: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
    });
  });

  it('begins a day ago and lasts 397 days in all', async () => {
    const { notBeforeMs, notAfterMs } = factsOf(await makeCertificate(NAMES, NOW_MS));
    expect(notBeforeMs).toBe(NOW_MS - DAY_MS);
    expect(notAfterMs - notBeforeMs).toBe(LIMITS.lanCertificateMs);
    expect(LIMITS.lanCertificateMs / DAY_MS).toBe(397);
  });

  it('has a serial number and a key of its own each time, and the same key where one is given', async () => {
    const [one, other] = [await makeCertificate(NAMES, NOW_MS), await makeCertificate(NAMES, NOW_MS)];
    const again = await makeCertificate(NAMES, NOW_MS, one.key);
    const serials = [one, other, again].map(({ chain }) => new X509Certificate(chain).serialNumber);
    expect(new Set(serials).size).toBe(3);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][\dA-F]{31}$/);
    expect(one.key).not.toBe(other.key);
    expect(again.key).toBe(one.key);
  });

  it('has no common name where none is short enough', async () => {
    const long = `${'a'.repeat(60)}.example.org`;
    const { subject, subjectAltName } = new X509Certificate((await makeCertificate([long], NOW_MS)).chain);
    expect([subject, subjectAltName]).toEqual(['O=Custos', `DNS:${long}`]);
  });
});

describe('the names of this machine', () => {
  it.each([
    ['front-desk', ['front-desk', 'front-desk.local']],
    ['Front-Desk.Example.Org', ['front-desk.example.org', 'front-desk', 'front-desk.local']],
    ['localhost.localdomain', []],
    ['under_score', []],
    ['', []],
  ])('are of the host name %j', (hostName, names) => {
    expect(ownNames({ hostName: () => hostName, addresses: () => ['10.0.0.7'] })).toEqual([...names, '10.0.0.7']);
  });
});
