import { useState } from 'preact/hooks';
import { post } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Field, typing } from '../../parts/field.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { toast } from '../../parts/toast.tsx';
import { plural, t } from '../../text/text.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Sends the events of a time again. */
export function ReplayDialog({
  path,
  onClose,
  onReplayed,
}: {
  path: string;
  onClose: () => void;
  onReplayed: () => void;
}) {
  const [from, setFrom] = useState(() => toLocalInput(nowMs() - 24 * HOUR_MS));
  // The minute that runs is in it.
  const [to, setTo] = useState(() => toLocalInput(nowMs() + MINUTE_MS));
  const span = { from: fromLocalInput(from), to: fromLocalInput(to) };
  const wrong = span.from !== null && span.to !== null && span.from >= span.to;
  return (
    <FormDialog
      title={t('webhooks.replay_span')}
      submitLabel={t('webhooks.replay')}
      disabled={wrong || span.from === null || span.to === null}
      onClose={onClose}
      onSubmit={async () => {
        const { deliveries } = await post<{ deliveries: number }>(`${path}/replay`, span);
        toast(deliveries === 0 ? t('webhooks.replayed_none') : plural('webhooks.replayed', deliveries));
        onReplayed();
      }}
    >
      <p class="webhook-text">{t('webhooks.replay_span_what')}</p>
      <div class="form-row">
        <Field label={t('webhooks.from')}>
          <input type="datetime-local" required value={from} onInput={typing(setFrom)} />
        </Field>
        <Field label={t('webhooks.to')} error={wrong ? t('webhooks.span_wrong') : null}>
          <input type="datetime-local" required value={to} onInput={typing(setTo)} />
        </Field>
      </div>
    </FormDialog>
  );
}
