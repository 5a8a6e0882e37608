import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { type AppError, invalidField, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { StagedFile, UploadSession } from '../vault/staging.ts';
import { withoutBiometrics } from './biometrics.ts';

/** Parts that hold one JSON value; some clients send them with a file name, as if they were files. */
export const JSON_PARTS = ['applicant', 'documents_meta', 'metadata', 'chip', 'mdoc'] as const;
export const TEXT_PARTS = ['webhook_url', 'consent'] as const;
export type PartName = (typeof JSON_PARTS)[number] | (typeof TEXT_PARTS)[number];

const DOCUMENT_FIELDS = ['documents[]', 'documents'];
/** Fields with the files of a chip or a mobile document. */
const SOURCE_FIELDS = ['chip[]', 'mdoc[]'] as const;
const FILE_NAME = /[\p{Cc}\p{Cs}]/gu;

export interface ReceivedDocument {
  file: StagedFile;
  /** The name that the client gave, without control characters, or null. */
  fileName: string | null;
}

/** A file of a chip or a mobile document. It stays in memory until its content is known to be one that may be stored. */
export interface ReceivedSource {
  field: (typeof SOURCE_FIELDS)[number];
  fileName: string;
  bytes: Buffer;
}

/** What has arrived so far of one multipart form. */
export interface FormCollector {
  storage: StorageEngine;
  /** Returns why a file in this field is refused; null if it is accepted. */
  refuseFile(field: string): AppError | null;
  documents: ReceivedDocument[];
  sources: ReceivedSource[];
  /** Text of the JSON parts that arrived as files, by name. */
  fileParts: Map<string, string>;
  /** The index of the document that is arriving now, or -1. */
  lastIndex(): number;
  /** Ends every stream and resolves, when nothing writes any more, with the errors of the writes. */
  settle(): Promise<unknown[]>;
}

export const isDocumentField = (field: string): boolean => DOCUMENT_FIELDS.includes(field);

/** Returns a multer storage that streams documents into the vault and keeps JSON parts in memory. */
export function collectForm(session: UploadSession): FormCollector {
  const documents: ReceivedDocument[] = [];
  const sources: ReceivedSource[] = [];
  const fileParts = new Map<string, string>();
  const pending = new Map<Readable, Promise<unknown>>();
  let announced = 0;
  let sourceBytes = 0;

  const receive = async (file: Express.Multer.File, index: number): Promise<void> => {
    const field = SOURCE_FIELDS.find((known) => known === file.fieldname);
    if (field) {
      const bytes = await readBytes(file.stream, LIMITS.authenticityBytesMax - sourceBytes, () =>
        sourcesTooLarge(field),
      );
      sourceBytes += bytes.length;
      sources.push({ field, fileName: file.originalname, bytes });
    } else if (index < 0) fileParts.set(file.fieldname, await readPart(file.fieldname, file.stream));
    else {
      const checked = withoutBiometrics(file.stream, `documents[${index}]`);
      documents[index] = { file: await session.receive(checked), fileName: cleanName(file.originalname) };
    }
  };

  return {
    documents,
    sources,
    fileParts,
    lastIndex: () => announced - 1,
    refuseFile(field) {
      const refusal = refuseField(field, announced, fileParts);
      if (!refusal && isDocumentField(field)) announced += 1;
      return refusal;
    },
    storage: {
      _handleFile(_req, file, done) {
        const work = receive(file, isDocumentField(file.fieldname) ? announced - 1 : -1);
        pending.set(file.stream, work);
        work.then(
          () => done(null, {}),
          (error: unknown) => done(error),
        );
      },
      // Files of a refused upload are removed with their whole session, not one by one.
      _removeFile: (_req, _file, done) => done(null),
    },
    async settle() {
      for (const stream of pending.keys()) stream.destroy();
      const settled = await Promise.allSettled(pending.values());
      return settled.flatMap((work) => (work.status === 'rejected' ? [work.reason] : []));
    },
  };
}

const isJsonPart = (field: string): boolean => (JSON_PARTS as readonly string[]).includes(field);

function refuseField(field: string, announced: number, fileParts: ReadonlyMap<string, string>): AppError | null {
  if (isDocumentField(field)) {
    const text = `More than ${LIMITS.filesMax} documents were sent. Send at most ${LIMITS.filesMax}.`;
    return announced < LIMITS.filesMax ? null : tooManyDocuments(text, LIMITS.filesMax);
  }
  if (isJsonPart(field)) return fileParts.has(field) ? partFault(field, 'was sent twice; send it once') : null;
  if ((SOURCE_FIELDS as readonly string[]).includes(field)) return null;
  return partFault(field, 'does not take a file; send files as documents[]');
}

/** `index`: of the first document beyond the maximum. */
export function tooManyDocuments(message: string, index: number): AppError {
  const item = { code: 'too_many_documents', message, field: 'documents[]', document_index: index };
  return itemError('too_many_documents', item);
}

/** Returns `invalid_request` for a whole part. The name may come from the caller, so it is cut. */
export function partFault(part: string, text: string): AppError {
  const field = part.slice(0, LIMITS.fieldNameCharsMax);
  return invalidField(field, `The part ${field} ${text}.`, 'invalid_part');
}

/** Reads the text of a JSON part that arrived as a file. Throws `invalid_request` if it is over the limit or not UTF-8. */
async function readPart(part: string, stream: Readable): Promise<string> {
  const bytes = await readBytes(stream, partBytesMax(part), () => partTooLong(part));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(part);
  }
}

async function readBytes(stream: Readable, bytesMax: number, tooLong: () => AppError): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bytesMax) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns how large a text part may be. */
export const partBytesMax = (part: string): number =>
  part === 'chip' || part === 'mdoc' ? LIMITS.sourcePartBytesMax : LIMITS.jsonPartBytesMax;

/** `field`: the part that exceeds the limit. */
export function sourcesTooLarge(field: string): AppError {
  const text = `holds files of more than ${LIMITS.authenticityBytesMax / 2 ** 20} MB together; leave out data groups`;
  return partFault(field, text);
}

export function notUtf8(part: string): AppError {
  return partFault(part, 'is not UTF-8; send it as UTF-8');
}

export function partTooLong(part: string): AppError {
  return partFault(part, `is larger than ${partBytesMax(part) / 1024} kB; send a smaller one`);
}

function cleanName(name: string): string | null {
  return name.replace(FILE_NAME, '').slice(0, LIMITS.fileNameBytesMax) || null;
}
