import { setImmediate } from 'node:timers/promises';
import { checkCompanyDocument, concludeDocuments, countedFiles } from '../../checks/kyb/documents.ts';
import type { NameReading } from '../../checks/kyb/documents-name.ts';
import { registrationNumbersIn } from '../../checks/kyb/numbers.ts';
import type { Company, CompanyDocumentResult, RegistryRecord } from '../../checks/kyb/types.ts';
import { must } from '../../lib/assert.ts';
import { findLegalForm, removeLegalForms } from '../../names/legal-forms.ts';
import type { KybStep } from './step.ts';

/** Compares what was read from each file with the company. It yields to other work between two files. */
export const documentsStep: KybStep<'documents'> = {
  name: 'documents',
  async run({ verification, results, policy, today }) {
    const { documents: files, submission } = verification;
    const { company, documents: descriptors } = submission;
    const readings = must(results.read, 'files are read before they are compared').documents;
    const registered = registeredOf(company, results.registry?.record ?? null);
    const documents: CompanyDocumentResult[] = [];
    for (const file of countedFiles(files)) {
      const reading = readings.find(({ document_id }) => document_id === file.id);
      if (!reading) continue;
      documents.push(checkCompanyDocument(file, reading, { company, registered, names: NAME_READING, policy, today }));
      await setImmediate();
    }
    return concludeDocuments(documents, { descriptors, files, policy });
  },
};

const NAME_READING: NameReading = {
  bare: removeLegalForms,
  beginsWithForm: (words) => findLegalForm(words, 0) !== null,
};

/** Returns the company's names and numbers in the register, and the register numbers that its other numbers contain. */
function registeredOf(company: Company, record: RegistryRecord | null): { names: string[]; numbers: string[] } {
  const { country, registration_number = '' } = company;
  const former = record?.other_names.filter(({ kind }) => kind === 'former') ?? [];
  return {
    names: record ? [record.name, ...former.map(({ name }) => name)] : [],
    numbers: [...(record ? [record.number] : []), ...registrationNumbersIn(country, registration_number)],
  };
}
