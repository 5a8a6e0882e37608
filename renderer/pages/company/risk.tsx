import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { Section } from '../../parts/page.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Table } from '../../parts/table.tsx';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { factorWords } from './risk-words.ts';

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
