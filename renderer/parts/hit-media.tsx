import { formatNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { fieldValue } from '../text/words.ts';
import type { HitAnswer } from './hit.ts';

/** The reports in the media of a hit's entry, each with the passage that names it. Addresses are text: the appliance opens none. */
export function HitMedia({ entity: { media = [], media_count: count = media.length } }: Pick<HitAnswer, 'entity'>) {
  if (media.length === 0) return null;
  return (
    <section class="hit-media">
      <h4>{t('hit.media')}</h4>
      {media.map(({ source, date, title, url, passage }, at) => (
        // Nothing of a report is its own alone, and their order never changes.
        <figure key={at}>
          <figcaption>
            {[title, source, date && fieldValue('date', date)].filter(Boolean).join(' · ')}
            {url && <span class="faint"> {url}</span>}
          </figcaption>
          {passage && <blockquote dir="auto">{passage}</blockquote>}
        </figure>
      ))}
      {count > media.length && (
        <p class="small faint">{t('hit.media_more', { more: formatNumber(count - media.length) })}</p>
      )}
    </section>
  );
}
