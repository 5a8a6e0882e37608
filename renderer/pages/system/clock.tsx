import { useState } from 'preact/hooks';
import type { ClockAnswer } from '../../../server/contract/system-state.ts';
import { type ApiError, post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { ActError, asApiError } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';

/** The machine's clock where the appliance doubts it, for somebody to compare with another one; nothing elsewhere. */
export function ClockDoubt({ clock, onConfirmed }: { clock: ClockAnswer; onConfirmed: () => void }) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  if (clock.problem === null) return null;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await post<ClockAnswer>('/v1/system/clock/confirm');
      toast(t('clock.confirmed'));
      onConfirmed();
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setBusy(false);
  };
  return (
    <Section title={t('clock.title')} id="clock">
      <p>{t('clock.why')}</p>
      <Facts
        items={[
          [t('clock.now'), <When key="now" at={clock.now} />],
          [t('clock.right'), clock.right_at && <When at={clock.right_at} />],
        ]}
      />
      <ActError error={error} />
      <p class="actions">
        <Button busy={busy} onClick={() => void confirm()}>
          {t('clock.confirm')}
        </Button>
      </p>
    </Section>
  );
}
