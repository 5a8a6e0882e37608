import { formatCountry, plural, t, textFor } from '../text/text.ts';
import { fieldValue } from '../text/words.ts';
import type { HitAnswer } from './hit.ts';

type Office = NonNullable<HitAnswer['entity']['roles']>[number];

/** An office on one line: what it is, where, its level, and since when until when it was held. */
export function officeText({ title, country, level, from, until }: Office): string {
  const about = [title, country && formatCountry(country), level && levelLabel(level)].filter(Boolean).join(', ');
  const [since, end] = [from, until].map((date) => (date === undefined ? '' : fieldValue('date', date)));
  return from || until ? `${about} (${since}–${end})` : about;
}

type Reason = NonNullable<HitAnswer['ruled_out']>['reasons'][number];

/** Why the policy does not count somebody's offices. */
export function ruledOutText(reason: Reason): string {
  if (reason.rule === 'office_level') return t('hit.office_level', { level: levelLabel(reason.level) });
  return plural('hit.office_left', reason.years, { until: fieldValue('date', reason.until) });
}

const levelLabel = (level: string): string => textFor(`office.${level}`) ?? level;
