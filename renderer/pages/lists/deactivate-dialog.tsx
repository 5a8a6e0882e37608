import { post } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { API, type Kind, type Version } from './dataset.ts';

interface DeactivateDialogProps {
  kind: Kind;
  /** The one that is searched. */
  version: Version;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before nothing of a list or register is searched any more. */
export function DeactivateDialog({ kind, version, onChanged, onClose }: DeactivateDialogProps) {
  return (
    <FormDialog
      title={t('lists.deactivate_title', { name: version.name })}
      submitLabel={t('lists.deactivate')}
      look="danger"
      onClose={onClose}
      onSubmit={async () => {
        await post(`${API[kind]}/${version.id}/deactivate`);
        toast(t('lists.deactivated', { name: version.name }));
        onChanged();
      }}
    >
      <ul class="dataset-follows">
        <li>{t(`${kind}.deactivate_follows`)}</li>
        <li>{t('lists.deactivate_kept')}</li>
      </ul>
    </FormDialog>
  );
}
