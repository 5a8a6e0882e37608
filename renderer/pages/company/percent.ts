import { formatTag } from '../../text/locale.ts';
import type { ShareRange } from './parties.ts';

/** What sums of shares are off by for the machine's arithmetic. */
const NOISE_PERCENT = 1e-9;
/** Smaller shares are told by their first digit. */
const SMALL_PERCENT = 0.01;

/** Percent, such as "33.33%", or a range where a register gives one. Cut off, never rounded up: 24.999% is no 25%. */
export function formatPercent({ min, max }: ShareRange): string {
  const isSmall = max > NOISE_PERCENT && max < SMALL_PERCENT;
  const format = new Intl.NumberFormat(formatTag(), {
    style: 'percent',
    roundingMode: 'trunc',
    ...(isSmall ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 2 }),
  });
  const shareOf = (percent: number): number => (percent + NOISE_PERCENT) / 100;
  return min === max ? format.format(shareOf(max)) : format.formatRange(shareOf(min), shareOf(max));
}
