import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { Section } from '../../parts/page.tsx';
import { Facts } from '../../parts/values.tsx';
import { formatCountry, formatDay, t } from '../../text/text.ts';
import { fieldLabel } from '../../text/words.ts';

/** What was submitted of the company, and the sender's own data. */
export function About({ record }: { record: KybVerificationAnswer }) {
  const { company, metadata, policy_version: policy } = record;
  const { address } = company;
  const place = [address.postal_code, address.city].filter(Boolean).join(' ');
  const own = Object.entries(metadata ?? {}).map(([key, value]) => [key, textOf(value)] as const);
  return (
    <Section title={t('company.about')} id="about">
      <Facts
        items={[
          [fieldLabel('legal_name'), <bdi key="name">{company.legal_name}</bdi>],
          [fieldLabel('trading_names'), company.trading_names?.join(', ')],
          [fieldLabel('former_names'), company.former_names?.join(', ')],
          [fieldLabel('country'), formatCountry(company.country)],
          [fieldLabel('registration_number'), company.registration_number],
          [fieldLabel('legal_form'), company.legal_form],
          [fieldLabel('incorporation_date'), company.incorporation_date && formatDay(company.incorporation_date)],
          [fieldLabel('industry'), company.industry],
          [
            fieldLabel('address'),
            [address.line1, address.line2, place, address.state, formatCountry(address.country)]
              .filter(Boolean)
              .join(', '),
          ],
          [fieldLabel('tax_id'), company.tax_id],
          [fieldLabel('vat_number'), company.vat_number],
          [fieldLabel('lei'), company.lei],
          ...own,
          [t('applicant.policy'), policy === null ? null : String(policy)],
          [t('label.verification'), <code key="id">{record.id}</code>],
        ]}
      />
    </Section>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
