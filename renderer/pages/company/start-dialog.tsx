import { useMemo, useRef, useState } from 'preact/hooks';
import type { LinkedPerson } from '../../../server/api/contract/kyb-create.ts';
import { upload } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Check } from '../../parts/field.tsx';
import { appendFiles, createPersonFiles } from '../../parts/files/person-files.ts';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
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
  const agreed = useRef(false);
  const files = useMemo(() => createPersonFiles(() => agreed.current), []);
  const list = files.list.value;
  const ready = list.length > 0 && list.every(({ type, fault }) => type !== null && fault === null);
  return (
    <FormDialog
      title={t('people.start_title')}
      submitLabel={t('people.start_submit')}
      wide
      disabled={!ready}
      onClose={onClose}
      onSubmit={async () => {
        const form = new FormData();
        appendFiles(form, list);
        form.append('consent', String(consent));
        await upload<LinkedPerson>(`${path}/persons/${person.id}/verification`, form);
        toast(t('people.started'));
        onDone();
      }}
    >
      <p>{t('people.start_what', { name: `\u2068${person.name}\u2069` })}</p>
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
      <PersonFilesSection files={files} asking={false} />
    </FormDialog>
  );
}
