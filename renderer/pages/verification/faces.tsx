import type { VerificationAnswer } from '../../../server/api/contract/verification.ts';
import { CheckPill } from '../../parts/check-pill.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import { Scale } from '../../parts/scale.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';

interface FacesProps {
  path: string;
  match: VerificationAnswer['face_match'];
  mattering: Mattering;
}

/** Both faces side by side, and how alike they are on the scale that decides. */
export function Faces({ path, match, mattering }: FacesProps) {
  const { score, threshold, review_from: reviewFrom } = match;
  return (
    <Section title={t('faces.title')} id="faces" actions={<CheckPill check={match} mattering={mattering} />}>
      {score !== null && (
        <>
          <div class="faces">
            <Face path={`${path}/faces/reference`} label={t('faces.reference')} />
            <Face path={`${path}/faces/selfie`} label={t('faces.selfie')} />
          </div>
          <p class="face-score">
            {t('faces.score_is', { score: formatNumber(score, 3) })} <strong>{t(verdictOf(match))}</strong>
          </p>
          <Scale
            score={score}
            label={t('faces.score')}
            marks={[
              ...(reviewFrom === null ? [] : [{ at: reviewFrom, label: t('faces.review_from') }]),
              ...(threshold === null ? [] : [{ at: threshold, label: t('faces.threshold') }]),
            ]}
          />
        </>
      )}
      {match.findings.length > 0 && <FindingList findings={match.findings} mattering={mattering} />}
      {score === null && match.findings.length === 0 && <p class="faint">{t('faces.none')}</p>}
    </Section>
  );
}

/** What the score says, by the thresholds. */
export function verdictOf({ score, threshold, review_from: from }: VerificationAnswer['face_match']) {
  if (score === null || threshold === null) return 'faces.unknown';
  if (score >= threshold) return 'faces.same';
  return from !== null && score >= from ? 'faces.unsure' : 'faces.other';
}

function Face({ path, label }: { path: string; label: string }) {
  const { url, error } = usePicture(path);
  return (
    <figure class="face">
      {url ? <img src={url} alt={label} /> : <div class="face-none">{error ? t('faces.unavailable') : ''}</div>}
      <figcaption>{label}</figcaption>
    </figure>
  );
}
