import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { mode } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Icon } from '../../parts/button.tsx';
import { CountryField } from '../../parts/country-field.tsx';
import { Field, Options, typed } from '../../parts/form.tsx';
import { t } from '../../text/text.ts';
import type { Outcome } from './drafts.ts';
import { type Fields, isCountry } from './fields.ts';

interface TextFieldProps {
  fields: Fields;
  path: string;
  label: string;
  /** Whether it is required; its label says so. */
  needed?: boolean;
  hint?: string;
  type?: 'text' | 'date' | 'email' | 'tel';
}

/** One value of a form: a country or a text, by its path. */
export function TextField({ fields, path, label, needed, hint, type = 'text' }: TextFieldProps) {
  const about = { label, error: fields.error(path), ...(needed && { optional: t('create.needed') }) };
  if (isCountry(path))
    return <CountryField {...about} value={fields.value(path)} onChange={(value) => fields.set(path, value)} />;
  return (
    <Field {...about} {...(hint && { hint })}>
      <input
        // TypeScript has a separate union of properties for each `type`.
        type={type as 'text'}
        value={fields.value(path)}
        {...(needed && { required: true })}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => fields.set(path, typed(event))}
      />
    </Field>
  );
}

/** Fields of an address, under `prefix`. */
export function AddressFields({ fields, prefix, needed }: { fields: Fields; prefix: string; needed?: boolean }) {
  const field = (name: string) => ({ fields, path: `${prefix}.${name}` });
  return (
    <>
      <TextField {...field('line1')} label={t('create.line1')} />
      <TextField {...field('line2')} label={t('create.line2')} />
      <div class="form-row">
        <TextField {...field('postal_code')} label={t('create.postal_code')} />
        <TextField {...field('city')} label={t('create.city')} />
      </div>
      <div class="form-row">
        <TextField {...field('state')} label={t('create.state')} />
        <TextField {...field('country')} label={t('field.country')} {...(needed && { needed })} />
      </div>
    </>
  );
}

const OUTCOMES: readonly Outcome[] = ['completed', 'needs_review', 'failed'];

/** For test data: which outcome the appliance returns without running checks. */
export function Simulate({ chosen }: { chosen: Signal<Outcome | null> }) {
  if (mode.value === 'live') return null;
  return (
    <Field label={t('create.simulate')} hint={t('create.simulate_hint')}>
      <select
        value={chosen.value ?? ''}
        onChange={(event) => {
          chosen.value = (typed(event) || null) as Outcome | null;
        }}
      >
        <option value="">{t('create.simulate_none')}</option>
        <Options of={OUTCOMES.map((one) => [one, t(`status.${one}`)])} />
      </select>
    </Field>
  );
}

interface MoreFieldsProps {
  summary: string;
  fields: Fields;
  /** The prefixes of the field paths in it. */
  paths: readonly string[];
  children: ComponentChildren;
}

/** Rarely needed fields, collapsed until one has an error; they stay open while it is corrected. */
export function MoreFields({ summary, fields, paths, children }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isOff = Object.keys(fields.errors.value).some((path) => paths.some((start) => path.startsWith(start)));
  useLayoutEffect(() => {
    if (isOff && details.current) details.current.open = true;
  }, [isOff]);
  return (
    <details class="more-fields" ref={details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Links between the forms for a person and a company, for operators who may create both. */
export function KindTabs({ current }: { current: 'kyc' | 'kyb' }) {
  if (!can('kyc:write') || !can('kyb:write')) return null;
  const tab = (kind: 'kyc' | 'kyb', to: string) => (
    <a class="kind-tab row faint" href={to} aria-current={current === kind ? 'page' : undefined}>
      <Icon name={kind === 'kyc' ? 'person' : 'company'} />
      {t(`kind.${kind}`)}
    </a>
  );
  return (
    <nav class="kind-tabs frame flex gap-2" aria-label={t('create.kind')}>
      {tab('kyc', '/new')}
      {tab('kyb', '/new/company')}
    </nav>
  );
}
