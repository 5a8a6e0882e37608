import { z } from 'zod';

/** The names of the entries of a data archive, in order; files of records and of registers come between them. */
export const START = 'start.json';
export const DATABASE = 'custos.db';
export const END = 'end.json';
/** The entry of a key archive. */
export const KEYS = 'keys.db';
export const MASTER_KEY = 'master.key';

export const fileEntry = (verificationId: string, documentId: string): string =>
  `files/${verificationId}/${documentId}`;
export const registerEntry = (versionId: string): string => `registers/${versionId}.db`;

const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const FILE = new RegExp(`^files/((?:kyb_)?ver_${SUFFIX})/(doc_${SUFFIX})$`);
const REGISTER = new RegExp(`^registers/(reg_${SUFFIX})\\.db$`);

/** Returns what an entry between the first and the last is; null: not an entry of Custos, and its name may point anywhere. */
export function readEntryName(
  name: string,
): { kind: 'database' } | { kind: 'file'; verificationId: string } | { kind: 'register' } | null {
  if (name === DATABASE) return { kind: 'database' };
  const verificationId = FILE.exec(name)?.[1];
  if (verificationId !== undefined) return { kind: 'file', verificationId };
  return REGISTER.test(name) ? { kind: 'register' } : null;
}

export const startSchema = z.object({
  /** The schema version of the main database. */
  form: z.int(),
  /** The most bytes that a restore writes. */
  contentBytes: z.int(),
});

export const endSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  files: z.int(),
  registers: z.int(),
  /** The length of the audit log and its last link. */
  audit: z.object({ count: z.int(), link: z.string() }),
  /** Files that rows name but that were missing: erased while the backup was made, or missing before. */
  leftOut: z.array(z.object({ name: z.string(), why: z.enum(['erased', 'missing', 'not_wanted']) })),
});

export type ArchiveStart = z.output<typeof startSchema>;
export type ArchiveEnd = z.output<typeof endSchema>;
