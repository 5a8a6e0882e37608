import { z } from 'zod';
import { type AppError, itemError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** Names within the archive. Besides these two it holds the files that the manifest names, and nothing else. */
export const MANIFEST_NAME = 'manifest.json';
/** 64 bytes: the Ed25519 signature of the manifest, byte for byte as it is in the archive. */
export const SIGNATURE_NAME = 'manifest.sig';
const FORM = 'custos-pack-1';

/** A folder and a file, without anything that could escape the folder. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const manifestSchema = z.strictObject({
  form: z.literal(FORM),
  /** This time decides which of two packs is older. */
  created_at: z.iso.datetime(),
  lists: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/),
        name: z.string().min(1).max(LIMITS.textFieldCharsMax),
        published_at: z.iso.date().nullable(),
        files: z
          .array(
            z.strictObject({
              name: z.string().regex(FILE_NAME),
              sha256: z.string().regex(/^[0-9a-f]{64}$/),
              size_bytes: z.int().min(1).max(LIMITS.listFileBytesMax),
            }),
          )
          .min(1)
          .max(LIMITS.watchlistFilesMax),
      }),
    )
    .min(1)
    .max(LIMITS.packListsMax),
});

/** What a pack holds, as signed by its publisher. */
export type PackManifest = z.output<typeof manifestSchema>;

export function writeManifest(createdAt: string, lists: PackManifest['lists']): Buffer {
  return Buffer.from(`${JSON.stringify({ form: FORM, created_at: createdAt, lists }, null, 2)}\n`);
}

/** Throws `list_invalid` if it is not a manifest, or names a list or a file twice. */
export function parseManifest(bytes: Buffer): PackManifest {
  try {
    const manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
    const codes = manifest.lists.map(({ code }) => code);
    // Ignores case, because some file systems do not distinguish it.
    const files = manifest.lists.flatMap((list) => list.files.map(({ name }) => name.toLowerCase()));
    if (new Set(codes).size === codes.length && new Set(files).size === files.length) return manifest;
  } catch {
    // the same answer as for a manifest that names something twice
  }
  throw packFault('pack_invalid', 'this version does not support the format of its manifest');
}

export type PackFault = 'pack_invalid' | 'pack_unsigned' | 'pack_key_unknown' | 'pack_tampered' | 'pack_older';

const REMEDIES: Record<PackFault, string> = {
  pack_invalid: 'Get it from its publisher again.',
  pack_unsigned: 'Ask its publisher for a signed pack.',
  pack_key_unknown: "Get it again, or set CUSTOS_PACK_KEYS to its publisher's public key if you trust that publisher.",
  pack_tampered: 'Get it from its publisher again, and check how the file reached you.',
  pack_older: 'Import the newest pack.',
};

/**
 * Returns the error for a refused pack.
 * @param reason completes "The pack is refused: ..."
 * @param remedy by default that of the code
 */
export function packFault(code: PackFault, reason: string, cause?: unknown, remedy = REMEDIES[code]): AppError {
  const message = `The pack was refused: ${reason}. Nothing was imported. ${remedy}`;
  return itemError('list_invalid', { code, message }, cause);
}
