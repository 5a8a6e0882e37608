import { signal } from '@preact/signals';
import { formatBytes, t } from '../../text/text.ts';
import { IconButton } from '../button.tsx';
import { DropZone } from '../drop-zone.tsx';
import { Section } from '../page.tsx';
import './files.css';

/** A file of a chip or a mobile document, as it will be sent. */
export interface SourceFile {
  key: string;
  file: File;
  part: 'chip[]' | 'mdoc[]';
  /** `EF_SOD`, `DG1`; `device_response`, `session_transcript`. */
  name: string;
}

/** DG1 to DG16 by their first byte (ICAO Doc 9303-10, table 31). */
const TAGS = [0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70];
const SECURITY_OBJECT_TAG = 0x77;
/** A map of CBOR, with which a DeviceResponse begins, and the array of three that is a SessionTranscript. */
const CBOR_MAP = 0xa0;
const CBOR_MAP_LAST = 0xb7;
const TRANSCRIPT = 0x83;
/** The first length that DER writes in further bytes. */
const LONG_LENGTH = 0x80;
/** The order in which they are shown. */
const ORDER = ['EF_SOD', ...TAGS.map((_, i) => `DG${i + 1}`), 'device_response', 'session_transcript'];
/** Fingerprints and irises never leave this computer. */
const BIOMETRIC = ['DG3', 'DG4'];

/** Recognises a file by its first two bytes. null: it is none of a chip or a mobile document. */
export function recogniseSource(
  [first = 0, second = 0]: Uint8Array | readonly number[],
  { name: fileName, size }: Pick<File, 'name' | 'size'>,
): Pick<SourceFile, 'part' | 'name'> | null {
  const group = TAGS.indexOf(first) + 1;
  const isObject = first === SECURITY_OBJECT_TAG || (first === 0x30 && /sod/i.test(fileName));
  // The tags are letters of plain text too, but no text has the length that its second letter would mean.
  if (group > 0 || isObject) {
    const isWhole = second >= LONG_LENGTH || second + 2 === size;
    return isWhole ? { part: 'chip[]', name: isObject ? 'EF_SOD' : `DG${group}` } : null;
  }
  if (first >= CBOR_MAP && first <= CBOR_MAP_LAST) return { part: 'mdoc[]', name: 'device_response' };
  return first === TRANSCRIPT ? { part: 'mdoc[]', name: 'session_transcript' } : null;
}

type Refused = { name: string; why: 'biometric' | 'unknown' };

/** Returns the files of a chip and a mobile document in a form. A file that is given again replaces the earlier one. */
export function createSourceFiles() {
  const list = signal<readonly SourceFile[]>([]);
  const refused = signal<readonly Refused[]>([]);
  return {
    list,
    refused,
    async add(files: readonly File[]) {
      refused.value = [];
      for (const file of files) {
        const found = recogniseSource(new Uint8Array(await file.slice(0, 2).arrayBuffer()), file);
        if (!found || BIOMETRIC.includes(found.name)) {
          refused.value = [...refused.peek(), { name: file.name, why: found ? 'biometric' : 'unknown' }];
          continue;
        }
        const others = list.peek().filter(({ name }) => name !== found.name);
        const added = { ...found, key: `${found.name} ${file.name}`, file };
        list.value = [...others, added].toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
      }
    },
    remove(key: string) {
      list.value = list.peek().filter((one) => one.key !== key);
    },
    clear() {
      list.value = [];
      refused.value = [];
    },
  };
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

/** Adds the files to a form under the names by which the appliance knows them. */
export function appendSources(form: FormData, files: readonly SourceFile[]): void {
  for (const { part, name, file } of files) form.append(part, file, `${name}.bin`);
}

/** Files of a chip or a mobile document: dropped or chosen, and shown as they will be sent. */
export function SourceFilesSection({ sources, disabled = false }: { sources: SourceFiles; disabled?: boolean }) {
  const list = sources.list.value;
  const lacksObject = list.some(({ part }) => part === 'chip[]') && !list.some(({ name }) => name === 'EF_SOD');
  return (
    <Section title={t('sources.title')} id="sources">
      <DropZone
        label={t('sources.drop')}
        choose={t('sources.choose')}
        hint={t('sources.hint')}
        onFiles={(files) => void (disabled || sources.add(files))}
      />
      {sources.refused.value.length > 0 && (
        <div class="refusals note bad" role="alert">
          <ul>
            {sources.refused.value.map(({ name, why }, i) => (
              <li key={`${name}${i}`}>{t('files.refused', { name, why: t(`sources.${why}`) })}</li>
            ))}
          </ul>
        </div>
      )}
      {lacksObject && (
        <p class="field-error" role="alert">
          {t('sources.no_object')}
        </p>
      )}
      {list.length > 0 && (
        <ul class="source-files" aria-label={t('sources.sent')}>
          {list.map(({ key, name, file }) => (
            <li key={key} class="row between gap-8">
              <span class="breaks">
                <strong>{t(`sources.file_${known(name)}`)}</strong>{' '}
                <span class="faint small">
                  {name} · {file.name} · {formatBytes(file.size)}
                </span>
              </span>
              <IconButton
                icon="trash"
                label={t('files.remove', { name })}
                disabled={disabled}
                onClick={() => sources.remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const KNOWN = ['EF_SOD', 'DG1', 'DG2', 'DG15', 'device_response', 'session_transcript'] as const;

const known = (name: string): (typeof KNOWN)[number] | 'other' => KNOWN.find((one) => one === name) ?? 'other';
