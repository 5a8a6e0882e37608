import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { post } from '../client/api.ts';
import type { BodyOf } from '../client/api-types.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { reviewReason, t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Field, typing } from './form.tsx';
import { useKeys } from './keys.ts';
import { ActError, submitting, useAct } from './page.tsx';
import type { RecordKind } from './record-head.ts';
import { type Decision, type Reason, reasonChoices } from './review-reasons.ts';

interface DecideFormProps<T> {
  kind: RecordKind;
  path: RecordPath;
  decision: Decision;
  onDone: (record: T) => void;
  onCancel: () => void;
}

/** Asks for the reason, and decides. A digit chooses the reason, which is also the note unless one is written; Enter sends it. */
export function DecideForm<T>({ kind, path, decision, onDone, onCancel }: DecideFormProps<T>) {
  const group = useId();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<Reason | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const choices = reasonChoices(kind, decision);
  const note = own ?? (reason && reason !== 'other' ? reviewReason(decision, reason) : '');
  const choose = (chosen: Reason): void => {
    setReason(chosen);
    const field = chosen === 'other' ? 'textarea' : `input[value="${chosen}"]`;
    form.current?.querySelector<HTMLElement>(field)?.focus();
  };
  // Runs before the page is painted: the next key may arrive at once.
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [decision]);
  useKeys(
    [
      ...choices.flatMap(({ reason: one, key }) =>
        key === null ? [] : [{ key, label: reviewReason(decision, one), run: () => choose(one) }],
      ),
      { key: 'Escape', label: t('action.cancel'), run: onCancel },
    ],
    [kind, decision],
  );
  const submit = async (): Promise<void> => {
    if (!reason || note.trim() === '' || busy) return;
    await run(async () =>
      onDone(
        (await post(`${path}/review`, { decision, reason, note: note.trim() } as BodyOf<
          'POST',
          `${RecordPath}/review`
        >)) as T,
      ),
    );
  };
  return (
    <form
      ref={form}
      class="decide-form"
      onSubmit={submitting(() => submit())}
      onKeyDown={(event) => {
        const chosen = choices.find(({ key }) => key !== null && key === digitOf(event));
        if (chosen && !(event.target instanceof HTMLTextAreaElement)) {
          event.preventDefault();
          choose(chosen.reason);
        }
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <fieldset>
        <legend>{t(decision === 'approve' ? 'decide.why_approve' : 'decide.why_reject')}</legend>
        <div class="reasons stack">
          {choices.map(({ reason: one, key }) => (
            <label class="check" key={one}>
              <input
                type="radio"
                name={group}
                value={one}
                required
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              <span>{reviewReason(decision, one)}</span>
              {key && <kbd aria-hidden="true">{key}</kbd>}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('event.note.added')} hint={t('decide.note_why')}>
        <textarea rows={2} required value={note} onInput={typing(setOwn)} />
      </Field>
      <ActError error={error} />
      <div class="actions">
        <Button look={decision === 'approve' ? 'primary' : 'danger'} type="submit" busy={busy} keys="Enter">
          {t(decision === 'approve' ? 'decide.approve' : 'decide.reject')}
        </Button>
        <Button look="quiet" onClick={onCancel} keys="Esc" label={t('action.cancel')} />
      </div>
    </form>
  );
}

/** Returns the digit of a key in the number row: a French keyboard types other characters there. */
function digitOf({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  if (ctrlKey || altKey || metaKey) return null;
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null;
}
