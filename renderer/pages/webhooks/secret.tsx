import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { t } from '../../text/text.ts';

/** The secret of an endpoint that was just made or given a new one. */
export function EndpointSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title={t('webhooks.secret_title')} label={t('label.secret')} secret={secret} onClose={onClose}>
      {t('webhooks.secret_use')}
    </SecretDialog>
  );
}
