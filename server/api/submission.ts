import { IDENTITY_TYPES } from '../checks/documents.ts';
import type { DocumentSide, DocumentType } from '../checks/types.ts';
import { type CreateParts, createPartsSchema } from '../contract/create.ts';
import type { Warning } from '../contract/problem.ts';
import { type AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { StagedFile } from '../vault/staging.ts';
import type { Submission } from '../verifications/types.ts';
import { splitField } from './document-check.ts';
import { JSON_PARTS, type PartName } from './form.ts';
import { parseJson } from './json.ts';
import { checkMetadata, dropBlank, nestAddress } from './raw-fields.ts';
import { readSources, type SentSource } from './sources.ts';
import type { ReceivedForm } from './upload.ts';
import { parseOrThrow, unknownFields } from './validate.ts';

/** The values of the parts as sent: JSON parts parsed, the others text. */
export type RawParts = Partial<Record<PartName, unknown>>;

/** A file of a form with its description. */
export interface SentFile {
  file: StagedFile;
  name: string | null;
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** The file is a PDF of two pages, each of which becomes a document. */
  split: boolean;
}

/** A submission read from a form. */
export interface ReadSubmission {
  submission: Submission;
  documents: SentFile[];
  sources: SentSource[];
  /** What was sent and has no effect. */
  warnings: Warning[];
}

/** Parses the JSON parts. Throws `malformed_json`, naming the part. */
export function parseParts(form: ReceivedForm): RawParts {
  const raw: RawParts = { ...form.parts };
  for (const name of JSON_PARTS) {
    const text = form.parts[name];
    if (text !== undefined) raw[name] = parseJson(name, text);
  }
  return raw;
}

/** Validates the parts and matches the files with their descriptions. Throws `documents_missing`, `invalid_request`, `documents_meta_mismatch`. */
export function readSubmission(form: ReceivedForm, raw: RawParts, livemode: boolean): ReadSubmission {
  if (form.documents.length === 0) throw documentsMissing();
  const nested = { ...raw, ...(raw.applicant === undefined ? {} : { applicant: nestAddress(raw.applicant) }) };
  const parts = parseOrThrow(createPartsSchema, nested, 'Some parts of the form are not valid. See errors.');
  checkMetadata(raw.metadata, livemode);
  const { documents, warnings } = matchDocuments(form, parts);
  return {
    submission: {
      applicant: dropBlank(parts.applicant ?? {}),
      consent: parts.consent ?? null,
      // The parsed object, not a copy: a copy could lose a member named like a member of `Object`.
      metadata: (raw.metadata as Record<string, unknown> | undefined) ?? null,
      webhook_url: parts.webhook_url ?? null,
    },
    documents,
    sources: readSources(form, parts),
    warnings: [
      ...form.unknownParts.map((name): Warning => ({ code: 'unknown_field', field: name })),
      ...unknownFields(createPartsSchema, nested),
      ...warnings,
    ].slice(0, LIMITS.errorItemsMax),
  };
}

/** Returns the files of a form, each with its description. Throws `documents_meta_mismatch`, `invalid_request`, `too_many_documents`. */
export function matchDocuments(
  form: ReceivedForm,
  parts: Pick<CreateParts, 'documents_meta'>,
): Pick<ReadSubmission, 'documents' | 'warnings'> {
  const items = parts.documents_meta?.items;
  const warnings: Warning[] = [];
  if (items === undefined) {
    const documents = form.documents.map(
      ({ file, fileName }) => ({ file, name: fileName, type: 'unknown', side: null, split: false }) as const,
    );
    return { documents, warnings };
  }
  if (items.length !== form.documents.length) throw lengthMismatch(items.length, form.documents.length);
  const documents = form.documents.map(({ file, fileName }, index): SentFile => {
    const item = items[index];
    const type = item?.type ?? 'unknown';
    const sideless = type === 'selfie' && item?.side !== undefined;
    if (sideless) warnings.push({ code: 'side_ignored', field: `documents_meta.items[${index}].side` });
    const split = item?.split ?? false;
    if (split && !IDENTITY_TYPES.includes(type)) throw noIdentityDocument(index);
    return { file, name: item?.name ?? fileName, type, side: sideless ? null : (item?.side ?? null), split };
  });
  const pages = documents.length + documents.filter(({ split }) => split).length;
  if (pages > LIMITS.filesMax) throw tooManyDocuments(pages);
  return { documents, warnings };
}

export function documentsMissing(): AppError {
  const message = 'Send at least one file as documents[].';
  return itemError('documents_missing', { code: 'documents_missing', message, field: 'documents[]' });
}

function noIdentityDocument(index: number): AppError {
  const field = splitField(index);
  const message = `${field} works for identity documents only. Send each page of other documents as a separate file.`;
  return itemError('invalid_request', { code: 'invalid_split', message, field, document_index: index });
}

function tooManyDocuments(pages: number): AppError {
  const message = `Files and split pages add up to ${pages} documents. Send at most ${LIMITS.filesMax}.`;
  return itemError('too_many_documents', { code: 'too_many_documents', message, field: 'documents_meta.items' });
}

export function lengthMismatch(items: number, files: number): AppError {
  const message = `documents_meta.items has ${items} items for ${files} files. Send one item for each file, in the same order.`;
  const item = { code: 'documents_meta_mismatch', message, field: 'documents_meta.items' };
  return itemError('documents_meta_mismatch', item);
}
