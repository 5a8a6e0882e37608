import { signal } from '@preact/signals';
import type { InspectionAnswer } from '../../../server/contract/inspect.ts';
import { ApiError, request } from '../../client/api.ts';
import { checkFile, FILES_MAX, type MediaType } from './media.ts';

export type PersonDocumentType = Exclude<InspectionAnswer['type'], 'unknown'>;
export type Side = 'front' | 'back';

export const PERSON_DOCUMENT_TYPES = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
  'selfie',
  'proof_of_address',
  'other',
] as const satisfies readonly PersonDocumentType[];

/** The appliance's inspection of a file before it is sent. */
export type Look = 'waiting' | 'looking' | 'not_looked' | InspectionAnswer;

export interface PersonFile {
  key: string;
  file: File;
  media: MediaType;
  /** null: unknown yet. */
  type: PersonDocumentType | null;
  side: Side | null;
  /** The operator chose type and side, so the inspection no longer changes them. */
  chosen: boolean;
  look: Look;
  /** Code of why it cannot be sent, with the appliance's own text. */
  fault: { code: string; message: string } | null;
}

/** A refused file, with the reason. */
export interface Refusal {
  name: string;
  code: string;
}

export type PersonFiles = ReturnType<typeof createPersonFiles>;

/** The files of one person; the appliance inspects them one after the other. `consent`: whether faces may be detected. */
export function createPersonFiles(consent: () => boolean) {
  const list = signal<readonly PersonFile[]>([]);
  const refused = signal<readonly Refusal[]>([]);
  let lastKey = 0;
  let working: Promise<void> | null = null;

  const patch = (key: string, change: Partial<PersonFile>): void => {
    list.value = list.peek().map((one) => (one.key === key ? { ...one, ...change } : one));
  };
  const lookAtAll = async (): Promise<void> => {
    for (;;) {
      const next = list.peek().find(({ look }) => look === 'waiting');
      if (!next) return guessSelfie();
      patch(next.key, { look: 'looking' });
      const seen = await inspect(next.file, consent());
      const now = list.peek().find(({ key }) => key === next.key);
      // Another picture may have replaced it meanwhile.
      if (now?.file === next.file) patch(next.key, { ...seen, ...guessOf(now, seen.look) });
    }
  };
  /**
   * Without consent faces are not detected. Then the only picture without readable text, if there is an identity document, counts as the selfie
   * until the operator chooses otherwise.
   */
  const guessSelfie = (): void => {
    const all = list.peek();
    const [only, ...others] = all.filter(isUnrecognised);
    const hasIdentity = all.some(({ type }) => type !== null && IDENTITY.includes(type));
    if (consent() || !only || others.length > 0 || !hasIdentity || all.some(({ type }) => type === 'selfie')) return;
    if (only.media !== 'application/pdf') patch(only.key, { type: 'selfie', side: null });
  };
  const work = (): void => {
    working ??= lookAtAll().finally(() => {
      working = null;
      // One that was added just before the end.
      if (list.peek().some(({ look }) => look === 'waiting')) work();
    });
  };
  const take = async (file: File): Promise<Pick<PersonFile, 'file' | 'media'> | null> => {
    const media = await checkFile(file);
    if (media.includes('/')) return { file, media: media as MediaType };
    refused.value = [...refused.peek(), { name: file.name, code: media }];
    return null;
  };

  return {
    list,
    refused,
    /** Adds files that can be sent; `as`: their known type and side. */
    async add(files: readonly File[], as?: Pick<PersonFile, 'type' | 'side'>): Promise<void> {
      refused.value = [];
      for (const file of files) {
        const taken = await take(file);
        if (!taken) continue;
        // Checked after the file was read: other files may have been added meanwhile.
        if (list.peek().length >= FILES_MAX) {
          refused.value = [...refused.peek(), { name: file.name, code: 'too_many_documents' }];
          continue;
        }
        const known = { ...(as ?? UNKNOWN), chosen: as !== undefined };
        const fresh = { key: `file-${++lastKey}`, ...taken, ...known, look: 'waiting', fault: null } as const;
        list.value = [...list.peek(), fresh];
      }
      work();
    },
    /** Replaces a file's picture and keeps what the operator chose. */
    async replace(key: string, file: File): Promise<void> {
      refused.value = [];
      const taken = await take(file);
      if (!taken) return;
      const said = list.peek().find((one) => one.key === key)?.chosen;
      patch(key, { ...taken, look: 'waiting', fault: null, ...(!said && { type: null, side: null }) });
      work();
    },
    choose: (key: string, { type, side }: Pick<PersonFile, 'type' | 'side'>) =>
      patch(key, { type, side: type === 'selfie' ? null : side, chosen: true }),
    remove(key: string) {
      list.value = list.peek().filter((one) => one.key !== key);
    },
    /** Marks the files that the appliance refused, by their index in the request. */
    mark(faults: ReadonlyMap<number, { code: string; message: string }>) {
      list.value = list.peek().map((one, i) => ({ ...one, fault: faults.get(i) ?? one.fault }));
    },
    /** Inspects unrecognised files again: with consent faces may be detected. */
    lookAgain() {
      list.value = list.peek().map((one) => (isUnrecognised(one) ? { ...one, type: null, look: 'waiting' } : one));
      work();
    },
    /** Resolves when no file is waiting for inspection. */
    async settled() {
      await working;
    },
    clear() {
      list.value = [];
      refused.value = [];
    },
  };
}

