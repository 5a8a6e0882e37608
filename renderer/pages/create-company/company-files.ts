import { type ReadonlySignal, signal } from '@preact/signals';
import type { ApiError } from '../../client/api.ts';
import type { CompanyDocumentType } from '../../parts/files/company-documents.ts';
import { checkFile, FILES_MAX, type MediaType } from '../../parts/files/media.ts';
import type { Refusal } from '../../parts/files/person-files.ts';

/** A document that is announced, with its file or before it comes. */
export interface CompanyFile {
  key: string;
  file: File | null;
  media: MediaType | null;
  type: CompanyDocumentType | null;
  fault: { code: string; message: string } | null;
}

export interface CompanyFiles {
  list: ReadonlySignal<readonly CompanyFile[]>;
  refused: ReadonlySignal<readonly Refusal[]>;
  /** `type`: what they are known to be. */
  add(files: readonly File[], type?: CompanyDocumentType | null): Promise<void>;
  /** Announces a document whose file comes later. */
  announce(type?: CompanyDocumentType | null): void;
  setFile(key: string, file: File): Promise<void>;
  setType(key: string, type: CompanyDocumentType | null): void;
  remove(key: string): void;
  /** Marks the files that the appliance refused, by their place among those that were sent. */
  mark(errors: ApiError['problem']['errors']): void;
  clear(): void;
}

export function createCompanyFiles(): CompanyFiles {
  const list = signal<readonly CompanyFile[]>([]);
  const refused = signal<readonly Refusal[]>([]);
  let lastKey = 0;
  const put = (one: Pick<CompanyFile, 'file' | 'media'>, type: CompanyDocumentType | null = null): void => {
    list.value = [...list.peek(), { key: `document-${++lastKey}`, ...one, type, fault: null }];
  };
  const patch = (key: string, change: Partial<CompanyFile>): void => {
    list.value = list.peek().map((one) => (one.key === key ? { ...one, ...change } : one));
  };
  /** `instead`: the key of the document whose file it becomes. */
  const take = async (file: File, instead?: string): Promise<{ file: File; media: MediaType } | null> => {
    const media = await checkFile(file);
    // After it was read: meanwhile others may have come.
    const others = list.peek().filter((one) => one.file !== null && one.key !== instead).length;
    const code = media.includes('/') && others >= FILES_MAX ? 'too_many_documents' : media;
    if (code.includes('/')) return { file, media: code as MediaType };
    refused.value = [...refused.peek(), { name: file.name, code }];
    return null;
  };
  return {
    list,
    refused,
    async add(files, type) {
      refused.value = [];
      for (const file of files) {
        const taken = await take(file);
        if (taken) put(taken, type);
      }
    },
    announce: (type) => put({ file: null, media: null }, type),
    async setFile(key, file) {
      refused.value = [];
      const taken = await take(file, key);
      if (taken) patch(key, { ...taken, fault: null });
    },
    setType: (key, type) => patch(key, { type }),
    remove(key) {
      list.value = list.peek().filter((one) => one.key !== key);
    },
    mark(errors) {
      const sent = list.peek().filter(({ file }) => file !== null);
      for (const { document_index: place, code, message } of errors) {
        const one = place === undefined ? undefined : sent[place];
        if (one) patch(one.key, { fault: { code: code === 'pdf_page_count' ? 'company_page_count' : code, message } });
      }
    },
    clear() {
      list.value = [];
      refused.value = [];
    },
  };
}
