import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { Pill } from '../../parts/values.tsx';
import { formatCountry, formatNumber, t, textFor } from '../../text/text.ts';
import { topicLabel } from '../../text/words.ts';

const TONES = { low: 'good', medium: 'warn', high: 'bad' } as const;

/** How high the risk is, and what it adds up from. */
export function Risk({ risk }: Pick<KybVerificationAnswer, 'risk'>) {
  if (!risk) {
    return (
      <Section title={t('risk.title')} id="risk">
        <p class="faint">{t('risk.none')}</p>
      </Section>
    );
  }
  return (
    <Section
      title={t('risk.title')}
      id="risk"
      actions={<Pill tone={TONES[risk.level]}>{t(`risk.level.${risk.level}`)}</Pill>}
    >
      <p class="risk-score">
        <strong>{formatNumber(risk.score)}</strong>{' '}
        <span class="faint">{t('risk.of', { max: formatNumber(100) })}</span>
      </p>
      {risk.factors.length === 0 ? (
        <p class="faint">{t('risk.no_factors')}</p>
      ) : (
        <Table
          caption={t('risk.factors')}
          rows={risk.factors.map((factor, i) => ({
            ...factor,
            key: `${factor.factor}${i}`,
            words: factorWords(factor),
          }))}
          keyOf={({ key }) => key}
          columns={[
            [t('risk.factor'), ({ words }) => words.label],
            [t('risk.value'), ({ words }) => <span dir="auto">{words.value}</span>],
            [t('label.points'), ({ points }) => formatNumber(points), 'numeric'],
          ]}
        />
      )}
      <p class="small faint">{t('risk.version', { version: risk.version })}</p>
    </Section>
  );
}

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
