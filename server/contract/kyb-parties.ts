import { z } from 'zod';
import { COMPANY_DOCUMENT_TYPES, KYB_ROLES } from '../checks/kyb/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { addressSchema } from './applicant.ts';
import {
  BIRTH_DIFFERS,
  birthAgrees,
  birthDateField,
  countryField,
  dateField,
  fileNameField,
  idField,
  leiField,
  neededNameField,
  saysName,
  textField,
} from './fields.ts';
import { linkedStatusSchema } from './status.ts';

const names = z
  .array(textField)
  .max(LIMITS.companyNamesMax, { error: `contains more than ${LIMITS.companyNamesMax} names; send fewer` });

const companyAddressSchema = addressSchema.extend({ country: countryField }).meta({ id: 'CompanyAddress' });

export const companySchema = z
  .object({
    legal_name: neededNameField,
    registration_number: textField
      .exactOptional()
      .meta({ description: 'Registration (trade register) number. It finds the company reliably' }),
    tax_id: textField.exactOptional(),
    country: countryField,
    industry: textField.exactOptional().meta({ description: 'Business sector' }),
    address: companyAddressSchema,
    vat_number: textField.exactOptional(),
    lei: leiField.exactOptional(),
    incorporation_date: dateField.exactOptional(),
    legal_form: textField.exactOptional(),
    trading_names: names.exactOptional().meta({ description: 'Trading names. Screened too' }),
    former_names: names.exactOptional().meta({ description: 'Former names. Screened too' }),
  })
  .meta({ id: 'Company' });

const filledField = textField.regex(/\S/, { error: 'is blank; send a value' });
const representativeFields = {
  first_name: filledField,
  last_name: filledField,
  role: z.enum(KYB_ROLES),
  dob: dateField.exactOptional(),
  birth_date: birthDateField.exactOptional(),
  nationality: countryField.exactOptional(),
};

/** A person with only one name may send a punctuation mark for the other. */
export const representativeSchema = z
  .object(representativeFields)
  .refine(({ first_name, last_name }) => saysName(first_name + last_name), {
    path: ['last_name'],
    error: 'contains no letter or digit, and neither does first_name; send the name',
  })
  .refine(birthAgrees, BIRTH_DIFFERS)
  .meta({ id: 'Representative' });

const uboFields = {
  first_name: textField.exactOptional(),
  last_name: textField.exactOptional(),
  legal_name: textField
    .exactOptional()
    .meta({ description: 'For an owner that is a company, instead of first_name and last_name' }),
  ownership_percent: z
    .number()
    .min(0, { error: 'is less than 0; send a number from 0 to 100' })
    .max(100, { error: 'is more than 100; send a number from 0 to 100' })
    .meta({ description: 'Share in the company, or in the owner given in parent' }),
  parent: z.number().exactOptional().meta({
    type: 'integer',
    minimum: 0,
    description:
      'Index in ubos, from 0, of the company that this share is in. Without it, the share is in the verified company itself',
  }),
  dob: dateField.exactOptional(),
  birth_date: birthDateField.exactOptional(),
  nationality: countryField.exactOptional(),
  country: countryField.exactOptional().meta({ description: 'Country of residence or registration' }),
  registration_number: textField.exactOptional(),
  lei: leiField.exactOptional(),
};

const uboSchema = z.object(uboFields).refine(birthAgrees, BIRTH_DIFFERS).meta({ id: 'Ubo' });
type SentUbo = z.output<typeof uboSchema>;

/** The owners: each is a person or a company, and `parent` leads up to the verified company. */
export const ubosSchema = z
  .array(uboSchema)
  .max(LIMITS.ubosMax, { error: `contains more than ${LIMITS.ubosMax} owners; send the most important ones` })
  .superRefine((ubos, context) => {
    const tell = (index: number, field: keyof SentUbo, message: string): void =>
      context.addIssue({ code: 'custom', path: [index, field], message });
    for (const [index, ubo] of ubos.entries()) {
      if (saysName(ubo.legal_name) && (saysName(ubo.first_name) || saysName(ubo.last_name))) {
        tell(
          index,
          'legal_name',
          'cannot be combined with a first or last name; send the owner as a person or as a company',
        );
      }
      const fault = parentFault(ubos, index);
      if (fault) tell(index, 'parent', fault);
    }
  });

/** Returns what is wrong with the `parent` of an owner: completes "ubos[1].parent ...". */
function parentFault(ubos: readonly SentUbo[], index: number): string | null {
  const { parent } = ubos[index] as SentUbo;
  if (parent === undefined) return null;
  const owned = ubos[parent];
  if (!owned) return `is not an index of ubos; send one from 0 to ${ubos.length - 1}`;
  if (parent === index) return 'is the index of the owner itself; send the index of the company that the share is in';
  if (!saysName(owned.legal_name))
    return 'is the index of a person; send the index of a company, which has a legal_name';
  // An owner in a cycle leads back to itself; an owner that only leads into a cycle is not at fault.
  let at: number | undefined = parent;
  for (let steps = 0; at !== undefined && steps <= ubos.length; steps++) {
    if (at === index)
      return 'leads back to the owner itself; correct the chain, which must end at the verified company';
    at = ubos[at]?.parent;
  }
  return null;
}

export const companyDocumentTypeSchema = z.enum(COMPANY_DOCUMENT_TYPES).meta({ id: 'CompanyDocumentType' });

export const descriptorSchema = z
  .object({ type: companyDocumentTypeSchema, name: fileNameField.exactOptional() })
  .meta({ id: 'CompanyDocItem' });

/** Fields of every named party, as the record shows them. */
const partyFields = <S extends z.ZodType>(screening: S) => ({
  id: idField('per'),
  screening,
  verification_id: idField('ver').nullable().meta({ description: 'The KYC verification of this person' }),
  verification_status: linkedStatusSchema.nullable(),
});

export const answeredRepresentative = <S extends z.ZodType>(screening: S) =>
  z.object({ ...representativeFields, ...partyFields(screening) }).meta({ id: 'AnsweredRepresentative' });

export const answeredUbo = <S extends z.ZodType>(screening: S) =>
  z.object({ ...uboFields, ...partyFields(screening) }).meta({ id: 'AnsweredUbo' });
