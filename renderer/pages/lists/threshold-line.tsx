import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import type { Dataset } from './dataset.ts';
import { type ScoreRange, type Settings, THRESHOLDS, thresholdOf } from './thresholds.ts';

/** From which scores on entries of the list are hits. */
export function ThresholdLine({ settings, dataset }: { settings: Settings; dataset: Dataset }) {
  const parts = THRESHOLDS.flatMap((which) => {
    const range = thresholdOf(settings, dataset.code, topicsOf(dataset), which);
    return range ? [t(`lists.${which}`, { score: rangeText(range) })] : [];
  });
  const own = THRESHOLDS.some((which) => thresholdOf(settings, dataset.code, null, which)?.own !== null);
  return <p class="dataset-line faint">{[...parts, t(own ? 'lists.own' : 'lists.common')].join(' · ')}</p>;
}

export function topicsOf({ active }: Dataset): readonly string[] | null {
  return active && 'topics' in active ? active.topics : null;
}

const rangeText = ({ lowest, highest }: ScoreRange): string =>
  lowest === highest ? formatNumber(lowest) : `${formatNumber(lowest)}–${formatNumber(highest)}`;
