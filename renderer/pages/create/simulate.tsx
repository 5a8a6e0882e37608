import type { Signal } from '@preact/signals';
import { mode } from '../../client/mode.ts';
import { Field, Options, typed } from '../../parts/field.tsx';
import { t } from '../../text/text.ts';
import type { Outcome } from './person-draft.ts';

const OUTCOMES: readonly Outcome[] = ['completed', 'needs_review', 'failed'];

/** Of test data: which outcome the appliance answers with, without looking at anything. */
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
