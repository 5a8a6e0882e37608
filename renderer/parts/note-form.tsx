import { useRef, useState } from 'preact/hooks';
import { post } from '../client/api.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Field, typing } from './field.tsx';
import { ActError } from './states.tsx';
import { useAct } from './use-act.ts';

/** Writes a note beside a record. */
export function NoteForm({ path, onWritten }: { path: string; onWritten: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const { busy, error, run } = useAct();
  const write = async (): Promise<void> => {
    await post(`${path}/notes`, { text });
    setText('');
    // The button takes no click while there is nothing to write down.
    form.current?.querySelector('textarea')?.focus();
    onWritten();
  };
  return (
    <form
      ref={form}
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(write);
      }}
    >
      <Field label={t('note.label')}>
        <textarea rows={1} value={text} required onInput={typing(setText)} />
      </Field>
      <Button type="submit" icon="note" busy={busy} disabled={text.trim() === ''}>
        {t('action.add')}
      </Button>
      <ActError error={error} />
    </form>
  );
}
