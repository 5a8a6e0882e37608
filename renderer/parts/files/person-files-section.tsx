import { useCallback, useState } from 'preact/hooks';
import { documentLabel, sideLabel, t, typeLabel } from '../../text/text.ts';
import { Button, Icon } from '../button.tsx';
import { CameraDialog } from '../camera/camera-dialog.tsx';
import { DropZone } from '../drop-zone.tsx';
import { FindingList } from '../finding-list.tsx';
import { Field, Options, typed } from '../form.tsx';
import { useKeys } from '../keys.ts';
import { Section } from '../page.tsx';
import { FileCard, Refusals } from './file-card.tsx';
import { ACCEPT, FILES_MAX, usePageDrop } from './media.ts';
import {
  faultOf,
  isSplit,
  PERSON_DOCUMENT_TYPES,
  type PersonDocumentType,
  type PersonFile,
  type PersonFiles,
  type Side,
} from './person-files.ts';

interface PersonFilesSectionProps {
  files: PersonFiles;
  disabled?: boolean;
  /** Whether to show what is missing. */
  asking: boolean;
  /** The operator wants the proof of a live person instead of a selfie. Missing: not possible here. */
  onChallenge?: () => void;
}

/** Documents and selfie of one person: dropped, chosen, pasted or taken with a camera. */
export function PersonFilesSection({ files, disabled = false, asking, onChallenge }: PersonFilesSectionProps) {
  const [camera, setCamera] = useState<'add' | { key: string } | null>(null);
  const list = files.list.value;
  const isFull = list.length >= FILES_MAX;
  // A file that is added during sending would not be sent.
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
        <ul class="file-cards stack gap-12" aria-label={t('files.title')}>
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
            // Another file would be refused behind the dialog.
            if (files.list.peek().length >= FILES_MAX) setCamera(null);
          }}
          {...(onChallenge && {
            onChallenge: () => {
              setCamera(null);
              onChallenge();
            },
          })}
          onClose={() => setCamera(null)}
        />
      )}
    </Section>
  );
}

const SIDES = ['front', 'back'] as const;

interface PersonFileCardProps {
  one: PersonFile;
  files: PersonFiles;
  disabled: boolean;
  /** Whether to show that the type is missing. */
  asking: boolean;
  onRetake: () => void;
}

/** A file of a person with its recognised type, which can be corrected. */
function PersonFileCard({ one, files, disabled, asking, onRetake }: PersonFileCardProps) {
  const { key, file, media, type, side, look } = one;
  const seen = typeof look === 'object' ? look : null;
  const missing = asking && type === null ? t('files.type_missing') : null;
  return (
    <FileCard
      file={file}
      media={media}
      turn={seen?.turn ?? 0}
      pages={seen?.pages ?? null}
      fault={faultOf(one)}
      disabled={disabled}
      onReplace={(fresh) => void files.replace(key, fresh)}
      onRetake={onRetake}
      onRemove={() => files.remove(key)}
    >
      <Guess one={one} />
      {isSplit(one) && <p class="file-guess row small faint">{t('files.split')}</p>}
      <div class="file-kind stack gap-8">
        <Field label={t('files.type')} error={missing}>
          <select
            value={type ?? ''}
            disabled={disabled}
            onChange={(event) => files.choose(key, { type: (typed(event) || null) as PersonDocumentType | null, side })}
          >
            {type === null && <option value="">{t('files.choose_type')}</option>}
            <Options of={PERSON_DOCUMENT_TYPES.map((name) => [name, typeLabel(name)])} />
          </select>
        </Field>
        {type !== 'selfie' && (
          <Field label={t('files.side')}>
            <select
              value={side ?? ''}
              disabled={disabled}
              onChange={(event) => files.choose(key, { type, side: (typed(event) || null) as Side | null })}
            >
              <option value="">{t('files.no_side')}</option>
              <Options of={SIDES.map((name) => [name, sideLabel(name)])} />
            </select>
          </Field>
        )}
      </div>
      {seen && <FindingList findings={seen.findings} />}
    </FileCard>
  );
}

/** Shows what the appliance has recognised so far. */
function Guess({ one: { look, type, side, chosen } }: { one: PersonFile }) {
  if (look === 'waiting' || look === 'looking')
    return (
      <p class="file-guess row small faint" role="status">
        <span class="spinner" aria-hidden="true" />
        {t('files.looking')}
      </p>
    );
  if (look === 'not_looked') return <p class="file-guess row small faint">{t('files.not_looked')}</p>;
  if (look.type === 'unknown' && type === 'selfie' && !chosen)
    return <p class="file-guess row small faint">{t('files.taken_for_selfie')}</p>;
  if (look.type === 'unknown')
    return <p class="file-guess row small faint">{t(look.complete ? 'files.not_recognised' : 'files.not_looked')}</p>;
  const guess = documentLabel(look);
  const same = look.type === type && (look.side === null || look.side === side);
  return (
    <p class={same ? 'file-guess row small faint' : 'file-guess differs row small faint'}>
      <Icon name={same ? 'check' : 'info'} />
      {t(chosen && !same ? 'files.looks_otherwise' : 'files.looks', { guess })}
    </p>
  );
}
