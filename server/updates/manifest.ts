import { z } from 'zod';
import { type AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isVersion } from './home.ts';

/** The first two entries of a package; the others are the files that the manifest names, and nothing else. */
export const MANIFEST_NAME = 'manifest.json';
/** 64 bytes: the Ed25519 signature of `MANIFEST_PURPOSE` and the manifest, byte for byte as the package holds it. */
export const SIGNATURE_NAME = 'manifest.sig';
/** The prefix of the signed bytes, so a signature made for another purpose is not valid here. */
export const MANIFEST_PURPOSE = 'custos update manifest v1\n';
export const FILE_PURPOSE = 'custos update file v1\n';
const FORM = 'custos-update-1';

export const PLATFORMS = ['linux', 'win32', 'darwin'] as const;
export const ARCHES = ['x64', 'arm64'] as const;
export const INSTALLERS = ['appimage', 'deb', 'nsis', 'dmg'] as const;
export type InstallerKind = (typeof INSTALLERS)[number];

/**
 * Rejects characters that a file system interprets or strips from a name: no name may leave the folder, name a device or end in what Windows drops.
 */
const SEGMENT =
  /^(?!\.{1,2}$)(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]*[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|. ]$/iu;

const path = z
  .string()
  .max(LIMITS.updatePathCharsMax)
  .refine((text) => text === text.normalize('NFC') && text.split('/').every((segment) => SEGMENT.test(segment)));
const name = path.refine((text) => !text.includes('/'));
const version = z.string().refine(isVersion);
const content = {
  size: z.int().min(0).max(LIMITS.updateFileBytesMax),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};
const machine = { platform: z.enum(PLATFORMS), arch: z.enum(ARCHES) };
const code = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);

const manifestSchema = z.strictObject({
  form: z.literal(FORM),
  id: z.string().regex(/^upd_[0-9a-z]{26}$/),
  made_at: z.iso.datetime(),
  program: z
    .strictObject({
      version: z.strictObject({
        /** The version that this one was built after; shown to people. */
        from: version,
        to: version,
        /** Programs older than this cannot be updated to this one in one step. */
        least: version,
      }),
      /** Headless trees, each with its models. */
      trees: z
        .array(
          z.strictObject({
            ...machine,
            files: z
              .array(z.strictObject({ path, ...content, mode: z.enum(['644', '755']) }))
              .min(1)
              .max(LIMITS.updateFilesMax),
          }),
        )
        .max(PLATFORMS.length * ARCHES.length),
      /** Files of the desktop app. */
      installers: z
        .array(z.strictObject({ ...machine, kind: z.enum(INSTALLERS), file: z.strictObject({ name, ...content }) }))
        .max(PLATFORMS.length * ARCHES.length * INSTALLERS.length),
    })
    .nullable(),
  lists: z
    .array(
      z.strictObject({
        code,
        name: z.string().min(1).max(LIMITS.textFieldCharsMax),
        published_at: z.iso.date().nullable(),
        files: z
          .array(z.strictObject({ name, ...content }))
          .min(1)
          .max(LIMITS.watchlistFilesMax),
      }),
    )
    .max(LIMITS.packListsMax),
  languages: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z][a-z_]{2,15}$/),
        file: z.strictObject({ name, ...content }),
      }),
    )
    .max(LIMITS.packListsMax),
});

/** What a package holds, as signed by its maker. */
export type UpdateManifest = z.output<typeof manifestSchema>;
export type ProgramPart = NonNullable<UpdateManifest['program']>;
export type ProgramTree = ProgramPart['trees'][number];
export type Installer = ProgramPart['installers'][number];

/** A file of a package, by its name in the package. */
export interface PackedFile {
  entry: string;
  size: number;
  sha256: string;
}

export const treeEntry = ({ platform, arch }: ProgramTree, path: string): string =>
  `program/${platform}-${arch}/${path}`;
export const installerEntry = ({ file }: Installer): string => `installers/${file.name}`;
export const listEntry = (code: string, name: string): string => `lists/${code}/${name}`;
export const languageEntry = (name: string): string => `languages/${name}`;

/** Returns all files that a manifest names, in the order of the package. */
export function filesOf({ program, lists, languages }: UpdateManifest): PackedFile[] {
  const packed = (entry: string, { size, sha256 }: { size: number; sha256: string }): PackedFile => ({
    entry,
    size,
    sha256,
  });
  return [
    ...(program?.trees ?? []).flatMap((tree) => tree.files.map((file) => packed(treeEntry(tree, file.path), file))),
    ...(program?.installers ?? []).map((installer) => packed(installerEntry(installer), installer.file)),
    ...lists.flatMap((list) => list.files.map((file) => packed(listEntry(list.code, file.name), file))),
    ...languages.map(({ file }) => packed(languageEntry(file.name), file)),
  ];
}

export function writeManifest(manifest: Omit<UpdateManifest, 'form'>): Buffer {
  return Buffer.from(`${JSON.stringify({ form: FORM, ...manifest }, null, 1)}\n`);
}

/** Throws `update_invalid` if the bytes are not a manifest of this form, or names something twice, ignoring case. */
export function parseManifest(bytes: Buffer): UpdateManifest {
  let manifest: UpdateManifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw packFault('pack_invalid', 'this version does not support the format of its manifest', cause);
  }
  const { program, lists, languages } = manifest;
  const parts = [
    filesOf(manifest).map(({ entry }) => entry.toLowerCase()),
    lists.map((list) => list.code),
    languages.map((language) => language.code),
    (program?.trees ?? []).map(({ platform, arch }) => `${platform}-${arch}`),
    (program?.installers ?? []).map(({ platform, arch, kind }) => `${platform}-${arch}-${kind}`),
  ];
  if (parts.some((names) => new Set(names).size !== names.length) || hasFileAsFolder(parts[0] ?? [])) {
    throw packFault('pack_invalid', 'its manifest lists something twice');
  }
  if (parts.every((names) => names.length === 0)) throw packFault('pack_invalid', 'it is empty');
  return manifest;
}

/** Returns whether a name is both a file and a folder. */
function hasFileAsFolder(names: readonly string[]): boolean {
  const files = new Set(names);
  return names.some((name) => {
    const parts = name.split('/');
    return parts.some((_, index) => index > 0 && files.has(parts.slice(0, index).join('/')));
  });
}

export type PackFault =
  | 'pack_invalid'
  | 'pack_unsigned'
  | 'pack_key_unknown'
  | 'pack_tampered'
  | 'pack_older'
  | 'pack_same'
  | 'pack_other_platform'
  | 'pack_too_far';

const REMEDIES: Record<PackFault, string> = {
  pack_invalid: 'Get it from its publisher again, and check that the copy is complete.',
  pack_unsigned: 'Ask its publisher for a signed package.',
  pack_key_unknown:
    "Get it again, or set CUSTOS_UPDATE_KEYS to its publisher's public key if you trust that publisher.",
  pack_tampered: 'Get it from its publisher again, and check how the file reached you.',
  pack_older: 'Use the newest package.',
  pack_same: 'No action is needed.',
  pack_other_platform: 'Ask its publisher for a package for this machine.',
  pack_too_far: 'Apply the packages between the two versions first, starting with the oldest.',
};

/** Why a package is refused: `reason` completes "The update pack is refused: ...". `remedy` defaults to that of the code. */
export function packFault(code: PackFault, reason: string, cause?: unknown, remedy = REMEDIES[code]): AppError {
  const message = `The update package was refused: ${reason}. Nothing was changed. ${remedy}`;
  return itemError('update_invalid', { code, message }, cause);
}
