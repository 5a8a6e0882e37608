import { post } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { formatDay } from '../../text/format.ts';
import { plural, t } from '../../text/text.ts';
import { API, type Dataset, type Kind, sizeOf, stepOf, type Version } from './dataset.ts';

interface ActivateDialogProps {
  kind: Kind;
  dataset: Dataset;
  version: Version;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before another version is searched, and says what follows from it. */
export function ActivateDialog({ kind, dataset, version, onChanged, onClose }: ActivateDialogProps) {
  const step = stepOf(dataset, version);
  const { active, name } = dataset;
  return (
    <FormDialog
      title={t(`lists.${step}_title`, { name })}
      submitLabel={t(`lists.step_${step}`)}
      onClose={onClose}
      onSubmit={async () => {
        await post(`${API[kind]}/${version.id}/activate`);
        toast(t('lists.now_searched', { name, version: version.version }));
        onChanged();
      }}
    >
      <ul class="dataset-follows">
        <li>
          {t('lists.follows_searched', {
            day: formatDay(version.dated),
            size: plural(`${kind}.size`, sizeOf(version)),
          })}
        </li>
        {active && (
          <li>
            {t('lists.follows_instead', {
              day: formatDay(active.dated),
              size: plural(`${kind}.size`, sizeOf(active)),
            })}
          </li>
        )}
        <li>{t(`${kind}.follows`)}</li>
      </ul>
    </FormDialog>
  );
}
