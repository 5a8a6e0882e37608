import { useState } from 'preact/hooks';
import { type ApiError, post } from '../client/api.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Field, typed } from './field.tsx';
import { ActError, asApiError } from './states.tsx';

/** Writes a note beside a record. */
export function NoteForm({ path, onWritten }: { path: string; onWritten: () => void }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  return (
    <form
      class="note-form"
      onSubmit={async (event) => {
        event.preventDefault();
        setBusy(true);
        try {
          await post(`${path}/notes`, { text });
          setText('');
          setError(null);
          onWritten();
        } catch (thrown) {
          setError(asApiError(thrown));
        } finally {
          setBusy(false);
        }
      }}
    >
      <Field label={t('note.label')}>
        <textarea rows={1} value={text} required onInput={(event) => setText(typed(event))} />
      </Field>
      <Button type="submit" icon="note" busy={busy} disabled={text.trim() === ''}>
        {t('note.write')}
      </Button>
      <ActError error={error} />
    </form>
  );
}
