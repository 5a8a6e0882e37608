import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Archive, openArchive } from '../lib/archive.ts';
import { LIMITS } from '../lib/limits.ts';
import { canonicalBytes, readForm, readJson } from './canonical.ts';
import { damaged, ParcelFault } from './fault.ts';
import { type Signed, signedSchema } from './signed.ts';

/** The names in a carried file; nothing else may be in it. Numbers are padded, so that names sort in order. */
const PARCEL = /^parcels\/lin_[0-9a-f]{32}-\d{12}\.parcel$/;
const RECEIPT = /^receipts\/\d{6}\.json$/;
const DIRECTIVE = /^directives\/\d{12}\.json$/;
const PACK = /^packs\/([0-9a-f]{64})$/;
const ENROLMENT = 'enrolment.json';

/** What one file carries: the same bytes that TLS carries. To the hub: parcels and an enrolment; to the branch: the rest. */
export interface Carried {
  enrolment?: Signed | undefined;
  parcels?: readonly { line: string; first: number; content: Buffer | { path: string } }[];
  receipts?: readonly Signed[];
  directives?: readonly { number: number; signed: Signed }[];
  /** Packs as the publisher made them. */
  packs?: readonly { sha256: string; path: string }[];
}

/** Writes a carried file to `path`, which must not exist yet, whole or not at all. */
export async function writeCarried(path: string, carried: Carried): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(archiveOf(carried), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

function archiveOf({ enrolment, parcels = [], receipts = [], directives = [], packs = [] }: Carried): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  if (enrolment) zip.addBuffer(canonicalBytes(enrolment), ENROLMENT);
  // Sealed bytes and packs are compressed already.
  for (const { line, first, content } of parcels) {
    const name = `parcels/${line}-${pad(first, 12)}.parcel`;
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, { compress: false });
    else zip.addFile(content.path, name, { compress: false });
  }
  for (const [at, receipt] of receipts.entries()) {
    zip.addBuffer(canonicalBytes(receipt), `receipts/${pad(at + 1, 6)}.json`);
  }
  for (const { number, signed } of directives) {
    zip.addBuffer(canonicalBytes(signed), `directives/${pad(number, 12)}.json`);
  }
  for (const { sha256, path } of packs) zip.addFile(path, `packs/${sha256}`, { compress: false });
  zip.end();
  return output;
}

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** A carried file that is read item by item; a file may hold some gigabytes. Each reading throws `ParcelFault` at a damaged part. */
export interface CarriedFile extends Disposable {
  enrolment(): Promise<Signed | null>;
  /** In the order of each line. */
  parcels(): AsyncGenerator<Buffer>;
  receipts(): AsyncGenerator<Signed>;
  /** In the order of their numbers. */
  directives(): AsyncGenerator<Signed>;
  /** The SHA-256 of each pack. */
  packs: readonly string[];
  /** Yields the content; it fails at its end if the content has another hash. */
  pack(sha256: string): AsyncGenerator<Buffer>;
}

/** Opens a carried file. Throws `parcel_damaged` if it is no such file, or holds anything else. */
export async function openCarried(path: string): Promise<CarriedFile> {
  const archive = await openArchive(path, {
    filesMax: LIMITS.hubCarriedFilesMax,
    sizeBytesMin: 22,
    sizeBytesMax: LIMITS.hubCarriedBytesMax,
    refuse: (_code, reason, cause) => damaged(`The carried file was refused: ${reason}.`, cause),
    fault: ({ fileName }) =>
      fileName === ENROLMENT || [PARCEL, RECEIPT, DIRECTIVE, PACK].some((form) => form.test(fileName))
        ? null
        : 'it holds a file that does not belong into it',
  });
  const named = (form: RegExp): string[] => archive.names.filter((name) => form.test(name)).sort();
  async function* messages(form: RegExp): AsyncGenerator<Signed> {
    for (const name of named(form)) yield await readMessage(archive, name);
  }
  return {
    enrolment: async () => (archive.names.includes(ENROLMENT) ? await readMessage(archive, ENROLMENT) : null),
    async *parcels() {
      for (const name of named(PARCEL)) yield await readMember(archive, name, LIMITS.hubParcelBytesMax);
    },
    receipts: () => messages(RECEIPT),
    directives: () => messages(DIRECTIVE),
    packs: named(PACK).map((name) => PACK.exec(name)?.[1] ?? ''),
    pack: (sha256) => archive.content(`packs/${sha256}`, { size: LIMITS.updatePackBytesMax, sha256 }),
    [Symbol.dispose]: () => archive[Symbol.dispose](),
  };
}

async function readMessage(archive: Archive, name: string): Promise<Signed> {
  return readForm(signedSchema, readJson(await readMember(archive, name, LIMITS.jsonBodyBytesMax), name), name);
}

async function readMember(archive: Archive, name: string, sizeBytesMax: number): Promise<Buffer> {
  const bytes = await archive.read(name, sizeBytesMax);
  if (bytes === null) throw new ParcelFault('parcel_damaged', `${name} is missing.`);
  return bytes;
}
