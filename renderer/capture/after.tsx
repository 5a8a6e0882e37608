import { useEffect } from 'preact/hooks';
import type { CaptureView } from '../../server/contract/capture-page.ts';
import { Button, Icon } from '../parts/button.tsx';
import { useObjectUrl } from '../parts/files/media.ts';
import { OtherDocument, Page } from './parts.tsx';
import { type CaptureStep, isPlain } from './screen.ts';
import { again, busy, isKiosk, pictures, plain, startOver, submit } from './state.ts';
import { stepName } from './text/step-name.ts';
import { codeText, t } from './text/text.ts';

/** After this time the kiosk is ready for the next person. */
const NEXT_PERSON_MS = 30_000;

export function ReviewPage({ of }: { of: CaptureView }) {
  return (
    <Page
      title={t('review.title')}
      lead={t('review.text')}
      wide
      actions={
        <>
          <OtherDocument of={of} />
          <Button look="primary" busy={busy.value} onClick={() => void submit()} label={t('review.send')} />
        </>
      }
    >
      <ul class="review">
        {of.steps.map((step) => (
          <ReviewedStep key={step.id} of={of} step={step} />
        ))}
      </ul>
    </Page>
  );
}

function ReviewedStep({ of, step }: { of: CaptureView; step: CaptureStep }) {
  const url = useObjectUrl(pictures.value.get(step.id) ?? null);
  const name = stepName(of, step);
  // A challenge is not repeated once it was seen.
  const canRetake = step.state === 'captured' && (step.kind === 'document' || isPlain(of, step));
  const retake = (): void => {
    plain.value = false;
    again.value = step.id;
  };
  return (
    <li class="frame stack gap-8">
      {url === null ? (
        <div class="review-empty">
          <Icon name={step.state === 'captured' ? 'check' : 'person'} />
        </div>
      ) : (
        <img src={url} alt={name} />
      )}
      <h2>{name}</h2>
      {step.state !== 'waiting' && <p class="faint">{t(`review.${step.state}`)}</p>}
      {canRetake && (
        <Button
          icon="camera"
          onClick={retake}
          aria-label={`${t('action.retake')}: ${name}`}
          label={t('action.retake')}
        />
      )}
    </li>
  );
}

function useNextPerson(): void {
  useEffect(() => {
    if (!isKiosk) return;
    const timer = setTimeout(startOver, NEXT_PERSON_MS);
    return () => clearTimeout(timer);
  }, []);
}

const nextButton = () => isKiosk && <Button look="primary" onClick={startOver} label={t('done.next')} />;

export function DonePage({ of }: { of: CaptureView }) {
  useNextPerson();
  return (
    <Page title={t('done.title')} actions={nextButton()}>
      <p class="row gap-8 lead">
        <Icon name={of.state === 'done' ? 'check' : 'clock'} />
        {t(of.state === 'done' ? 'done.text' : 'done.sending')}
      </p>
      {of.attended && <p>{t('review.attended')}</p>}
      {!isKiosk && of.state === 'done' && <p class="faint">{t('done.close')}</p>}
    </Page>
  );
}

export function EndedPage({ of }: { of: CaptureView }) {
  useNextPerson();
  return (
    <Page title={t('ended.title')} actions={nextButton()}>
      <p class="lead">{codeText('ended', of.state === 'expired' ? 'expired' : (of.last_error ?? 'other'))}</p>
      <p class="faint">{t('ended.text')}</p>
    </Page>
  );
}
