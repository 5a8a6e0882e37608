/** Verifies that a bundle is unchanged since the appliance made it. It runs in the appliance and, inlined in the bundle's page, in a browser. */
import { readArchive } from './archive.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'signature.json';
/** The prefix of the manifest's bytes for the signature. */
export const SIGNED_START = 'custos evidence v1\n';

/** What the runtime provides for the verification. */
export interface VerifyTools {
  /** SHA-256, hexadecimal. */
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Ed25519: returns whether this key made the signature of this message. */
  isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): Promise<boolean>;
}

/** One thing that was checked. */
export interface VerdictLine {
  what: string;
  holds: boolean;
  note: string;
}

export interface BundleVerdict {
  /** Whether all of it holds. */
  holds: boolean;
  lines: VerdictLine[];
  /** The key that signed it, 64 hexadecimal digits; null if no valid signature was found. */
  publicKey: string | null;
  /** What the signed manifest says about itself; null if it does not verify. */
  about: { id: string; createdAt: string; applianceVersion: string } | null;
}

interface Manifest {
  format: string;
  format_version: number;
  subject: { id: string };
  created_at: string;
  appliance: { version: string; public_key: string };
  files: { path: string; size: number; sha256: string }[];
}

/** Checks the archive, the signature, and every file. Never throws because of a file's content. */
export async function verifyBundle(bytes: Uint8Array<ArrayBuffer>, tools: VerifyTools): Promise<BundleVerdict> {
  const archive = readArchive(bytes);
  if (!archive) {
    const note = 'this is not an evidence bundle, or its list of files is damaged';
    return { holds: false, lines: [{ what: 'archive', holds: false, note }], publicKey: null, about: null };
  }
  const find = (name: string): Uint8Array<ArrayBuffer> | null =>
    archive.files.find((file) => file.name === name)?.data ?? null;
  const lines: VerdictLine[] = [{ what: 'archive', holds: archive.fault === null, note: archive.fault ?? 'unchanged' }];
  const manifestBytes = find(MANIFEST);
  const manifest = parseManifest(manifestBytes);
  const publicKey = manifestBytes && (await signerOf(find(SIGNATURE), manifestBytes, tools));
  const isOwn = publicKey !== null && manifest?.appliance.public_key === publicKey;
  lines.push({
    what: SIGNATURE,
    holds: isOwn,
    note: isOwn ? 'the manifest is signed' : 'the signature was not made with the key in the manifest',
  });
  lines.push({
    what: MANIFEST,
    holds: manifest !== null && isOwn,
    note:
      manifest === null ? 'it is missing or cannot be read' : isOwn ? 'unchanged' : 'not covered by a valid signature',
  });
  const listed = manifest?.files ?? [];
  for (const [at, { path, size, sha256 }] of listed.entries()) {
    const data = archive.files[at]?.name === path ? (archive.files[at]?.data ?? null) : null;
    const holds = data !== null && data.length === size && (await tools.sha256(data)) === sha256;
    const note = data === null ? 'it is missing' : holds ? 'unchanged' : 'it was changed';
    lines.push({
      what: path,
      holds: holds && isOwn,
      note: holds && !isOwn ? 'not covered by a valid signature' : note,
    });
  }
  for (const [at, { name }] of archive.files.entries()) {
    const belongs = at < listed.length ? listed[at]?.path === name : name === [MANIFEST, SIGNATURE][at - listed.length];
    if (!belongs) lines.push({ what: name, holds: false, note: 'it does not belong here' });
  }
  const holds = lines.every((line) => line.holds);
  return { holds, lines, publicKey: isOwn ? publicKey : null, about: manifest && isOwn ? aboutOf(manifest) : null };
}

function aboutOf({ subject, created_at, appliance }: Manifest): NonNullable<BundleVerdict['about']> {
  return { id: subject.id, createdAt: created_at, applianceVersion: appliance.version };
}

function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** The content is trusted only if it is signed. Its form is checked so that it cannot break the code or show what it should not. */
function parseManifest(bytes: Uint8Array | null): Manifest | null {
  const manifest = parseJson(bytes) as DeepPartial<Manifest> | null;
  const isOurs =
    manifest?.format === 'custos-evidence' &&
    manifest.format_version === 1 &&
    isPlain(manifest.subject?.id) &&
    isPlain(manifest.created_at) &&
    isPlain(manifest.appliance?.version) &&
    isPlain(manifest.appliance?.public_key) &&
    Array.isArray(manifest.files) &&
    manifest.files.every((it) => isPlain(it?.path) && isPlain(it?.sha256) && typeof it?.size === 'number');
  return isOurs ? (manifest as Manifest) : null;
}

type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> | null } : T;

/** Returns whether a value is safe to show in a terminal and on a page. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' && /^[ -~]+$/.test(value);
}

/** Returns the text of `signature.json`: exactly one for a key and a signature, both hexadecimal. */
export function signatureText(publicKey: string, signature: string): string {
  return `{"algorithm":"Ed25519","public_key":"${publicKey}","signature":"${signature}","signed":"${MANIFEST}"}`;
}

async function signerOf(file: Uint8Array | null, signed: Uint8Array, tools: VerifyTools): Promise<string | null> {
  const { public_key, signature } = (parseJson(file) ?? {}) as { public_key?: unknown; signature?: unknown };
  if (typeof public_key !== 'string' || !/^[0-9a-f]{64}$/.test(public_key)) return null;
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature)) return null;
  if (!file || new TextDecoder().decode(file) !== signatureText(public_key, signature)) return null;
  const start = new TextEncoder().encode(SIGNED_START);
  const message = new Uint8Array(start.length + signed.length);
  message.set(start);
  message.set(signed, start.length);
  return (await tools.isSigned(bytesOf(signature), message, bytesOf(public_key))) ? public_key : null;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
