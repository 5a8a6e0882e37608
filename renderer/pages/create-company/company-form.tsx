import { Field, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';
import { fieldLabel } from '../../text/words.ts';
import { AddressFields, MoreFields, TextField } from '../create/text-field.tsx';
import type { CompanyDraft } from './company-draft.ts';

const FURTHER = ['tax_id', 'vat_number', 'lei', 'industry', 'trading_names', 'former_names'].map(
  (name) => `company.${name}`,
);

/** The company itself: its name and where it is registered are needed, its number finds it surely. */
export function CompanySection({ draft: { fields } }: { draft: CompanyDraft }) {
  const field = (name: string) => ({ fields, path: `company.${name}`, label: fieldLabel(name) });
  const lines = (name: string) => {
    const { path, label } = field(name);
    return (
      <Field label={label} hint={t('create.one_a_line')} error={fields.error(path)}>
        <textarea rows={2} value={fields.value(path)} onInput={(event) => fields.set(path, typed(event))} />
      </Field>
    );
  };
  return (
    <Section title={t('kind.kyb')} id="company">
      <TextField {...field('legal_name')} needed />
      <div class="form-row">
        <TextField {...field('country')} label={t('create.registered_in')} needed />
        <TextField {...field('registration_number')} hint={t('create.registration_hint')} />
      </div>
      <div class="form-row">
        <TextField {...field('legal_form')} />
        <TextField {...field('incorporation_date')} type="date" />
      </div>
      <TextField fields={fields} path="reference" label={t('create.reference')} hint={t('create.reference_hint')} />
      <MoreFields summary={t('create.more_numbers')} fields={fields} paths={FURTHER}>
        <div class="form-row">
          <TextField {...field('tax_id')} />
          <TextField {...field('vat_number')} />
          <TextField {...field('lei')} />
        </div>
        <TextField {...field('industry')} />
        <div class="form-row">
          {lines('trading_names')}
          {lines('former_names')}
        </div>
      </MoreFields>
    </Section>
  );
}

export function AddressSection({ draft: { fields } }: { draft: CompanyDraft }) {
  return (
    <Section title={fieldLabel('address')} id="address">
      <AddressFields fields={fields} prefix="company.address" needed />
    </Section>
  );
}
