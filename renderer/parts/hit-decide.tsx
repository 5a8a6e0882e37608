import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { NewHitDecisionBody } from '../../server/contract/hit-decisions.ts';
import { post } from '../client/api.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { hitReason, t } from '../text/text.ts';
import { Button } from './button.tsx';
import { fromLocalInput } from './dates.ts';
import { Field, FormDialog, Radios, typing } from './form.tsx';
import type { HitAnswer } from './hit.ts';
import { toast } from './page.tsx';

export type HitDecisionBody = NewHitDecisionBody;
type Decision = HitDecisionBody['decision'];

/** The reasons for each decision, the most likely first. */
const REASONS = {
  confirm: ['same_person', 'other'],
  dismiss: ['other_person', 'other_birth_date', 'other_identifier', 'other_country', 'accepted_risk', 'other'],
} as const satisfies Record<Decision, readonly HitDecisionBody['reason'][]>;

export interface Deciding {
  /** Where the decision is sent. */
  path: `${RecordPath}/hits/${string}` | `/v1/alerts/${string}/decision`;
  /** The message afterwards. */
  told?: string;
  onDecided: () => void;
}

/** Buttons to confirm or dismiss a hit with a reason. A later decision replaces an earlier one. */
export function HitDecide({ hit, path, told, onDecided }: Deciding & { hit: HitAnswer }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const known = hit.decision?.decision;
  const actions = useRef<HTMLDivElement>(null);
  const before = useRef(known);
  useEffect(() => {
    // The pressed button is gone: the focus moves to the remaining one.
    if (before.current !== known && document.activeElement === document.body)
      actions.current?.querySelector('button')?.focus();
    before.current = known;
  }, [known]);
  return (
    <div class="actions" ref={actions}>
      {known !== 'dismissed' && <Button onClick={() => setAsked('dismiss')} label={t('hit.dismiss')} />}
      {known !== 'confirmed' && <Button look="danger" onClick={() => setAsked('confirm')} label={t('hit.confirm')} />}
      {asked && (
        <HitDialog
          decision={asked}
          name={hit.entity.name}
          onDecide={async (body) => {
            await post(path, body);
            toast(told ?? t(body.decision === 'confirm' ? 'hit.told_confirmed' : 'hit.told_dismissed'));
            onDecided();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface HitDialogProps {
  decision: Decision;
  name: string;
  onDecide: (body: HitDecisionBody) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a decision; `name` names the hit or hits. */
export function HitDialog({ decision, name, onDecide, onClose }: HitDialogProps) {
  const group = useId();
  const [reason, setReason] = useState<HitDecisionBody['reason']>(REASONS[decision][0]);
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const expires = fromLocalInput(`${until}T00:00`);
  return (
    <FormDialog
      title={t(decision === 'confirm' ? 'hit.confirm_title' : 'hit_reason.other_person')}
      submitLabel={t(decision === 'confirm' ? 'hit.confirm' : 'hit.dismiss')}
      look={decision === 'confirm' ? 'danger' : 'primary'}
      onClose={onClose}
      onSubmit={() =>
        onDecide({
          decision,
          reason,
          ...(note.trim() && { note: note.trim() }),
          ...(expires !== null && { expires_at: expires }),
        })
      }
    >
      <p class="faint" dir="auto">
        {name}
      </p>
      <fieldset class="choices">
        <legend>{t('label.reason')}</legend>
        <Radios
          name={group}
          options={REASONS[decision].map((one) => [one, hitReason(one)])}
          chosen={reason}
          onChoose={setReason}
        />
      </fieldset>
      <Field label={t('event.note.added')} {...(reason !== 'other' && { optional: t('form.optional') })}>
        <textarea value={note} required={reason === 'other'} onInput={typing(setNote)} />
      </Field>
      {decision === 'dismiss' && (
        <Field label={t('hit.expires')} hint={t('hit.expires_why')} optional={t('form.optional')}>
          <input type="date" value={until} onInput={typing(setUntil)} />
        </Field>
      )}
    </FormDialog>
  );
}
