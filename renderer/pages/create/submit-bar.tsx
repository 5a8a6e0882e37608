import type { TargetedSubmitEvent } from 'preact';
import type { ApiError } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActError } from '../../parts/page.tsx';
import { formatShare, t } from '../../text/text.ts';
import type { Sending } from './drafts.ts';

interface SubmitBarProps {
  sending: Sending;
  /** What stands in the way, in words; the button works all the same and shows where. */
  notes?: readonly string[];
  /** Whether what is wrong with this field stands beside it. */
  isTold: (item: Item) => boolean;
  onCancel?: () => void;
  /** On the button. */
  label?: string;
}

type Item = ApiError['problem']['errors'][number];

/** The button that begins the verification, and how far the files are on their way. */
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

/** Why it was refused, without what stands beside the fields already. */
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

/** Sends a form, then leads to the first field that was refused. */
export function submitWith(send: () => Promise<void>) {
  return async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    await send();
    // What was refused is marked with the next drawing of the page.
    requestAnimationFrame(() => {
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (field) field.focus();
      else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    });
  };
}
