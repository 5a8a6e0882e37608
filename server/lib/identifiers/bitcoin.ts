import { createHash } from 'node:crypto';
import type { Scheme } from './scheme.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** The checksum's result for segment version 0 (BIP 173) and for later versions (BIP 350). */
const BECH32_SUM = 1;
const BECH32M_SUM = 0x2bc830a3;

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Base58Check: version (0 or 5), 20 bytes of hash, four bytes of a double SHA-256. */
function isBase58Address(text: string): boolean {
  const number = [...text].reduce((sum, character) => sum * 58n + BigInt(BASE58.indexOf(character)), 0n);
  const hex = number.toString(16).padStart(50, '0');
  if (hex.length !== 50) return false;
  const bytes = Buffer.from(hex, 'hex');
  const sum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4);
  return (bytes[0] === 0 || bytes[0] === 5) && sum.equals(bytes.subarray(21));
}

/** Bech32 and Bech32m over the human-readable part `bc`; all lower case or all upper case. */
function isBech32Address(text: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false;
  const values = [...text.toLowerCase().slice(3)].map((character) => BECH32.indexOf(character));
  let sum = 1;
  for (const value of [3, 3, 0, 2, 3, ...values]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    BECH32_GENERATORS.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator;
    });
  }
  return sum === (values[0] === 0 ? BECH32_SUM : BECH32M_SUM);
}

/** Bitcoin addresses. Case matters in the older ones. */
export const BITCOIN: Scheme = {
  source: 'Bitcoin address: Base58Check (P2PKH, P2SH), BIP 173 and BIP 350.',
  separators: /\s/g,
  caseCounts: true,
  form: /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|[bB][cC]1[02-9AC-HJ-NP-Zac-hj-np-z]{11,71})$/,
  check: (text) => (/^bc1/i.test(text) ? isBech32Address(text) : isBase58Address(text)),
};
