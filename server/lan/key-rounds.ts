/** Tags of ASN.1 (X.690, section 8.1.2). */
const TAG = { integer: 0x02, octets: 0x04, name: 0x06, sequence: 0x30 } as const;
/**
 * id-PBES2, id-PBKDF2, and the prefixes of the PKCS #5 and PKCS #12 methods that need no separate derivation (RFC 8018, appendix A; RFC 7292,
 * appendix C).
 */
const PBES2 = '2a864886f70d01050d';
const PBKDF2 = '2a864886f70d01050c';
const KEYED_AT_ONCE = /^2a864886f70d01(?:05(?:01|03|04|06|0a|0b)|0c01..)$/;

/**
 * Returns how many rounds the passphrase of an encrypted key goes through (PKCS #8 `EncryptedPrivateKeyInfo`, DER). Each round blocks the process.
 * Null: the key has another format, or uses a method that does not count rounds.
 */
export function roundsOf(der: Buffer): number | null {
  try {
    const algorithm = reader(reader(reader(der).take(TAG.sequence)).take(TAG.sequence));
    return roundsIn(algorithm);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function roundsIn(algorithm: Reader): number | null {
  const name = algorithm.take(TAG.name).toString('hex');
  const parameters = reader(algorithm.take(TAG.sequence));
  if (name === PBES2) return roundsIn(reader(parameters.take(TAG.sequence)));
  if (name !== PBKDF2 && !KEYED_AT_ONCE.test(name)) return null;
  parameters.take(TAG.octets);
  const count = parameters.take(TAG.integer);
  return count.length > 6 ? Number.POSITIVE_INFINITY : count.readUIntBE(0, count.length);
}

interface Reader {
  /** Returns the content of the next value, which must have this tag. Throws `RangeError` if it has another tag or ends too early. */
  take(tag: number): Buffer;
}

function reader(content: Buffer): Reader {
  let at = 0;
  return {
    take(tag) {
      if (content.readUInt8(at) !== tag) throw new RangeError('another tag');
      const first = content.readUInt8(at + 1);
      const more = first < 0x80 ? 0 : first - 0x80;
      if (first === 0x80 || more > 4) throw new RangeError('a length that DER does not have');
      const begin = at + 2 + more;
      const length = more === 0 ? first : content.readUIntBE(at + 2, more);
      if (begin + length > content.length) throw new RangeError('too long');
      at = begin + length;
      return content.subarray(begin, at);
    },
  };
}
