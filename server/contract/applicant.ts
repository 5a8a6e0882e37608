import { z } from 'zod';
import {
  BIRTH_DIFFERS,
  birthAgrees,
  birthDateField,
  countryField,
  dateField,
  emailField,
  phoneField,
  textField,
} from './fields.ts';

export const addressSchema = z
  .object({
    line1: textField.exactOptional(),
    line2: textField.exactOptional(),
    city: textField.exactOptional(),
    state: textField.exactOptional(),
    postal_code: textField.exactOptional(),
    country: countryField.exactOptional(),
  })
  .meta({ id: 'Address' });

export const applicantSchema = z
  .object({
    first_name: textField.exactOptional(),
    last_name: textField.exactOptional(),
    dob: dateField.exactOptional(),
    birth_date: birthDateField.exactOptional(),
    nationality: countryField.exactOptional(),
    email: emailField.exactOptional(),
    phone: phoneField.exactOptional(),
    address: addressSchema.exactOptional(),
  })
  .refine(birthAgrees, BIRTH_DIFFERS)
  .meta({ id: 'Applicant', description: 'Personal data of the applicant; every field is optional.' });
