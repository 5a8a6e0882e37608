import { useState } from 'preact/hooks';
import type { CaptureView } from '../../server/contract/capture-page.ts';
import { APPLICANT_LANGUAGES, CONSENT_TEXT } from '../../server/vocabulary/consent-text.ts';
import { Button, Icon, type IconName } from '../parts/button.tsx';
import { Choices, Page, Question } from './parts.tsx';
import { askForOperator, busy, chooseDocument, choosing, claim, consent, dim, ready } from './state.ts';
import { LANGUAGE_NAMES, language, t } from './text/text.ts';

const CODE_DIGITS = 8;
/** Arabic digits as people type them, in both forms. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Returns the digits of what was typed, as the appliance writes them. */
export function digitsOf(typed: string): string {
  return typed.replaceAll(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf)).replaceAll(/\D/g, '');
}

export function PairPage() {
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const digits = digitsOf(code);
    setShort(digits.length !== CODE_DIGITS);
    if (digits.length === CODE_DIGITS) void claim({ pairing_code: digits }).then(() => setCode(''));
  };
  return (
    <Page title={t('pair.title')} lead={t('pair.text')}>
      <form class="stack gap-12" onSubmit={submit}>
        <div class="field">
          <label for="code">{t('pair.label')}</label>
          <input
            id="code"
            class="code number"
            dir="ltr"
            inputMode="numeric"
            autocomplete="off"
            value={code}
            aria-invalid={short}
            aria-describedby="code-hint"
            onInput={(event) => setCode(event.currentTarget.value)}
          />
          <p id="code-hint" class={short ? 'field-error' : 'hint'}>
            {t(short ? 'pair.short' : 'pair.hint')}
          </p>
        </div>
        <div class="way-actions">
          <Button type="submit" look="primary" busy={busy.value} label={t('action.continue')} />
        </div>
      </form>
    </Page>
  );
}

export function ConfirmPage({ of }: { of: CaptureView }) {
  return (
    <Page title={t('confirm.title')} lead={t('confirm.text')}>
      <p class="code-large number" dir="ltr">
        <span class="unseen">{t('confirm.label')} </span>
        {of.confirmation_code}
      </p>
      <p class="row gap-8 faint">
        <span class="spinner" aria-hidden="true" />
        {t('confirm.wait')}
      </p>
    </Page>
  );
}

export function ConsentPage({ of }: { of: CaptureView }) {
  const [refusing, setRefusing] = useState(false);
  const { version } = of.consent;
  return (
    <Page
      title={t('consent.title')}
      actions={
        <>
          <Button onClick={() => setRefusing(true)} label={t('consent.no')} />
          <Button
            look="primary"
            busy={busy.value}
            onClick={() => void consent(true, version)}
            label={t('consent.yes')}
          />
        </>
      }
    >
      <fieldset class="languages row wrap gap-8">
        <legend class="unseen">{t('consent.language')}</legend>
        {APPLICANT_LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            class="button"
            aria-pressed={one === language.value}
            onClick={() => {
              language.value = one;
            }}
          >
            {LANGUAGE_NAMES[one]}
          </button>
        ))}
      </fieldset>
      <div class="consent stack gap-8">
        {CONSENT_TEXT[language.value].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {refusing && (
        <Question
          title={t('consent.sure_title')}
          text={t('consent.sure_text')}
          yes={t('consent.sure_yes')}
          no={t('action.back')}
          danger
          onYes={() => {
            setRefusing(false);
            void consent(false, version);
          }}
          onNo={() => setRefusing(false)}
        />
      )}
    </Page>
  );
}

/** Without a challenge nobody turns a head or needs light from the screen. */
function advice(of: CaptureView): (readonly [IconName, string])[] {
  const challenge = hasChallenge(of);
  const face = of.steps.some(({ kind }) => kind === 'face');
  return [
    ...(of.steps.some(({ kind }) => kind === 'document') ? ([['file', t('ready.document')]] as const) : []),
    ...(challenge ? ([['sun', t('ready.bright')]] as const) : []),
    ['info', t('ready.light')],
    ...(face ? ([['person', t('ready.glasses')]] as const) : []),
    ...(challenge ? ([['rotate', t('ready.turn')]] as const) : []),
  ];
}

const hasChallenge = ({ steps, liveness }: CaptureView): boolean =>
  liveness !== 'off' && steps.some(({ kind, state }) => kind === 'face' && state === 'waiting');

export function ReadyPage({ of }: { of: CaptureView }) {
  const [asking, setAsking] = useState(false);
  const challenge = hasChallenge(of);
  return (
    <Page
      title={t('ready.title')}
      actions={
        <>
          {challenge && <Button onClick={() => setAsking(true)} label={t('ready.attended')} />}
          <Button
            look="primary"
            onClick={() => {
              ready.value = true;
            }}
            label={t('ready.start')}
          />
        </>
      }
    >
      <ul class="advice stack gap-12">
        {advice(of).map(([icon, text]) => (
          <li key={text} class="row gap-12">
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      {challenge && (
        <div class="note warn stack gap-8">
          <p>{t('ready.glow')}</p>
          <label class="row gap-12">
            <input
              type="checkbox"
              checked={dim.value}
              onChange={(event) => {
                dim.value = event.currentTarget.checked;
              }}
            />
            {t('ready.dim')}
          </label>
        </div>
      )}
      {asking && <AttendedQuestion onClose={() => setAsking(false)} />}
    </Page>
  );
}

const REASONS = ['cannot_turn', 'flashing', 'other'] as const;

/** Asks for an operator instead of the challenge. */
export function AttendedQuestion({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState<(typeof REASONS)[number]>('cannot_turn');
  return (
    <Question
      title={t('attended.title')}
      text={t('attended.text')}
      yes={t('attended.yes')}
      no={t('action.back')}
      onYes={() => void askForOperator(reason).then(onClose)}
      onNo={onClose}
    >
      <Choices
        label={t('attended.title')}
        options={REASONS.map((one) => [one, t(`attended.${one}`)])}
        chosen={reason}
        onChoose={setReason}
      />
    </Question>
  );
}

const DOCUMENTS = ['passport', 'national_id', 'driving_license', 'residence_permit', 'other'] as const;

/** The applicant chooses a document, or another one than before. */
export function ChoosePage({ of }: { of: CaptureView }) {
  const documents = of.steps.filter(({ kind }) => kind === 'document');
  const former = DOCUMENTS.find((one) => one === documents[0]?.document_type);
  const [chosen, setChosen] = useState(former ?? 'passport');
  return (
    <Page
      title={t('choose.title')}
      lead={documents.some(({ state }) => state === 'captured') && t('choose.again')}
      actions={
        <>
          {choosing.value && (
            <Button
              onClick={() => {
                choosing.value = false;
              }}
              label={t('action.back')}
            />
          )}
          <Button
            look="primary"
            busy={busy.value}
            onClick={() => void chooseDocument(chosen)}
            label={t('action.continue')}
          />
        </>
      }
    >
      <Choices
        label={t('choose.label')}
        options={DOCUMENTS.map((one) => [one, t(`choose.${one}`)])}
        chosen={chosen}
        onChoose={setChosen}
      />
    </Page>
  );
}
