import { useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { post } from '../../client/api.ts';
import { Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import { problemText } from '../../parts/problem-text.ts';
import { Loading } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { usePicture } from '../../parts/viewer/picture.ts';
import { t } from '../../text/text.ts';
import { documentLabel } from '../../text/words.ts';

type DocumentAnswer = VerificationAnswer['documents'][number];
/** A face by its place; `none`: the one that the appliance takes; null: nothing is picked yet. */
type FaceChosen = number | 'none' | null;

interface ChooseFaceDialogProps {
  path: string;
  record: VerificationAnswer;
  onChange: (record: VerificationAnswer) => void;
  onClose: () => void;
}

/** The files in which a face was found. */
export const withFaces = ({ documents }: Pick<VerificationAnswer, 'documents'>): DocumentAnswer[] =>
  documents.filter(({ boxes, replaced_by }) => boxes.faces.length > 0 && replaced_by === null);

/** What a person chose in this file, if that is in force: the appliance's own choice can be had back. */
const isChosen = ({ face_choices }: VerificationAnswer, id: string): boolean =>
  face_choices.some(({ document_id, in_force, box }) => document_id === id && in_force && box !== null);

/** A person picks, in the pictures, the face that is to be compared; each is a radio button, so that arrow keys do it too. */
export function ChooseFaceDialog({ path, record, onChange, onClose }: ChooseFaceDialogProps) {
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
        onChange(await post<VerificationAnswer>(`${path}/face-choices`, body));
        toast(t('face_choice.done'));
      }}
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
      <Field label={t('decide.note')} hint={t('correct.note_why')}>
        <textarea rows={2} required value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

/** Where a choice is likeliest to be needed: in the file with the most faces. */
const first = (documents: readonly DocumentAnswer[]): DocumentAnswer | undefined =>
  documents.toSorted((a, b) => b.boxes.faces.length - a.boxes.faces.length)[0];

interface FacesInPictureProps {
  path: string;
  document: DocumentAnswer;
  chosen: FaceChosen;
  onChoose: (face: number) => void;
}

/** The file with a radio button in a box around each face. */
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
          <span>{t(compared ? 'face_choice.compared' : 'face_choice.face', { number: at + 1 })}</span>
        </label>
      ))}
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;
