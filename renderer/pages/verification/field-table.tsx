import type { Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { nameOf } from '../../client/actors.ts';
import { can } from '../../client/session.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { When } from '../../parts/values.tsx';
import type { Lit } from '../../parts/viewer/picture.ts';
import { fieldLabel, fieldValue, sourceLabel, t, typeLabel } from '../../text/text.ts';
import { CorrectDialog, correctable } from './correct-dialog.tsx';
import { agreedFields, type FieldGroup, type FieldRow, type FieldValue, fieldGroups, type Source } from './fields.ts';

/** Shows submitted values, printed text, MRZ and barcode side by side and marks differences; a row highlights its boxes. */
export function FieldTables(part: RecordPart<VerificationAnswer, 'kyc'> & { lit: Signal<Lit | null> }) {
  const { record, lit } = part;
  const [correcting, setCorrecting] = useState(false);
  const may = record.status === 'needs_review' && can('kyc:review') && correctable(record).length > 0;
  useKeys(may ? [{ key: 'c', label: t('correct.label'), run: () => setCorrecting(true) }] : [], [may]);
  const groups = fieldGroups(record, agreedFields(record));
  return (
    <Section
      title={t('nav.data')}
      id="fields"
      actions={may && <Button look="quiet" keys="c" onClick={() => setCorrecting(true)} label={t('correct.label')} />}
    >
      {groups.length === 0 && <p class="faint">{t('fields.none')}</p>}
      {groups.map((group) => (
        <FieldTable key={group.type ?? ''} group={group} lit={lit} />
      ))}
      <Corrections corrections={record.corrections} />
      {correcting && may && (
        <CorrectDialog
          {...part}
          first={correctable(record).find(({ id }) => id === lit.peek()?.document)?.id ?? null}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Section>
  );
}

/** Shows the reviewers' corrections with the previous values. */
function Corrections({ corrections }: Pick<VerificationAnswer, 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <>
      <h3>{t('correct.made')}</h3>
      <ul class="requests">
        {corrections.map(({ id, type, fields, note, corrected_by, corrected_at }) => (
          <li key={id}>
            {type && <p>{changeText(t('correct.type'), typeLabel(type.was), typeLabel(type.value))}</p>}
            {Object.entries(fields).map(([name, { was, value }]) => (
              <p key={name}>{changeText(fieldLabel(name), shownValue(name, was), shownValue(name, value))}</p>
            ))}
            <q>{note}</q>
            <p class="small faint">
              {nameOf(corrected_by)} <When at={corrected_at} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

const shownValue = (name: string, value: string | null): string => (value === null ? '–' : fieldValue(name, value));
const changeText = (label: string, was: string, value: string): string => t('correct.change', { label, was, value });

function FieldTable({ group, lit }: { group: FieldGroup; lit: Signal<Lit | null> }) {
  const caption = group.type ? typeLabel(group.type) : t('fields.submitted_only');
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={caption}>
      <table class="fields">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fields.field')}</th>
            {group.sources.map((source) => (
              <th key={source} scope="col">
                {source === 'mrz' ? <abbr title={sourceLabel(source)}>MRZ</abbr> : sourceLabel(source)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <Row key={row.field} row={row} sources={group.sources} lit={lit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, sources, lit }: { row: FieldRow; sources: readonly Source[]; lit: Signal<Lit | null> }) {
  const documents = Object.values(row.values).flatMap(({ document }) => document ?? []);
  const first = documents[0];
  const isLit = lit.value?.key === row.field && documents.includes(lit.value.document);
  const button = useRef<HTMLButtonElement>(null);
  const picked = isLit && lit.value?.picked === true;
  useEffect(() => {
    if (picked) button.current?.focus();
  }, [picked]);
  const light = (go: boolean): void => {
    // A value on two files is shown on the one that is open.
    const document = documents.find((one) => one === lit.peek()?.document) ?? first;
    if (document) lit.value = { document, key: row.field, go };
  };
  return (
    <tr
      class={isLit ? 'current' : ''}
      onPointerEnter={() => light(false)}
      onPointerLeave={() => {
        lit.value = null;
      }}
    >
      <th scope="row">
        {first ? (
          <button
            ref={button}
            type="button"
            class="field-link bare"
            title={t('fields.show')}
            onFocus={() => light(false)}
            onClick={() => light(true)}
          >
            {fieldLabel(row.field)}
          </button>
        ) : (
          fieldLabel(row.field)
        )}
      </th>
      {sources.map((source) => (
        <td key={source}>
          <Value
            field={row.field}
            value={row.values[source]}
            first={row.values[source] === Object.values(row.values)[0]}
          />
        </td>
      ))}
    </tr>
  );
}

function OtherForm({ form }: { form: NonNullable<FieldValue['other_form']> | null }) {
  if (!form) return <div class="small faint">{t('fields.no_latin')}</div>;
  return (
    <div class="small" dir="auto">
      {t(form.transliterated ? 'fields.transliterated' : 'fields.also_printed', { name: form.text })}
    </div>
  );
}

function Value({ field, value, first }: { field: string; value: FieldValue | undefined; first: boolean }) {
  if (!value) return <span class="faint">–</span>;
  return (
    <>
      <span
        dir="auto"
        class={`${value.mark === 'same' && !first ? 'faint' : ''} ${/^[\d-]+$/.test(value.value) ? 'nowrap' : ''}`}
      >
        {fieldValue(field, value.value)}
      </span>
      {value.mark === 'differs' && (
        <span class="differs">
          <Icon name="alert" />
          {t('label.differs')}
        </span>
      )}
      {value.mark === 'spelling' && <div class="small faint">{t('fields.spelling')}</div>}
      {value.other_form !== undefined && <OtherForm form={value.other_form} />}
    </>
  );
}
