import { formatNumber, formatShare, t } from '../text/text.ts';
import { fieldLabel, fieldValue } from '../text/words.ts';
import type { HitFact, TokenPair } from './hit.ts';
import { Pill, type Tone } from './values.tsx';

/** Both names, their words aligned, and how alike each pair is. */
export function TokenTable({
  asked,
  found,
  pairs,
}: {
  asked: string | null;
  found: string;
  pairs: readonly TokenPair[];
}) {
  return (
    <div class="token-frame" tabIndex={0} role="region" aria-label={t('hit.words')}>
      <table class="tokens">
        <caption class="unseen">{t('hit.words')}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('hit.asked')}</th>
            {pairs.map((pair, i) => (
              <td key={i} dir="auto">
                {pair.asked || '–'}
              </td>
            ))}
            {pairs.length === 0 && <td dir="auto">{asked ?? '–'}</td>}
          </tr>
          <tr>
            <th scope="row">{t('hit.found')}</th>
            {pairs.map((pair, i) => (
              <td key={i} class={pair.likeness} dir="auto">
                {pair.found || '–'}
              </td>
            ))}
            {pairs.length === 0 && <td dir="auto">{found}</td>}
          </tr>
          {pairs.some(({ rule }) => rule) && (
            <tr class="small">
              <th scope="row">{t('hit.rule')}</th>
              {pairs.map(({ rule }, i) => (
                <td key={i}>{rule && t(`hit.rule_${rule}`)}</td>
              ))}
            </tr>
          )}
          {pairs.length > 0 && (
            <tr class="small">
              <th scope="row">{t('hit.likeness')}</th>
              {pairs.map((pair, i) => (
                <td key={i}>{pair.likeness === 'missing' ? t('hit.missing') : formatShare(pair.score)}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const TONES: Readonly<Record<HitFact['verdict'], Tone>> = { agrees: 'bad', contradicts: 'good', open: 'calm' };

/** What is known of both besides the name. What agrees speaks for the hit, so it has the colour of a warning. */
export function HitFactTable({ facts }: { facts: readonly HitFact[] }) {
  if (facts.length === 0) return null;
  return (
    <table class="hit-facts">
      <caption class="unseen">{t('hit.facts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('hit.fact')}</th>
          <th scope="col">{t('hit.asked')}</th>
          <th scope="col">{t('hit.found')}</th>
          <th scope="col">{t('hit.verdict')}</th>
          <th scope="col" class="numeric">
            {t('label.points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.name}>
            <th scope="row">{fieldLabel(fact.name)}</th>
            <td dir="auto">{fieldValue(fact.name, fact.asked)}</td>
            <td dir="auto">{fieldValue(fact.name, fact.found)}</td>
            <td>
              <Pill tone={TONES[fact.verdict]}>
                {t(fact.agreement ? `hit.born_${fact.agreement}` : `hit.${fact.verdict}`)}
              </Pill>
            </td>
            <td class="numeric">{formatNumber(fact.contribution)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
