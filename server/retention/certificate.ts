import canonicalize from 'canonicalize';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { isSignedBy } from '../lib/signatures.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { VerificationStatus } from '../verifications/types.ts';
import type { Skeleton } from './types.ts';

/** What the appliance attests about one erasure. Holds no personal data. */
interface CertificateText {
  object: 'erasure_certificate';
  version: 1;
  verification: {
    id: string;
    kind: 'kyc' | 'kyb';
    livemode: boolean;
    status: VerificationStatus;
    policy_version: number | null;
    created_at: string;
    ended_at: string | null;
  };
  cause: 'request' | 'retention';
  requested_by: string;
  requested_at: string;
  erased_at: string;
  /** What was done, all of it on disk before the certificate was signed. */
  erased: { data_key: true; rows: true; files: number };
}

export interface Certificate extends CertificateText {
  signature: {
    algorithm: 'Ed25519';
    /** 64 hexadecimal digits. */
    public_key: string;
    /** Base64, over the canonical JSON (RFC 8785) of everything else, for the purpose `erasure certificate`. */
    value: string;
  };
}

const PURPOSE = 'erasure certificate';

/** Returns the signed certificate of a completed erasure. */
export function certify({ signing }: Pick<KeyStore, 'signing'>, skeleton: Skeleton, erasedAtMs: number): Certificate {
  const { endedAtMs } = skeleton;
  const text: CertificateText = {
    object: 'erasure_certificate',
    version: 1,
    verification: {
      id: skeleton.id,
      kind: skeleton.kind,
      livemode: skeleton.livemode,
      status: skeleton.status,
      policy_version: skeleton.policyVersion,
      created_at: isoTime(skeleton.createdAtMs),
      ended_at: endedAtMs === null ? null : isoTime(endedAtMs),
    },
    cause: skeleton.cause,
    requested_by: skeleton.requestedBy,
    requested_at: isoTime(skeleton.requestedAtMs),
    erased_at: isoTime(erasedAtMs),
    erased: { data_key: true, rows: true, files: skeleton.documents },
  };
  const value = signing.sign(PURPOSE, bytesOf(text)).toString('base64');
  return { ...text, signature: { algorithm: 'Ed25519', public_key: signing.publicKey, value } };
}

/** Returns whether the appliance with this public key signed the certificate. */
export function isGenuine({ signature, ...text }: Certificate, publicKey: string): boolean {
  const value = Buffer.from(signature.value, 'base64');
  return signature.public_key === publicKey && isSignedBy(publicKey, PURPOSE, bytesOf(text), value);
}

function bytesOf(text: CertificateText): Buffer {
  return Buffer.from(must(canonicalize(text), 'a certificate is JSON'));
}
