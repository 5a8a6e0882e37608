import type { Request, Response } from 'express';
import multer from 'multer';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';
import { AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { UploadSession } from '../vault/staging.ts';
import {
  collectForm,
  type FormCollector,
  isDocumentField,
  JSON_PARTS,
  notUtf8,
  type PartName,
  partBytesMax,
  partFault,
  partTooLong,
  type ReceivedDocument,
  type ReceivedSource,
  TEXT_PARTS,
} from './form.ts';
import { receiveMultipart } from './multipart.ts';

/** A multipart form as it arrived: nothing parsed yet, the files encrypted on disk. */
export interface ReceivedForm {
  parts: Partial<Record<PartName, string>>;
  /** In order of arrival. */
  documents: ReceivedDocument[];
  /** Files of a chip or a mobile document, in memory. */
  sources: ReceivedSource[];
  /** Names of unknown parts. */
  unknownParts: string[];
}

const REPLACEMENT = '\ufffd';
const PART_NAMES: readonly PartName[] = [...JSON_PARTS, ...TEXT_PARTS];
/** Files of a chip and of a mobile document. */
const SOURCE_FILES_MAX = 20;
const FILES_MAX = LIMITS.filesMax + JSON_PARTS.length + SOURCE_FILES_MAX + 1;

const BUSBOY_LIMITS = {
  fieldNameSize: LIMITS.fieldNameCharsMax,
  fieldSize: LIMITS.sourcePartBytesMax,
  fields: LIMITS.fieldsMax,
  fileSize: LIMITS.fileSizeBytesMax,
  files: FILES_MAX,
  parts: LIMITS.fieldsMax + FILES_MAX,
  headerPairs: 20,
  fieldNestingDepth: 2,
  fieldArrayIndexLimit: LIMITS.fieldsMax,
};

/** The maximum size of a body that respects every other limit. */
const BODY_BYTES_MAX =
  LIMITS.filesMax * LIMITS.fileSizeBytesMax +
  PART_NAMES.reduce((sum, name) => sum + partBytesMax(name), 0) +
  LIMITS.authenticityBytesMax +
  LIMITS.multipartOverheadBytesMax;

/**
 * Receives a multipart form and streams each document into the vault. Throws `AppError` if a limit is exceeded, the form is malformed, or the
 * client disconnected or took too long. By then nothing writes into the session any more, and the caller discards it.
 */
export async function receiveForm(
  req: Request,
  res: Response,
  session: UploadSession,
  timeoutMs: number = LIMITS.uploadTimeoutMs,
): Promise<ReceivedForm> {
  if (Number(req.get('content-length') ?? 0) > BODY_BYTES_MAX) throw bodyTooLarge();
  const form = collectForm(session);
  try {
    await receiveMultipart(req, res, {
      storage: form.storage,
      refuseFile: (_body, { fieldname }) => form.refuseFile(fieldname),
      limits: BUSBOY_LIMITS,
      bodyBytesMax: BODY_BYTES_MAX,
      tooLarge: bodyTooLarge,
      timeoutMs,
      tooSlow,
      nameless: namelessFile,
    });
    const { documents, sources } = form;
    return { parts: readTextParts(req.body, form), documents, sources, unknownParts: unknownNames(req.body) };
  } catch (error) {
    const failures = await form.settle();
    // A failed write or a refused file ends the stream of its part. The parser may report that first, as a body that ended early.
    const cause = failures.find((failure) => isDiskFull(failure) || failure instanceof AppError);
    throw formFault(cause ?? error, (fault) => translate(fault, form));
  }
}

function readTextParts(body: Record<string, unknown>, form: FormCollector): ReceivedForm['parts'] {
  const parts: ReceivedForm['parts'] = {};
  for (const name of PART_NAMES) {
    const value = body[name];
    const fromFile = form.fileParts.get(name);
    if (value !== undefined && (typeof value !== 'string' || fromFile !== undefined)) {
      throw partFault(name, 'must be sent once, as one part');
    }
    // The parser replaces bytes that are not UTF-8 with this character, so the stored name would be corrupt.
    if (value?.includes(REPLACEMENT)) throw notUtf8(name);
    if (value !== undefined && Buffer.byteLength(value) > partBytesMax(name)) throw partTooLong(name);
    const text = fromFile ?? value;
    if (text !== undefined) parts[name] = text;
  }
  if (body['documents'] !== undefined) throw namelessFile('documents[]');
  return parts;
}

function unknownNames(body: Record<string, unknown>): string[] {
  const known = new Set<string>([...PART_NAMES, 'documents']);
  return Object.keys(body).filter((name) => !known.has(name));
}

function translate(error: multer.MulterError, form: FormCollector): unknown {
  if (error.code === 'LIMIT_FILE_SIZE') return fileTooLarge(form.lastIndex(), error);
  const part = error.field ?? '';
  if (error.code === 'LIMIT_FIELD_VALUE') return isDocumentField(part) ? namelessFile(part) : partTooLong(part);
  return error;
}

/** Returns the error that ended a form as a problem, if it is one. `translate`: handles what the parser refuses. */
export function formFault(error: unknown, translate: (error: multer.MulterError) => unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) return translate(error);
  if (isDiskFull(error)) return diskFull(error);
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && syscall !== 'read') return error;
  return new AppError('malformed_body', 'The multipart body is damaged or ended early. Send it again.', error);
}

function fileTooLarge(index: number, cause: unknown): AppError {
  const field = `documents[${index}]`;
  const message = `${field} is larger than 15 MB (${LIMITS.fileSizeBytesMax} bytes). Send a smaller file.`;
  return itemError('file_too_large', { code: 'file_too_large', message, field, document_index: index }, cause);
}

function bodyTooLarge(): AppError {
  return new AppError(
    'body_too_large',
    `The body is larger than ${LIMITS.filesMax} files of 15 MB and their description. Send fewer or smaller files at once.`,
  );
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError(
    'request_timeout',
    `The upload did not finish within ${Math.round(timeoutMs / 1000)} seconds. Send it over a faster connection.`,
  );
}

/** The parser silently drops a file without a name, so it would be lost. */
function namelessFile(field: string): AppError {
  const name = field.slice(0, LIMITS.fieldNameCharsMax);
  const message = `The part ${name} has no file. Send it as a file with a file name.`;
  return itemError('documents_missing', { code: 'documents_missing', message, field: name });
}
