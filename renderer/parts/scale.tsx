import { formatNumber } from '../text/format.ts';

export interface ScaleMark {
  at: number;
  label: string;
}

/** A score 0..1 on its scale, with the thresholds that it is judged by. The words beside it say the same. */
export function Scale({ score, marks, label }: { score: number; marks: readonly ScaleMark[]; label: string }) {
  return (
    <div class="scale">
      <svg viewBox="0 0 200 12" preserveAspectRatio="none" role="img" aria-label={`${label}: ${formatNumber(score)}`}>
        <rect class="scale-ground" x="0" y="3" width="200" height="6" rx="3" />
        <rect class="scale-value" x="0" y="3" width={Math.max(2, score * 200)} height="6" rx="3" />
        {marks.map((mark) => (
          <line key={mark.label} class="scale-mark" x1={mark.at * 200} x2={mark.at * 200} y1="0" y2="12" />
        ))}
      </svg>
      <p class="small faint">{marks.map((mark) => `${mark.label} ${formatNumber(mark.at)}`).join(' · ')}</p>
    </div>
  );
}
