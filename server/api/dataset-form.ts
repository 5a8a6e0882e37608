import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type multer from 'multer';
import { JSON_UPLOAD_FIELDS } from '../contract/dataset-uploads.ts';
import { safeFileName, type Upload, type UploadedFile } from '../datasets/uploads.ts';
import { AppError, invalidField, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { notUtf8, partFault, partTooLong } from './form.ts';
import { parseJson } from './json.ts';
import { receiveMultipart } from './multipart.ts';
import { formFault } from './upload.ts';

const FILE_FIELDS = ['files[]', 'files'];
const REPLACEMENT = '\ufffd';

/** What a form with files of watchlists or registers may contain. */
export interface DatasetFormOrder<F> {
  filesMax: number;
  fileSizeBytesMax: number;
  /** Names of the form's fields. */
  fields: readonly string[];
  /** Reads the fields; throws if one is invalid. Called when the first file begins and again at the end, because fields may follow the files. */
  readFields(raw: Record<string, unknown>): F;
}

export interface DatasetForm<F> {
  files: UploadedFile[];
  fields: F;
}

/**
 * Receives a form and streams its files into `upload`. Throws `AppError` if a limit is exceeded, a field is invalid, the disk is full, the form is
 * malformed, or the client disconnected or took too long. By then nothing writes any more, and the caller discards the upload.
 */
export async function receiveDatasetForm<F>(
  req: Request,
  res: Response,
  upload: Upload,
  order: DatasetFormOrder<F>,
): Promise<DatasetForm<F>> {
  const { filesMax, fileSizeBytesMax } = order;
  const bodyBytesMax =
    filesMax * fileSizeBytesMax + LIMITS.fieldsMax * LIMITS.jsonPartBytesMax + LIMITS.multipartOverheadBytesMax;
  const declaredBytes = Number(req.get('content-length') ?? 0);
  if (declaredBytes > bodyBytesMax) throw bodyTooLarge(filesMax);
  upload.refuseBeyondRoom(declaredBytes);
  const files: UploadedFile[] = [];
  const names = new Set<string>();
  const pending = new Map<Readable, Promise<UploadedFile>>();
  const readFields = (body: unknown): F => order.readFields(rawFields(body, order.fields));
  const refuseFile = (body: unknown, file: Express.Multer.File): AppError | null => {
    try {
      if (!FILE_FIELDS.includes(file.fieldname)) throw noFileField(file.fieldname);
      if (names.size >= filesMax) throw tooManyFiles(filesMax);
      if (names.size === 0) readFields(body);
      const name = safeFileName(file.originalname).toLowerCase();
      if (names.has(name)) throw twiceNamed(names.size);
      names.add(name);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  try {
    await receiveMultipart(req, res, {
      refuseFile,
      storage: {
        _handleFile(_req, file, done) {
          const index = names.size - 1;
          const work = upload.receive(file.stream, safeFileName(file.originalname));
          pending.set(file.stream, work);
          work.then(
            (received) => {
              files[index] = received;
              done(null, {});
            },
            (error: unknown) => done(error),
          );
        },
        // Files are removed with the whole upload.
        _removeFile: (_req, _file, done) => done(null),
      },
      limits: {
        fieldNameSize: LIMITS.fieldNameCharsMax,
        fieldSize: LIMITS.jsonPartBytesMax,
        fields: LIMITS.fieldsMax,
        fileSize: fileSizeBytesMax,
        files: filesMax + 1,
        parts: LIMITS.fieldsMax + filesMax + 1,
        headerPairs: 20,
      },
      bodyBytesMax,
      tooLarge: () => bodyTooLarge(filesMax),
      timeoutMs: LIMITS.datasetUploadTimeoutMs,
      idleMs: LIMITS.datasetUploadIdleMs,
      tooSlow,
      nameless,
    });
    if (files.length === 0) throw noFiles();
    const fields = readFields(req.body);
    upload.received();
    return { files, fields };
  } catch (error) {
    for (const stream of pending.keys()) stream.destroy();
    await Promise.allSettled(pending.values());
    throw formFault(error, (fault) => translate(fault, names.size - 1, fileSizeBytesMax));
  }
}

/** Returns the form's fields in the shape of an import's JSON. Empty fields are left out. */
function rawFields(body: unknown, known: readonly string[]): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (name === 'files') throw nameless('files[]');
    if (!known.includes(name)) throw partFault(name, `is not a field of this form; use files[], ${known.join(', ')}`);
    if (typeof value !== 'string') throw partFault(name, 'must be sent once, as one part');
    if (value.includes(REPLACEMENT)) throw notUtf8(name);
    if (value.trim() !== '') raw[name] = JSON_UPLOAD_FIELDS.includes(name) ? parseJson(name, value) : value;
  }
  return raw;
}

function translate(error: multer.MulterError, index: number, fileSizeBytesMax: number): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') return fileTooLarge(index, fileSizeBytesMax, error);
  if (error.code === 'LIMIT_FIELD_VALUE') return partTooLong(error.field ?? '');
  const detail = 'The form has too many or unknown parts. Send files[] and the import fields only.';
  return new AppError('malformed_body', detail, error);
}

const filesFault = (code: string, message: string, field = 'files[]'): AppError => invalidField(field, message, code);

const noFiles = (): AppError => filesFault('files_missing', 'No file was sent. Send at least one as files[].');
const noFileField = (field: string): AppError => partFault(field, 'does not take a file; send files as files[]');
const nameless = (field: string): AppError =>
  filesFault(
    'files_missing',
    'A part has no file. Send it as a file with a file name.',
    field.slice(0, LIMITS.fieldNameCharsMax),
  );
const tooManyFiles = (filesMax: number): AppError =>
  filesFault('too_many_files', `More than ${filesMax} files were sent. Send at most ${filesMax}.`);
const twiceNamed = (index: number): AppError =>
  filesFault(
    'same_name',
    `files[${index}] has the same name as an earlier file. Give each file a different name.`,
    `files[${index}]`,
  );

function fileTooLarge(index: number, sizeBytesMax: number, cause: unknown): AppError {
  const field = `files[${index}]`;
  const message = `${field} is larger than ${sizeBytesMax} bytes. Compress it (.gz), or send it in another format.`;
  return itemError('file_too_large', { code: 'file_too_large', message, field }, cause);
}

function bodyTooLarge(filesMax: number): AppError {
  return new AppError(
    'body_too_large',
    `The body is larger than ${filesMax} files of the maximum size. Send fewer or smaller files at once.`,
  );
}

function tooSlow(afterMs: number): AppError {
  const seconds = Math.round(afterMs / 1000);
  const detail =
    afterMs === LIMITS.datasetUploadIdleMs
      ? `No data arrived for ${seconds} seconds. Send the upload again.`
      : `The upload did not finish within ${seconds} seconds. Send it over a faster connection, or import a file that is on the appliance.`;
  return new AppError('request_timeout', detail);
}
