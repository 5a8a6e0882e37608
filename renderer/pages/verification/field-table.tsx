import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/api/contract/verification.ts';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import type { Lit } from '../../parts/viewer/types.ts';
import { t } from '../../text/text.ts';
import { fieldLabel, fieldValue, sourceLabel, typeLabel } from '../../text/words.ts';
import { agreedFields, type FieldGroup, type FieldRow, type FieldValue, fieldGroups, type Source } from './fields.ts';

/** Submitted, printed, machine-readable and barcode values side by side, differences marked; a row lights its boxes. */
export function FieldTables({ record, lit }: { record: VerificationAnswer; lit: Signal<Lit | null> }) {
  const groups = fieldGroups(record, agreedFields(record));
  return (
    <Section title={t('fields.title')} id="fields">
      {groups.length === 0 && <p class="faint">{t('fields.none')}</p>}
      {groups.map((group) => (
        <FieldTable key={group.type ?? ''} group={group} lit={lit} />
      ))}
    </Section>
  );
}

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
    // A value that stands on two files is shown on the one that is looked at.
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
            class="field-link"
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

function Value({ field, value, first }: { field: string; value: FieldValue | undefined; first: boolean }) {
  if (!value) return <span class="faint">–</span>;
  return (
    <>
      <span
        dir="auto"
        class={`${value.mark === 'same' && !first ? 'same' : ''} ${/^[\d-]+$/.test(value.value) ? 'whole' : ''}`}
      >
        {fieldValue(field, value.value)}
      </span>
      {value.mark === 'differs' && (
        <span class="differs">
          <Icon name="alert" />
          {t('fields.differs')}
        </span>
      )}
      {value.mark === 'spelling' && <span class="small faint spelling">{t('fields.spelling')}</span>}
    </>
  );
}
