import { useEffect, useState } from 'preact/hooks';
import { APPLICANT_LANGUAGES } from '../../server/vocabulary/consent-text.ts';
import { Button, Icon } from '../parts/button.tsx';
import { DonePage, EndedPage, ReviewPage } from './after.tsx';
import { ChoosePage, ConfirmPage, ConsentPage, PairPage, ReadyPage } from './before.tsx';
import { DocumentPage } from './document.tsx';
import { FacePage } from './face.tsx';
import { Question } from './parts.tsx';
import type { Screen } from './screen.ts';
import { SelfiePage } from './selfie.tsx';
import { endsSoon, isKiosk, leave, problem, progress, screen, spoken, startOver, view } from './state.ts';
import { codeText, LANGUAGE_NAMES, language, t } from './text/text.ts';

/** The kiosk asks whether somebody is there after this time, and ends the session this much later. */
const IDLE_MS = 180_000;
const GONE_MS = 60_000;

export function App() {
  const { name } = screen.value;
  const open = view.value !== null && name !== 'done' && name !== 'ended';
  const way = progress.value;
  const minutes = open ? endsSoon.value : null;
  return (
    <>
      <header class="top row wrap between gap-8">
        <span class={way ? 'brand on-way' : 'brand'}>{t('page.title')}</span>
        {way && <span class="faint">{t('page.step', { n: way.part, total: way.parts })}</span>}
        <span class="row gap-8">
          <label class="row gap-6">
            <span class="unseen">{t('page.language')}</span>
            <select
              value={language.value}
              onChange={(event) => {
                language.value = APPLICANT_LANGUAGES.find((one) => one === event.currentTarget.value) ?? 'en';
              }}
            >
              {APPLICANT_LANGUAGES.map((one) => (
                <option key={one} value={one} lang={one}>
                  {LANGUAGE_NAMES[one]}
                </option>
              ))}
            </select>
          </label>
          {open && <LeaveButton />}
        </span>
      </header>
      {way && <progress class="way-progress" value={way.part} max={way.parts} aria-hidden="true" />}
      <main>
        {problem.value !== null && (
          <p class="note bad row gap-8" role="alert">
            <Icon name="alert" />
            {codeText('problem', problem.value)}
          </p>
        )}
        {minutes !== null && (
          <p class="note warn" role="status">
            {t('page.ends_soon', { minutes })}
          </p>
        )}
        <Current />
      </main>
      <p class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </p>
      {isKiosk && open && <IdleQuestion place={name} />}
    </>
  );
}

function Current() {
  const of = view.value;
  const now = screen.value;
  if (now.name === 'opening') return <p class="lead">{t('page.opening')}</p>;
  if (of === null) return <PairPage />;
  switch (now.name) {
    case 'confirm':
      return <ConfirmPage of={of} />;
    case 'consent':
      return <ConsentPage of={of} />;
    case 'ready':
      return <ReadyPage of={of} />;
    case 'choose':
      return <ChoosePage of={of} />;
    case 'document':
      return <DocumentPage of={of} step={now.step} />;
    case 'selfie':
      return <SelfiePage step={now.step} />;
    case 'face':
      return <FacePage of={of} step={now.step} />;
    case 'review':
      return <ReviewPage of={of} />;
    case 'done':
      return <DonePage of={of} />;
    case 'ended':
      return <EndedPage of={of} />;
    case 'pair':
      return <PairPage />;
  }
}

function LeaveButton() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)} label={t('page.leave')} />
      {asking && (
        <Question
          title={t('leave.title')}
          text={t('leave.text')}
          yes={t('leave.yes')}
          no={t('leave.no')}
          danger
          onYes={() => {
            setAsking(false);
            void leave();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Nobody may find the pictures of a person who went away. A new screen counts as a sign of life, an answer of the appliance does not. */
function IdleQuestion({ place }: { place: Screen['name'] }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    begin();
    const events = ['pointerdown', 'keydown', 'pointermove'] as const;
    for (const event of events) addEventListener(event, begin);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, begin);
    };
  }, [idle, place]);
  useEffect(() => {
    if (!idle) return;
    const timer = setTimeout(() => void leave().then(startOver), GONE_MS);
    return () => clearTimeout(timer);
  }, [idle]);
  if (!idle) return null;
  return (
    <Question
      title={t('idle.title')}
      text={t('idle.text')}
      yes={t('idle.yes')}
      no={t('page.leave')}
      onYes={() => setIdle(false)}
      onNo={() => void leave().then(startOver)}
    />
  );
}
