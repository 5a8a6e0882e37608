import { signal } from '@preact/signals';
import type { ApiError } from '../../client/api.ts';
import type { CompanyDocumentType } from '../../parts/files/company-documents.ts';
import { checkFile, FILES_MAX, type MediaType } from '../../parts/files/media.ts';
import type { Refusal } from '../../parts/files/person-files.ts';

/** An announced document, with or without its file. */
export interface CompanyFile {
  key: string;
  file: File | null;
  media: MediaType | null;
  type: CompanyDocumentType | null;
  fault: { code: string; message: string } | null;
}

export function createCompanyFiles() {
  const list = signal<readonly CompanyFile[]>([]);
  const refused = signal<readonly Refusal[]>([]);
  let lastKey = 0;
  const put = (one: Pick<CompanyFile, 'file' | 'media'>, type: CompanyDocumentType | null = null): void => {
    list.value = [...list.peek(), { key: `document-${++lastKey}`, ...one, type, fault: null }];
  };
  const patch = (key: string, change: Partial<CompanyFile>): void => {
    list.value = list.peek().map((one) => (one.key === key ? { ...one, ...change } : one));
  };
  /** `instead`: the key of the document that gets this file. */
  const take = async (file: File, instead?: string): Promise<{ file: File; media: MediaType } | null> => {
    const media = await checkFile(file);
    // Checked after the file was read: other files may have been added meanwhile.
    const others = list.peek().filter((one) => one.file !== null && one.key !== instead).length;
    const code = media.includes('/') && others >= FILES_MAX ? 'too_many_documents' : media;
    if (code.includes('/')) return { file, media: code as MediaType };
    refused.value = [...refused.peek(), { name: file.name, code }];
    return null;
  };
  return {
    list,
    refused,
    /** `type`: the known type of the files. */
    async add(files: readonly File[], type?: CompanyDocumentType | null): Promise<void> {
      refused.value = [];
      for (const file of files) {
        const taken = await take(file);
        if (taken) put(taken, type);
      }
    },
    /** Announces a document whose file comes later. */
    announce: (type?: CompanyDocumentType | null) => put({ file: null, media: null }, type),
    async setFile(key: string, file: File): Promise<void> {
      refused.value = [];
      const taken = await take(file, key);
      if (taken) patch(key, { ...taken, fault: null });
    },
    setType: (key: string, type: CompanyDocumentType | null) => patch(key, { type }),
    remove(key: string) {
      list.value = list.peek().filter((one) => one.key !== key);
    },
    /** Marks the files that the appliance refused, by their index among the sent files. */
    mark(errors: ApiError['problem']['errors']) {
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
