import { useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { nameOf } from '../../client/actors.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CheckPill } from '../../parts/check-pill.tsx';
import { FindingList } from '../../parts/finding-list.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Section } from '../../parts/page.tsx';
import type { Mattering } from '../../parts/record-head.ts';
import { Scale, When } from '../../parts/values.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { formatNumber, t } from '../../text/text.ts';
import { documentLabel } from '../../text/words.ts';
import { ChooseFaceDialog, withFaces } from './choose-face-dialog.tsx';

interface FacesProps {
  path: string;
  record: VerificationAnswer;
  mattering: Mattering;
  onChange: (record: VerificationAnswer) => void;
}

/** Both faces side by side, and how alike they are on the scale that decides; a person can choose others. */
export function Faces({ path, record, mattering, onChange }: FacesProps) {
  const [choosing, setChoosing] = useState(false);
  const { face_match: match, face_choices: choices } = record;
  const { score, threshold, review_from: reviewFrom, faces } = match;
  const may = record.status === 'needs_review' && can('kyc:review') && withFaces(record).length > 0;
  useKeys(may ? [{ key: 'g', label: t('face_choice.label'), run: () => setChoosing(true) }] : [], [may]);
  return (
    <Section
      title={t('check.face_match')}
      id="faces"
      actions={
        <>
          <CheckPill check={match} mattering={mattering} />
          {may && (
            <Button look="quiet" keys="g" onClick={() => setChoosing(true)}>
              {t('face_choice.label')}
            </Button>
          )}
        </>
      }
    >
      {score !== null && (
        <>
          <div class="faces">
            <Face path={`${path}/faces/reference`} label={t('faces.reference')} />
            <Face path={`${path}/faces/selfie`} label={t('doc.selfie')} />
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
      {faces && <p class="faint">{t('faces.found', { reference: faces.reference, selfie: faces.selfie })}</p>}
      {match.findings.length > 0 && <FindingList findings={match.findings} mattering={mattering} />}
      {score === null && match.findings.length === 0 && <p class="faint">{t('faces.none')}</p>}
      <Choices choices={choices} documents={record.documents} />
      {choosing && may && (
        <ChooseFaceDialog path={path} record={record} onChange={onChange} onClose={() => setChoosing(false)} />
      )}
    </Section>
  );
}

/** Which faces people chose, and why. */
function Choices({
  choices,
  documents,
}: {
  choices: VerificationAnswer['face_choices'];
  documents: VerificationAnswer['documents'];
}) {
  if (choices.length === 0) return null;
  return (
    <>
      <h3>{t('face_choice.made')}</h3>
      <ul class="requests">
        {choices.map(({ id, document_id, box, in_force, note, chosen_by, chosen_at }) => {
          const document = documents.find((one) => one.id === document_id);
          const name = document ? documentLabel(document) : document_id;
          return (
            <li key={id}>
              <p>
                {t(box ? 'face_choice.chosen' : 'face_choice.taken_back', { name })}
                {!in_force && <span class="faint"> · {t('face_choice.former')}</span>}
              </p>
              <q>{note}</q>
              <p class="small faint">
                {nameOf(chosen_by)} <When at={chosen_at} />
              </p>
            </li>
          );
        })}
      </ul>
    </>
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
