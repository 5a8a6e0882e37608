import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { formatCountry, formatNumber } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import { topicLabel } from '../../text/words.ts';

type Factor = NonNullable<KybVerificationAnswer['risk']>['factors'][number];

/** What raises the risk, and by which value; the appliance's own words where the factor is new to the console. */
export function factorWords({ factor, value, message }: Factor): { label: string; value: string } {
  const label = textFor(`risk.factor.${factor}`);
  return label === null
    ? { label: factor.replaceAll('_', ' '), value: message }
    : { label, value: valueWords(factor, value) };
}

function valueWords(factor: string, value: string): string {
  if (factor.endsWith('country')) return formatCountry(value);
  if (factor === 'hits') return topicLabel(value);
  if (factor === 'ownership_layers') return formatNumber(Number(value));
  const days = /^under (\d+) days$/.exec(value)?.[1];
  if (factor === 'age' && days !== undefined) return t('risk.under_days', { days: formatNumber(Number(days)) });
  return textFor(`risk.value.${value.replaceAll(/\W+/g, '_')}`) ?? value.replaceAll('_', ' ');
}
