import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';
import { fieldLabel } from '../../text/words.ts';

/** What was sent beside what documents say: how to reach the person, the consent, the sender's own data. */
export function Applicant({ record }: { record: VerificationAnswer }) {
  const { applicant, consent, metadata, policy_version: policy } = record;
  const own = Object.entries(metadata ?? {}).map(([key, value]) => [key, textOf(value)] as const);
  return (
    <Section title={t('applicant.title')} id="applicant">
      <Facts
        items={[
          [t('label.verification'), <code key="id">{record.id}</code>],
          [fieldLabel('email'), applicant.email],
          [fieldLabel('phone'), applicant.phone],
          [
            t('applicant.consent'),
            t(consent === null ? 'applicant.not_asked' : consent ? 'applicant.yes' : 'applicant.no'),
          ],
          [t('applicant.policy'), policy === null ? null : String(policy)],
          ...own,
        ]}
      />
    </Section>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
