import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Field, Options, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { fieldLabel, formatNumber, t } from '../../text/text.ts';
import { TextField } from '../create/text-field.tsx';
import { type CompanyDraft, isCompanyOwner, parentChoices, type Rows } from './company-draft.ts';

export const ROLES = ['legal_representative', 'director', 'authorized_signatory', 'shareholder', 'other'] as const;

/** The company's representatives. */
export function Representatives({ draft: { fields, representatives } }: { draft: CompanyDraft }) {
  return (
    <RowCards rows={representatives} of="representative">
      {(key) => {
        const field = (name: string) => ({ fields, path: `representatives.${key}.${name}`, label: fieldLabel(name) });
        const role = field('role');
        return (
          <div class="form-row">
            <TextField {...field('first_name')} needed />
            <TextField {...field('last_name')} needed />
            <Field label={t('create.role')} optional={t('create.needed')} error={fields.error(role.path)}>
              <select
                required
                value={fields.value(role.path)}
                onChange={(event) => fields.set(role.path, typed(event))}
              >
                <option value="">{t('files.choose_type')}</option>
                <Options of={ROLES.map((name) => [name, t(`party_role.${name}`)])} />
              </select>
            </Field>
            <TextField {...field('dob')} hint={t('create.dob_hint')} />
            <TextField {...field('nationality')} />
          </div>
        );
      }}
    </RowCards>
  );
}

/** The owners: people and companies, along chains of companies. */
export function Owners({ draft }: { draft: CompanyDraft }) {
  const { owners } = draft;
  return (
    <RowCards rows={owners} of="owner">
      {(key) => <Owner draft={draft} row={key} />}
    </RowCards>
  );
}

function Owner({ draft: { fields, owners }, row }: { draft: CompanyDraft; row: string }) {
  const field = (name: string) => ({ fields, path: `ubos.${row}.${name}`, label: fieldLabel(name) });
  const values = fields.values.value;
  const keys = owners.keys.value;
  const isCompany = isCompanyOwner(values, row);
  const choices = parentChoices(values, keys, row);
  const nameOf = (key: string): string =>
    values[`ubos.${key}.legal_name`]?.trim() || t('create.owner', { place: formatNumber(keys.indexOf(key) + 1) });
  return (
    <div class="form-row">
      <Field label={t('create.owner_kind')}>
        <select
          value={isCompany ? 'company' : 'person'}
          onChange={(event) => fields.set(field('kind').path, typed(event))}
        >
          <option value="person">{t('kind.kyc')}</option>
          <option value="company">{t('kind.kyb')}</option>
        </select>
      </Field>
      {isCompany ? (
        <TextField {...field('legal_name')} />
      ) : (
        <>
          <TextField {...field('first_name')} />
          <TextField {...field('last_name')} />
        </>
      )}
      <TextField {...field('ownership_percent')} label={t('create.share')} needed />
      {(choices.length > 0 || fields.error(field('parent').path)) && (
        <Field label={t('create.share_in')} error={fields.error(field('parent').path)}>
          <select
            value={values[field('parent').path] ?? ''}
            onChange={(event) => fields.set(field('parent').path, typed(event))}
          >
            <option value="">{t('create.share_in_company')}</option>
            <Options of={choices.map((key) => [key, nameOf(key)])} />
          </select>
        </Field>
      )}
      {isCompany ? (
        <>
          <TextField {...field('country')} label={t('create.registered_in')} />
          <TextField {...field('registration_number')} />
          <TextField {...field('lei')} />
        </>
      ) : (
        <>
          <TextField {...field('dob')} hint={t('create.dob_hint')} />
          <TextField {...field('nationality')} />
          <TextField {...field('country')} label={t('create.lives_in')} />
        </>
      )}
    </div>
  );
}

interface RowCardsProps {
  rows: Rows;
  of: 'representative' | 'owner';
  children: (key: string) => ComponentChildren;
}

/** Rows that can be added and removed. The focus moves to an added row, and stays near a removed one. */
function RowCards({ rows, of, children }: RowCardsProps) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const keys = rows.keys.value;
  const next = useRef<(() => HTMLElement | null | undefined) | null>(null);
  // Runs as soon as the row is added or removed, before the next key: typed text must not be lost.
  useLayoutEffect(() => {
    next.current?.()?.focus();
    next.current = null;
  }, [keys]);
  const focus = (find: () => HTMLElement | null | undefined): void => {
    next.current = find;
  };
  return (
    <Section title={t(`create.${of}s`)} id={rows.name}>
      <p class="hint">{t(`create.${of}s_hint`)}</p>
      <ol class="row-cards" ref={list}>
        {keys.map((key, i) => (
          <li key={key}>
            <fieldset>
              <legend>{t(`create.${of}`, { place: formatNumber(i + 1) })}</legend>
              {children(key)}
            </fieldset>
            <IconButton
              class="row-remove"
              icon="trash"
              label={t(`create.remove_${of}`, { place: formatNumber(i + 1) })}
              onClick={() => {
                focus(() => add.current?.querySelector('button'));
                rows.remove(key);
              }}
            />
          </li>
        ))}
      </ol>
      <div ref={add}>
        <Button
          icon="plus"
          onClick={() => {
            focus(() => list.current?.lastElementChild?.querySelector<HTMLElement>('select, input'));
            rows.add();
          }}
          label={t(`create.add_${of}`)}
        />
      </div>
    </Section>
  );
}
