import { formatCountry } from '../text/format.ts';
import { textFor } from '../text/text.ts';
import { fieldValue } from '../text/words.ts';
import type { HitAnswer } from './hit.ts';

type Office = NonNullable<HitAnswer['entity']['roles']>[number];

/** An office on one line: what it is, where, its level, and since when until when it was held. */
export function officeText({ title, country, level, from, until }: Office): string {
  const about = [title, country && formatCountry(country), level && levelLabel(level)].filter(Boolean).join(', ');
  const [since, end] = [from, until].map((date) => (date === undefined ? '' : fieldValue('date', date)));
  return from || until ? `${about} (${since}–${end})` : about;
}

export const levelLabel = (level: string): string => textFor(`office.${level}`) ?? level;
