import { useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { nameOf } from '../../client/actors.ts';
import { post } from '../../client/api.ts';
import type { RecordPath } from '../../client/queue-place.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Loading, Section } from '../../parts/page.tsx';
import { problemText } from '../../parts/problem-text.ts';
import type { RecordPart } from '../../parts/record-head.ts';
import { Scale, When } from '../../parts/values.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { documentLabel, formatNumber, t } from '../../text/text.ts';
import { faceLabel, isFaceProven } from './authenticity.tsx';

type FacesProps = RecordPart<VerificationAnswer, 'kyc'>;

/** Shows both faces side by side, with their score and the thresholds; a reviewer can choose other faces. */
export function Faces(part: FacesProps) {
  const { path, record, mattering } = part;
  const [choosing, setChoosing] = useState(false);
  const { face_match: match } = record;
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
          {may && <Button look="quiet" keys="g" onClick={() => setChoosing(true)} label={t('face_choice.label')} />}
        </>
      }
    >
      {score !== null && (
        <>
          <div class="faces stack">
            <Face path={`${path}/faces/reference`} label={referenceLabel(record)} />
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
      <Choices record={record} />
      {choosing && may && <ChooseFaceDialog {...part} onClose={() => setChoosing(false)} />}
    </Section>
  );
}

/** Returns where the compared face is: if none in a picture of a document was compared, a signed one was. */
function referenceLabel({ checks, documents }: VerificationAnswer): string {
  const isOfPicture = documents.some(
    ({ type, boxes }) => type !== 'selfie' && boxes.faces.some(({ compared }) => compared),
  );
  const source = isOfPicture ? undefined : checks.authenticity.sources.find(isFaceProven);
  return source ? faceLabel(source) : t('faces.reference');
}

/** Shows which faces reviewers chose, and why. */
function Choices({ record: { face_choices: choices, documents } }: Pick<FacesProps, 'record'>) {
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

/** Describes the score by the thresholds. */
function verdictOf({ score, threshold, review_from: from }: VerificationAnswer['face_match']) {
  if (score === null || threshold === null) return 'faces.unknown';
  if (score >= threshold) return 'faces.same';
  return from !== null && score >= from ? 'faces.unsure' : 'faces.other';
}

function Face({ path, label }: { path: RecordPath<'kyc'>; label: string }) {
  const { url, error } = usePicture(path);
  return (
    <figure class="face">
      {url ? <img src={url} alt={label} /> : <div class="face-none">{error ? t('faces.unavailable') : ''}</div>}
      <figcaption class="small faint">{label}</figcaption>
    </figure>
  );
}

type DocumentAnswer = VerificationAnswer['documents'][number];
/** The index of a face; `none`: the appliance's choice; null: nothing chosen yet. */
type FaceChosen = number | 'none' | null;

/** Returns the files in which a face was found. */
const withFaces = ({ documents }: Pick<VerificationAnswer, 'documents'>): DocumentAnswer[] =>
  documents.filter(({ boxes, replaced_by }) => boxes.faces.length > 0 && replaced_by === null);

/** Whether a reviewer's choice is in force for this file: then the appliance's own choice can be restored. */
const isChosen = ({ face_choices }: VerificationAnswer, id: string): boolean =>
  face_choices.some(({ document_id, in_force, box }) => document_id === id && in_force && box !== null);

/** Lets a reviewer choose the face to compare in the pictures. Each face is a radio button, so arrow keys work too. */
function ChooseFaceDialog({ path, record, onChange, onClose }: FacesProps & { onClose: () => void }) {
  const documents = withFaces(record);
  const [documentId, setDocumentId] = useState(first(documents)?.id ?? '');
  const [face, setFace] = useState<FaceChosen>(null);
  const [note, setNote] = useState('');
  const document = documents.find(({ id }) => id === documentId);
  return (
    <FormDialog
      title={t('face_choice.label')}
      submitLabel={t('face_choice.submit')}
      disabled={face === null || note.trim() === ''}
      wide
      onClose={onClose}
      onSubmit={async () => {
        const body = { document_id: documentId, face: face === 'none' ? null : face, note: note.trim() };
        onChange(await post(`${path}/face-choices`, body));
      }}
      done={t('face_choice.done')}
    >
      <p>{t('face_choice.what')}</p>
      {documents.length > 1 && (
        <Field label={t('correct.document')}>
          <select
            value={documentId}
            onChange={(event) => {
              setDocumentId(typed(event));
              setFace(null);
            }}
          >
            <Options
              of={documents.map((one) => [
                one.id,
                t('face_choice.of', { name: documentLabel(one), faces: one.boxes.faces.length }),
              ])}
            />
          </select>
        </Field>
      )}
      {document && (
        <fieldset class="face-choice">
          <legend>{t('face_choice.which')}</legend>
          <FacesInPicture key={document.id} path={path} document={document} chosen={face} onChoose={setFace} />
          {isChosen(record, document.id) && (
            <label class="check">
              <input type="radio" name="face" checked={face === 'none'} onChange={() => setFace('none')} />
              {t('face_choice.none')}
            </label>
          )}
        </fieldset>
      )}
      <Field label={t('event.note.added')} hint={t('correct.note_why')}>
        <textarea rows={2} required value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

/** Returns where a choice is most likely needed: the file with the most faces. */
const first = (documents: readonly DocumentAnswer[]): DocumentAnswer | undefined =>
  documents.toSorted((a, b) => b.boxes.faces.length - a.boxes.faces.length)[0];

interface FacesInPictureProps {
  path: RecordPath<'kyc'>;
  document: DocumentAnswer;
  chosen: FaceChosen;
  onChoose: (face: number) => void;
}

/** Shows the file with a radio button in a box around each face. */
function FacesInPicture({ path, document, chosen, onChoose }: FacesInPictureProps) {
  const { url, error } = usePicture(`${path}/documents/${document.id}/pages/1`, `?width=1280&turn=${document.turn}`);
  if (!url) return error ? <p class="faint">{problemText(error)}</p> : <Loading />;
  return (
    <div class="face-choice-picture" dir="ltr">
      <img src={url} alt={t('viewer.picture', { name: documentLabel(document) })} />
      {document.boxes.faces.map(({ x, y, width, height, compared }, at) => (
        <label
          key={`${document.id} ${at}`}
          class="face-box"
          style={{
            insetInlineStart: percent(x),
            insetBlockStart: percent(y),
            inlineSize: percent(width),
            blockSize: percent(height),
          }}
        >
          <input type="radio" name="face" checked={chosen === at} onChange={() => onChoose(at)} />
          <span class="nowrap">{t(compared ? 'face_choice.compared' : 'face_choice.face', { number: at + 1 })}</span>
        </label>
      ))}
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;
