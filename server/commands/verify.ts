import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { presentVerification } from '../api/present.ts';
import { NO_ANNOTATIONS } from '../api/present-record.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { Applicant, DocumentSide, DocumentType } from '../checks/types.ts';
import { must } from '../lib/assert.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { LIMITS } from '../lib/limits.ts';
import { describeUnknownType } from '../lib/media-type.ts';
import type { UploadSession } from '../vault/staging.ts';
import { getVerification } from '../verifications/store.ts';
import { storeSubmission } from '../verifications/store-submission.ts';
import { type SubmitInput, type SubmittedFile, submitVerification } from '../verifications/submit.ts';
import type { Verification } from '../verifications/types.ts';
import { type CommandIo, invalidCommand } from './io.ts';

export const VERIFY_USAGE =
  'custos verify FRONT [BACK] [SELFIE] [--selfie FILE] [--type national_id|passport|...] [--first-name T] [--last-name T] [--dob YYYY-MM-DD]';

const ACTOR = 'cli';
const TYPES: readonly DocumentType[] = ['national_id', 'passport', 'driving_license', 'residence_permit'];

interface NamedFile {
  path: string;
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
}

/** `custos verify FILE...`: submits the files as an API client would, waits for the end, and prints the record. */
export async function verifyCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const id = await submitFiles(appliance, parseVerify(args), io.cwd);
  const verification = await waitForEnd(appliance, id, io);
  io.out(`${JSON.stringify(presentVerification(verification, NO_ANNOTATIONS), null, 2)}\n`);
  return 0;
}

/** The files of a verification on the command line. */
export interface NamedFiles {
  files: NamedFile[];
  applicant: Applicant;
}

/**
 * Submits local files as an API client would. Returns the record's id; `onStored` receives it before processing can begin. Throws `AppError` if a
 * file cannot be accepted.
 */
export async function submitFiles(
  appliance: Appliance,
  { files, applicant }: NamedFiles,
  cwd: string,
  onStored: (id: string) => void = () => {},
): Promise<string> {
  const session = appliance.vault.beginUpload();
  try {
    const documents: SubmittedFile[] = [];
    for (const file of files) documents.push(await receive(session, file, cwd));
    const submission = { applicant, consent: null, metadata: null, webhook_url: null };
    const stored = { record: session, isNew: true, files: documents.map(({ file }) => file) };
    await storeSubmission(appliance, stored, () => {
      submitVerification(appliance, { record: session, livemode: true, actor: ACTOR, submission, documents });
      onStored(session.verificationId);
    });
  } finally {
    await session.discard();
  }
  return session.verificationId;
}

/** Returns the files and the applicant of a command line. Throws `AppError('invalid_command')`. */
export function parseVerify(args: string[], usage: string = VERIFY_USAGE): NamedFiles {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      selfie: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      dob: { type: 'string' },
    },
  });
  const [front, back, third] = positionals;
  if (front === undefined || positionals.length > 3 || (third !== undefined && values.selfie !== undefined)) {
    throw invalidCommand(`Use: ${usage}`);
  }
  const type = documentType(values.type);
  const files: NamedFile[] = [{ path: front, type, side: type === 'unknown' ? null : 'front' }];
  if (back !== undefined) files.push({ path: back, type, side: type === 'unknown' ? null : 'back' });
  const selfie = values.selfie ?? third;
  if (selfie !== undefined) files.push({ path: selfie, type: 'selfie', side: null });
  const { 'first-name': first_name, 'last-name': last_name, dob } = values;
  return { files, applicant: given({ first_name, last_name, dob }) };
}

/** Without `--type` the pipeline recognises type and side from the content. */
function documentType(name: string | undefined): DocumentType | 'unknown' {
  if (name === undefined) return 'unknown';
  const type = TYPES.find((known) => known === name);
  if (!type) throw invalidCommand(`--type takes one of ${TYPES.join(', ')}.`);
  return type;
}

async function receive(
  session: UploadSession,
  named: NamedFile,
  cwd: string,
): Promise<SubmitInput['documents'][number]> {
  const path = resolve(cwd, named.path);
  await access(path, constants.R_OK).catch((cause) => {
    throw new AppError('unreadable_file', `The file ${named.path} cannot be opened. Check its path.`, cause);
  });
  const file = await session.receive(createReadStream(path, { end: LIMITS.fileSizeBytesMax }));
  if (file.sizeBytes > LIMITS.fileSizeBytesMax)
    throw new AppError('file_too_large', `${named.path} is larger than 15 MB. Use a smaller file.`);
  if (!file.mediaType) {
    const { code, text } = describeUnknownType(file.head);
    throw new AppError(code, `${named.path} ${text}.`);
  }
  return { file, name: basename(path), type: named.type, side: named.side };
}

/** Waits until the record has left `pending` and `processing`, and reports each step. */
async function waitForEnd(appliance: Appliance, id: string, io: CommandIo): Promise<Verification> {
  const stopProgress = appliance.progress.subscribe(id, ({ step, done, total }) => {
    io.err(`\r\x1b[K${step === null ? '' : `${done + 1}/${total} ${step}`}`);
  });
  using _stopProgress = atEnd(() => stopProgress());
  return await new Promise((resolve, reject) => {
    const look = (): void => {
      const verification = must(getVerification(appliance, id, true), 'a submitted record is there');
      if (verification.status === 'pending' || verification.status === 'processing') return;
      stopEvents();
      resolve(verification);
    };
    const stopEvents = appliance.events.subscribe(() => {
      try {
        look();
      } catch (error) {
        reject(error);
      }
    });
  });
}
