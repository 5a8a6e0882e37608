import { createHash } from 'node:crypto';
import { readRecoveryKey } from '../../server/backup/recovery-key.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 32;
const CHECK_BYTES = 3;

/** The same recovery key in the format of programs before 2026-11, which names no appliance. */
export function oldRecoveryKey(text: string): string {
  const secret = readRecoveryKey(text).secret.export({ format: 'der', type: 'pkcs8' }).subarray(-SECRET_BYTES);
  const check = createHash('sha256').update(secret).digest().subarray(0, CHECK_BYTES);
  const bits = [...Buffer.concat([secret, check])].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}
