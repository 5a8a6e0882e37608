import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { unprovenResult } from '../../../server/vocabulary/unproven.ts';
import { CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { factList, Pill, type Tone } from '../../parts/values.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { fieldLabel, fieldValue, formatCountry, formatDay, t, textFor } from '../../text/text.ts';

type Part = RecordPart<VerificationAnswer, 'kyc'>;
type Check = VerificationAnswer['checks']['authenticity'];
export type Source = Check['sources'][number];
type Step = keyof Source['steps'];
type Certificate = NonNullable<Source['signer']>;

const TONES: Readonly<Record<Source['result'], Tone>> = {
  valid: 'good',
  invalid: 'bad',
  signer_unknown: 'warn',
  parsed: 'warn',
  unsupported: 'warn',
};

const STEP_TONES: Readonly<Record<NonNullable<Source['steps'][Step]>, Tone>> = {
  successful: 'good',
  failed: 'bad',
  undetermined: 'warn',
  not_supported: 'warn',
};

/** Shows what chip, digital seals and mobile document prove: one sentence, the steps, who signed, and by which lists. */
export function Authenticity({ path, record, mattering }: Part) {
  const check = record.checks.authenticity;
  if (check.sources.length === 0) return null;
  return (
    <Section
      title={t('authenticity.title')}
      id="authenticity"
      actions={<AuthenticityPill check={check} mattering={mattering} />}
    >
      {check.sources.map((source, index) => (
        <SourceFacts key={`${source.kind} ${index}`} path={path} source={source} />
      ))}
      {check.findings.length > 0 && <FindingList findings={check.findings} mattering={mattering} />}
    </Section>
  );
}

/** Shows the check's result, in the word of the source that left it open. */
function AuthenticityPill({ check, mattering }: Pick<Part, 'mattering'> & { check: Check }) {
  const unproven = unprovenResult(check, (code) => mattering.get(code) === 'fail');
  return unproven ? <ResultPill result={unproven} /> : <CheckPill check={check} mattering={mattering} />;
}

const ResultPill = ({ result }: Pick<Source, 'result'>) => (
  <Pill tone={TONES[result]}>{t(`authenticity.result_${result}`)}</Pill>
);

function SourceFacts({ path, source }: { path: string; source: Source }) {
  const { kind, format, result, steps, signer, anchor, algorithms, trust_lists: lists, files, fields } = source;
  const face = source.portrait ? files.find(({ name }) => name === 'DG2' || name === 'device_response') : undefined;
  return (
    <div class="authenticity-source">
      <div class="flex between gap-12">
        <div>
          <h3 class="row wrap gap-8">
            {t(`authenticity.${kind}`)} <ResultPill result={result} />
          </h3>
          <p>{sentenceOf(source)}</p>
        </div>
        {face && <SourceFace path={`${path}/documents/${face.id}/pages/1`} label={faceLabel(source)} />}
      </div>
      {factList([
        ...Object.entries(steps).map(
          ([step, outcome]) =>
            [
              textFor(`authenticity.step_${step}`) ?? step,
              <Pill key={step} tone={STEP_TONES[outcome]}>
                {t(`authenticity.outcome_${outcome}`)}
              </Pill>,
            ] as const,
        ),
        [t('authenticity.format'), kind === 'seal' ? format?.toUpperCase().replace('_', '-') : format],
        [t('authenticity.signer'), signer && certificate(signer)],
        [t('authenticity.anchor'), anchor && certificate(anchor)],
        [t('authenticity.algorithms'), algorithms.join(', ')],
        [t('authenticity.lists'), lists.map(({ code, version }) => `${code} ${version}`).join(', ')],
      ])}
      {Object.keys(fields).length > 0 && (
        <details>
          <summary>{t('authenticity.fields')}</summary>
          {factList(
            Object.entries(fields).map(([name, value]) => [fieldLabel(name), fieldValue(name, value)] as const),
          )}
        </details>
      )}
    </div>
  );
}

function certificate({ subject, sha256, not_after: end }: Certificate) {
  return (
    <>
      {subject}
      <br />
      <span class="mono breaks small">{sha256}</span>
      <br />
      <span class="faint">{t('authenticity.until', { date: formatDay(end.slice(0, 10)) })}</span>
    </>
  );
}

/** Anybody can write a face on a chip of their own. */
export const isFaceProven = ({ kind, portrait, result, data_groups: groups }: Source): boolean =>
  portrait && result === 'valid' && (kind === 'mdoc' || groups?.['DG2'] === 'successful');

export function faceLabel(source: Source): string {
  const place = source.kind === 'mdoc' ? 'face_mdoc' : 'face';
  return t(isFaceProven(source) ? `authenticity.${place}` : `authenticity.${place}_unproven`);
}

function SourceFace({ path, label }: { path: string; label: string }) {
  const { url, error } = usePicture(path);
  return (
    <figure class="face authenticity-face">
      {url ? <img src={url} alt="" /> : <div class="face-none">{error ? t('faces.unavailable') : ''}</div>}
      <figcaption class="small faint">{label}</figcaption>
    </figure>
  );
}

/** Says in one sentence what a source proves. A signature proves data, not that its carrier is no copy. */
export function sentenceOf({
  kind,
  result,
  anchor,
  steps,
}: Pick<Source, 'kind' | 'result' | 'anchor' | 'steps'>): string {
  const failed = Object.keys(steps).find((step) => steps[step as Step] === 'failed');
  if (result === 'invalid' && failed) return textFor(`authenticity.failed_${failed}`) ?? t('authenticity.invalid_what');
  if (result !== 'valid') return t(`authenticity.${result}_what`);
  const country = anchor?.country ? formatCountry(anchor.country) : (anchor?.subject ?? '');
  const signed = t('authenticity.signed_by', { country });
  if (kind === 'mdoc') {
    const isHeld = steps.device_authentication === 'successful';
    return `${signed} ${t(isHeld ? 'authenticity.holder_proven' : 'authenticity.holder_unproven')}`;
  }
  const isExcluded = kind === 'chip' && steps.clone_protection === 'successful';
  return `${signed} ${t(isExcluded ? 'authenticity.copy_excluded' : 'authenticity.copy_not_excluded')}`;
}
