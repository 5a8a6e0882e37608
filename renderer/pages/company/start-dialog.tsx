import { useMemo, useRef, useState } from 'preact/hooks';
import type { LinkedPerson } from '../../../server/contract/kyb-create.ts';
import { upload } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Check } from '../../parts/field.tsx';
import { appendFiles, canSend, createPersonFiles, sentAs } from '../../parts/files/person-files.ts';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { toast } from '../../parts/toast.tsx';
import { isolated } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { type Attempt, attemptFor, sendOnce } from '../create/sending.ts';
import type { Person } from './persons.ts';

interface StartDialogProps {
  path: string;
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

/** Starts the verification of a person of the company from their documents. */
export function StartDialog({ path, person, onDone, onClose }: StartDialogProps) {
  const [consent, setConsent] = useState(false);
  const [sending, setSending] = useState(false);
  const attempt = useRef<Attempt | null>(null);
  const agreed = useRef(false);
  const files = useMemo(() => createPersonFiles(() => agreed.current), []);
  const list = files.list.value;
  return (
    <FormDialog
      title={t('people.start_title')}
      submitLabel={t('people.start')}
      wide
      disabled={!canSend(list)}
      onClose={onClose}
      onSubmit={async () => {
        const form = new FormData();
        appendFiles(form, list);
        form.append('consent', String(consent));
        // Sent again because the answer was lost it makes no second verification.
        attempt.current = attemptFor(attempt.current, JSON.stringify([consent, sentAs(list)]));
        const headers = { 'Idempotency-Key': attempt.current.key };
        const to = `${path}/persons/${person.id}/verification`;
        setSending(true);
        try {
          await sendOnce(() => upload<LinkedPerson>(to, form, { headers }));
        } finally {
          setSending(false);
        }
        toast(t('people.started'));
        onDone();
      }}
    >
      <p>{t('people.start_what', { name: isolated(person.name) })}</p>
      <Check
        label={t('people.consent')}
        hint={t('people.consent_why')}
        checked={consent}
        onChange={(on) => {
          agreed.current = on;
          setConsent(on);
          if (on) files.lookAgain();
        }}
      />
      <PersonFilesSection files={files} disabled={sending} asking={false} />
    </FormDialog>
  );
}
