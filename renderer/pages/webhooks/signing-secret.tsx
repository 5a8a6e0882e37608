import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { signingSecretSchema } from '../../../server/contract/webhooks.ts';
import { get, post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { ActError, useAct } from '../../parts/states.tsx';
import { Secret, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

type SigningSecretAnswer = z.output<typeof signingSecretSchema>;

const PATH = '/v1/webhook-endpoints/signing-secret';

/** The secret that signs what goes to the `webhook_url` of a verification: shown when asked for, replaced when asked for. */
export function SigningSecret() {
  const [shown, setShown] = useState<SigningSecretAnswer | null>(null);
  const { busy, error, run } = useAct();
  const [replacing, setReplacing] = useState(false);
  const show = async (): Promise<void> => setShown(await get<SigningSecretAnswer>(PATH));
  return (
    <Section
      title={t('webhooks.signing')}
      id="signing-secret"
      actions={
        <>
          {shown ? (
            <Button onClick={() => setShown(null)}>{t('webhooks.signing_hide')}</Button>
          ) : (
            <Button icon="lock" busy={busy} onClick={() => void run(show)}>
              {t('webhooks.signing_show')}
            </Button>
          )}
          <Button icon="rotate" onClick={() => setReplacing(true)}>
            {t('webhooks.rotate')}
          </Button>
        </>
      }
    >
      <p class="faint webhook-text">{t('webhooks.signing_why')}</p>
      {shown && <Secret text={shown.secret} label={t('webhooks.signing')} />}
      {shown?.previous_secret_until && (
        <p>
          {t('webhooks.former_until')} <When at={shown.previous_secret_until} />
        </p>
      )}
      <ActError error={error} />
      {replacing && (
        <FormDialog
          title={t('webhooks.rotate_title')}
          submitLabel={t('webhooks.rotate')}
          onClose={() => setReplacing(false)}
          onSubmit={async () => setShown(await post<SigningSecretAnswer>(`${PATH}/rotate`))}
          done={t('webhooks.signing_rotated')}
        >
          <p>{t('webhooks.rotate_what')}</p>
        </FormDialog>
      )}
    </Section>
  );
}
