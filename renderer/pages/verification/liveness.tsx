import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { Pill, type Tone } from '../../parts/values.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { formatDuration, t, textFor } from '../../text/text.ts';

type Part = RecordPart<VerificationAnswer, 'kyc'>;
type Proof = NonNullable<VerificationAnswer['checks']['liveness']['proof']>;

const TONES: Readonly<Record<Proof['verdict'], Tone>> = { proven: 'good', not_proven: 'warn', suspected: 'bad' };

/** In pixels; a frame is 640 wide. */
const FRAME_WIDTH = '?width=320';

/** Shows whether the applicant proved to be a living person: the verdict, why, the moves, and the frames that prove them. */
export function Liveness({ path, record, mattering }: Part) {
  const check = record.checks.liveness;
  const proof = check.proof;
  if (!proof) return null;
  return (
    <Section
      title={t('liveness.title')}
      id="liveness"
      actions={
        <>
          <Pill tone={TONES[proof.verdict]}>{t(`liveness.${proof.verdict}`)}</Pill>
          <CheckPill check={check} mattering={mattering} />
        </>
      }
    >
      <p>{t(`liveness.${proof.verdict}_what`)}</p>
      <ul class="liveness-reasons">
        {proof.reasons.map((reason) => (
          <li key={reason}>{textFor(`liveness.reason_${reason}`) ?? reason}</li>
        ))}
      </ul>
      <p class="faint">
        {t('liveness.moves', { moves: proof.challenge.moves.map((move) => t(`liveness.move_${move}`)).join(', ') })}
      </p>
      <ul class="liveness-frames" aria-label={t('liveness.frames')}>
        {proof.frames
          .filter(({ proves }) => proves)
          .map(({ id, at_ms: atMs }) => (
            <li key={id}>
              <Frame
                path={`${path}/documents/${id}/pages/1`}
                label={t('liveness.frame', { time: formatDuration(atMs) })}
              />
            </li>
          ))}
      </ul>
      {check.findings.length > 0 && <FindingList findings={check.findings} mattering={mattering} />}
      <p class="small faint">{t('liveness.limits', { version: proof.method_version })}</p>
    </Section>
  );
}

function Frame({ path, label }: { path: string; label: string }) {
  const { url, error } = usePicture(path, FRAME_WIDTH);
  return url ? <img src={url} alt={label} /> : <div class="face-none">{error ? t('faces.unavailable') : ''}</div>;
}
