import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { OpenedCaptureSessionAnswer } from '../../../server/contract/capture-sessions.ts';
import { request } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { Field, FormDialog, Options, Radios, typed } from '../../parts/form.tsx';
import { locale } from '../../text/locale.ts';
import { t, typeLabel } from '../../text/text.ts';
import { createSender } from '../create/drafts.ts';
import { SessionDialog } from './session.tsx';

type Body = BodyOf<'POST', '/v1/capture-sessions'>;
type Liveness = 'required' | 'offered' | 'off';

/** The applicant's page speaks these, each in its own words. */
const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
  ['ar', 'العربية'],
] as const;
const LIVENESS: readonly Liveness[] = ['required', 'offered', 'off'];
/** Documents that the operator may ask for, with the sides to capture. */
const DOCUMENTS = {
  passport: ['front'],
  national_id: ['front', 'back'],
  driving_license: ['front', 'back'],
  residence_permit: ['front', 'back'],
} as const;
type DocumentType = keyof typeof DOCUMENTS;

interface StartCaptureProps {
  /** What the session is for: the applicant's data, or the verification that waits for documents. */
  subject:
    | {
        kind: 'verification';
        data: { applicant?: Record<string, unknown>; metadata?: Record<string, unknown> };
        hasFiles: boolean;
      }
    | { kind: 'requested'; id: string };
  /** Called once a session exists. */
  onCreated?: () => void;
}

/** Asks how the applicant captures, creates the session, and shows it. Returns the function that begins this, and the dialogs to place. */
export function useStartCapture({ subject, onCreated }: StartCaptureProps): { ask: () => void; dialogs: VNode } {
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState<OpenedCaptureSessionAnswer | null>(null);
  const dialogs = (
    <>
      {asked && (
        <StartDialog
          subject={subject}
          onClose={() => setAsked(false)}
          onOpened={(session) => {
            setOpened(session);
            onCreated?.();
          }}
        />
      )}
      {opened && <SessionDialog id={opened.id} opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
  return { ask: () => setAsked(true), dialogs };
}

interface StartDialogProps extends Pick<StartCaptureProps, 'subject'> {
  onOpened: (session: OpenedCaptureSessionAnswer) => void;
  onClose: () => void;
}

function StartDialog({ subject, onOpened, onClose }: StartDialogProps) {
  const [document, setDocument] = useState<DocumentType | ''>('');
  const [language, setLanguage] = useState<string>(locale.value === 'fr' ? 'fr' : 'en');
  const [liveness, setLiveness] = useState<Liveness>('required');
  const send = useMemo(createSender, []);
  const isNew = subject.kind === 'verification';
  const bodyOf = (): Body => {
    if (subject.kind === 'requested') return { language, verification_id: subject.id } as Body;
    const documents = document && DOCUMENTS[document].map((side) => ({ type: document, side }));
    return { ...subject.data, language, liveness, ...(documents && { documents }) } as Body;
  };
  return (
    <FormDialog
      title={t('capture.start')}
      submitLabel={t('capture.start_submit')}
      onClose={onClose}
      onSubmit={async () => {
        const body = bodyOf();
        onOpened(await send(body, (headers) => request('POST', '/v1/capture-sessions', { body, headers })));
      }}
    >
      <p>{t('capture.start_what')}</p>
      {isNew ? (
        <>
          <p class="hint">
            {t('capture.start_data')} {subject.hasFiles && t('capture.start_files')}
          </p>
          <Field label={t('capture.documents')}>
            <select value={document} onChange={(event) => setDocument(typed(event) as DocumentType | '')}>
              <option value="">{t('capture.documents_any')}</option>
              <Options of={(Object.keys(DOCUMENTS) as DocumentType[]).map((type) => [type, typeLabel(type)])} />
            </select>
          </Field>
        </>
      ) : (
        <p class="hint">{t('capture.start_requested')}</p>
      )}
      <Field label={t('capture.language')} hint={t('capture.language_hint')}>
        <select value={language} onChange={(event) => setLanguage(typed(event))}>
          <Options of={LANGUAGES} />
        </select>
      </Field>
      {isNew && (
        <fieldset class="choices">
          <legend>{t('capture.liveness')}</legend>
          <Radios
            name="liveness"
            options={LIVENESS.map((one) => [one, t(`capture.liveness_${one}`), t(`capture.liveness_${one}_hint`)])}
            chosen={liveness}
            onChoose={setLiveness}
          />
        </fieldset>
      )}
    </FormDialog>
  );
}
