import { checkCompanyDocuments } from '../../checks/kyb/documents.ts';
import type { NameReading } from '../../checks/kyb/documents-name.ts';
import { registrationNumbersIn } from '../../checks/kyb/numbers.ts';
import type { Company, RegistryRecord } from '../../checks/kyb/types.ts';
import { must } from '../../lib/assert.ts';
import { findLegalForm, removeLegalForms } from '../../screening/names/legal-forms.ts';
import type { KybStep } from './step.ts';

/** Compares what was read of each file with the company. */
export const documentsStep: KybStep<'documents'> = {
  name: 'documents',
  async run({ verification, results, policy, today }) {
    const { company, documents: descriptors } = verification.submission;
    return checkCompanyDocuments({
      company,
      descriptors,
      files: verification.documents,
      readings: must(results.read, 'files are read before they are compared').documents,
      registered: registeredOf(company, results.registry?.record ?? null),
      names: NAME_READING,
      policy,
      today,
    });
  },
};

const NAME_READING: NameReading = {
  bare: removeLegalForms,
  beginsWithForm: (words) => findLegalForm(words, 0) !== null,
};

/** The company's names and numbers by the register, and the numbers of the register that its other numbers hold. */
function registeredOf(company: Company, record: RegistryRecord | null): { names: string[]; numbers: string[] } {
  const { country, registration_number = '' } = company;
  const former = record?.other_names.filter(({ kind }) => kind === 'former') ?? [];
  return {
    names: record ? [record.name, ...former.map(({ name }) => name)] : [],
    numbers: [...(record ? [record.number] : []), ...registrationNumbersIn(country, registration_number)],
  };
}
