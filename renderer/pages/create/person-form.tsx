import { Section } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';
import { fieldLabel } from '../../text/words.ts';
import type { Consent, PersonDraft } from './person-draft.ts';
import { AddressFields, MoreFields, TextField } from './text-field.tsx';

const CONSENTS: readonly Consent[] = ['given', 'refused', 'not_asked'];

const CONTACT = ['applicant.email', 'applicant.phone', 'applicant.address'];

/** What is known of the person; none of it is needed. */
export function ApplicantSection({ draft: { fields } }: { draft: PersonDraft }) {
  const field = (name: string) => ({ fields, path: `applicant.${name}`, label: fieldLabel(name) });
  return (
    <Section title={t('create.applicant')} id="applicant">
      <p class="hint applicant-hint">{t('create.applicant_hint')}</p>
      <div class="form-row">
        <TextField {...field('first_name')} />
        <TextField {...field('last_name')} />
      </div>
      <div class="form-row">
        <TextField {...field('dob')} hint={t('create.dob_hint')} />
        <TextField {...field('nationality')} />
      </div>
      <TextField fields={fields} path="reference" label={t('create.reference')} hint={t('create.reference_hint')} />
      <MoreFields summary={t('create.contact')} fields={fields} paths={CONTACT}>
        <TextField {...field('email')} type="email" />
        <TextField {...field('phone')} type="tel" hint={t('create.phone_hint')} />
        <AddressFields fields={fields} prefix="applicant.address" />
      </MoreFields>
    </Section>
  );
}

/** Whether faces may be compared. */
export function ConsentSection({ draft: { consent, files } }: { draft: PersonDraft }) {
  return (
    <Section title={t('create.consent')} id="consent">
      <fieldset>
        <legend class="hint">{t('create.consent_hint')}</legend>
        {CONSENTS.map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="consent"
              value={one}
              checked={consent.value === one}
              onChange={() => {
                consent.value = one;
                if (one === 'given') files.lookAgain();
              }}
            />
            <span>{t(`create.consent_${one}`)}</span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
