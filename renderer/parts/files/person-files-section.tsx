import { useCallback, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { CameraDialog } from '../camera/camera-dialog.tsx';
import { DropZone } from '../drop-zone.tsx';
import { useKeys } from '../keys.ts';
import { Section } from '../page.tsx';
import { Refusals } from './file-card.tsx';
import { ACCEPT, FILES_MAX, usePageDrop } from './media.ts';
import { PersonFileCard } from './person-file-card.tsx';
import type { PersonFiles } from './person-files.ts';

interface PersonFilesSectionProps {
  files: PersonFiles;
  disabled?: boolean;
  /** Whether what is missing is said. */
  asking: boolean;
}

/** Documents and selfie of one person: dropped, chosen, pasted or taken with a camera. */
export function PersonFilesSection({ files, disabled = false, asking }: PersonFilesSectionProps) {
  const [camera, setCamera] = useState<'add' | { key: string } | null>(null);
  const list = files.list.value;
  const isFull = list.length >= FILES_MAX;
  // What comes while the files are sent would be sent by nobody.
  const add = useCallback((more: File[]) => void (disabled || files.add(more)), [files, disabled]);
  usePageDrop(add);
  useKeys(disabled || isFull ? [] : [{ key: 'c', label: t('files.camera'), run: () => setCamera('add') }], [
    disabled,
    isFull,
  ]);
  const retaken = typeof camera === 'object' && camera ? list.find(({ key }) => key === camera.key) : null;
  const isFirst = list.length === 0;
  return (
    <Section title={t('files.title')} id="files">
      <DropZone
        label={t('files.drop')}
        hint={t('files.limits', { count: FILES_MAX })}
        accept={ACCEPT}
        paste
        onFiles={add}
        actions={
          <Button icon="camera" keys="c" disabled={disabled || isFull} onClick={() => setCamera('add')}>
            {t('files.camera')}
          </Button>
        }
      />
      {asking && isFirst && (
        <p class="field-error" role="alert">
          {t('files.none')}
        </p>
      )}
      <Refusals items={files.refused.value} />
      {list.length > 0 && (
        <ul class="file-cards" aria-label={t('files.title')}>
          {list.map((one) => (
            <PersonFileCard
              key={one.key}
              one={one}
              files={files}
              disabled={disabled}
              asking={asking}
              onRetake={() => setCamera({ key: one.key })}
            />
          ))}
        </ul>
      )}
      {camera && (
        <CameraDialog
          purpose={retaken?.type === 'selfie' ? 'selfie' : 'document'}
          once={retaken != null}
          onTaken={async (file, purpose) => {
            if (retaken) return files.replace(retaken.key, file);
            await files.add([file], purpose === 'selfie' ? { type: 'selfie', side: null } : undefined);
            // Another one would be refused behind the dialog.
            if (files.list.peek().length >= FILES_MAX) setCamera(null);
          }}
          onClose={() => setCamera(null)}
        />
      )}
    </Section>
  );
}
