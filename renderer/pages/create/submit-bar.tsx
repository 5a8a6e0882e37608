import type { TargetedSubmitEvent } from 'preact';
import type { ApiError } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActError } from '../../parts/page.tsx';
import { formatShare, t } from '../../text/text.ts';
import type { Sending } from './drafts.ts';

interface SubmitBarProps {
  sending: Sending;
  /** What is missing, in words. The button works anyway and shows where. */
  notes?: readonly string[];
  /** Whether the error is shown next to this field. */
  isTold: (item: Item) => boolean;
  onCancel?: () => void;
  /** The button's label. */
  label?: string;
}

type Item = ApiError['problem']['errors'][number];

/** The button that starts the verification, and the progress of sending the files. */
export function SubmitBar({ sending, notes = [], isTold, onCancel, label = t('create.submit') }: SubmitBarProps) {
  return (
    <div class="submit-bar stack gap-8">
      {sending.phase === 'editing' && sending.error && <Refused error={sending.error} isTold={isTold} />}
      {sending.phase === 'sending' ? (
        <OnTheWay share={sending.share} {...(onCancel && { onCancel })} />
      ) : (
        <>
          {notes.map((note) => (
            <p key={note} class="hint">
              {note}
            </p>
          ))}
          <Button look="primary" type="submit" icon="play" label={label} />
        </>
      )}
    </div>
  );
}

/** Shows why it was refused, without the errors already shown next to fields. */
function Refused({ error, isTold }: { error: ApiError; isTold: (item: Item) => boolean }) {
  const items = error.problem.errors;
  if (items.length === 0 || !items.every(isTold)) return <ActError error={error} />;
  return (
    <p class="field-error" role="alert">
      {t('create.see_fields')}
    </p>
  );
}

function OnTheWay({ share, onCancel }: { share: number | null; onCancel?: () => void }) {
  const text = t(share === null ? 'create.looking' : share < 1 ? 'create.sending' : 'create.checking');
  return (
    <div class="submit-sending">
      <p role="status">{text}</p>
      <progress class="progress" {...(share !== null && { value: share })} max={1} aria-label={text} />
      <div class="actions">
        <span class="faint number">{share !== null && formatShare(share)}</span>
        {onCancel && <Button onClick={onCancel} label={t('action.cancel')} />}
      </div>
    </div>
  );
}

/** Sends a form, then moves the focus to the first refused field. */
export function submitWith(send: () => Promise<void>) {
  return async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    await send();
    // Refused fields are marked in the next render.
    requestAnimationFrame(() => {
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (field) field.focus();
      else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    });
  };
}
