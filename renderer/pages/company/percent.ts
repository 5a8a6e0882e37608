import { formatTag } from '../../text/locale.ts';
import type { ShareRange } from './parties.ts';

/** Percent, such as "33.33%", or a range where a register gives one. */
export function formatPercent({ min, max }: ShareRange): string {
  const format = new Intl.NumberFormat(formatTag(), { style: 'percent', maximumFractionDigits: 2 });
  return min === max ? format.format(max / 100) : format.formatRange(min / 100, max / 100);
}