const UNKNOWN = { type: null, side: null } as const;
const IDENTITY: readonly PersonDocumentType[] = ['national_id', 'passport', 'driving_license', 'residence_permit'];
const isUnrecognised = ({ look, chosen }: PersonFile): boolean =>
  !chosen && typeof look === 'object' && look.type === 'unknown';

/** Returns the inspection's type and side for a file, unless the operator chose them. */
function guessOf(file: Pick<PersonFile, 'chosen'>, look: Look): Partial<PersonFile> {
  if (file.chosen || typeof look !== 'object' || look.type === 'unknown') return {};
  return { type: look.type, side: look.side };
}

async function inspect(file: File, faces: boolean): Promise<Pick<PersonFile, 'look' | 'fault'>> {
  const form = new FormData();
  form.append('consent', String(faces));
  form.append('documents[]', file, file.name);
  try {
    const look = await request('POST', '/v1/documents/inspect', { form });
    return { look, fault: null };
  } catch (error) {
    // An aborted answer says nothing about the file.
    const [item] = error instanceof ApiError ? error.problem.errors : [];
    // If the error is about the file, it is a fault; otherwise it is temporary, and the file is sent without inspection.
    const fault = item?.document_index === undefined ? null : { code: item.code, message: item.message };
    return { look: 'not_looked', fault };
  }
}

type Judged = Pick<PersonFile, 'type' | 'look' | 'fault'>;

const pagesOf = ({ look }: Pick<PersonFile, 'look'>): number => (typeof look === 'object' && look.pages) || 1;

/** Whether it is a two-page PDF of an identity document: each page becomes a document of the record. */
export const isSplit = (one: Pick<PersonFile, 'type' | 'look'>): boolean =>
  pagesOf(one) === 2 && one.type !== null && IDENTITY.includes(one.type);

/** Returns why it cannot be sent. A company's file may have several pages; a person's file has one page, or is split. */
export function faultOf(one: Judged): PersonFile['fault'] {
  const maySplit = pagesOf(one) === 2 && (one.type === null || isSplit(one));
  return one.fault ?? (pagesOf(one) === 1 || maySplit ? null : { code: 'pdf_page_count', message: '' });
}

/** Whether there are files, and each has a type and no fault. */
export const canSend = (files: readonly Judged[]): boolean =>
  files.length > 0 && files.every((one) => one.type !== null && faultOf(one) === null);

/** Identifies the content of an upload: the same files give the same value. */
export const sentAs = (files: readonly PersonFile[]): unknown[] =>
  files.map((one) => {
    const { key, file, type, side } = one;
    return [key, file.name, file.size, file.lastModified, type, side, isSplit(one)];
  });

/** Adds the files to a form; every file has a type. */
export function appendFiles(form: FormData, files: readonly PersonFile[]): void {
  const items = files.map((one) => {
    const { file, type, side } = one;
    return { name: file.name, type, ...(side && { side }), ...(isSplit(one) && { split: true }) };
  });
  form.append('documents_meta', JSON.stringify({ items }));
  for (const { file } of files) form.append('documents[]', file, file.name);
}
