import { useState } from 'preact/hooks';
import type { HubBranch, HubCarriedFile, HubTaken } from '../../../server/contract/hub-console.ts';
import { fetchFile } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { saveBlob } from '../../parts/download.ts';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Field, Options, typed } from '../../parts/form.tsx';
import { ActError, Loaded, Page, Section, toastFailure, useAct } from '../../parts/page.tsx';
import { Table, When } from '../../parts/values.tsx';
import { formatBytes, formatNumber } from '../../text/text.ts';
import { hubAddress, sendFile, useHubRows } from '../api.ts';
import { h, hubWord } from '../text/text.ts';
import { BranchLink, namesOf } from './shared.tsx';

/** Writes the file for a branch, and saves it with the browser. */
export async function saveCarried(branch: string): Promise<void> {
  try {
    const path = hubAddress(`branches/${branch}/carried-file`);
    const { blob, name } = await fetchFile(path, 'application/zip', { method: 'POST' });
    saveBlob(blob, name ?? 'custos-to-branch.zip');
  } catch (error) {
    toastFailure(error);
  }
}

/** Files that people carry between the hub and branches without a network. */
export function FilesScreen() {
  const branches = useHubRows<HubBranch>('branches');
  const files = useHubRows<HubCarriedFile>('carried-files');
  const [taken, setTaken] = useState<HubTaken | null>(null);
  const [chosen, setChosen] = useState('');
  const { error, run } = useAct();
  const known = branches.known() ?? [];
  const names = namesOf(known);
  const branch = chosen || known[0]?.id;
  return (
    <Page title={h('nav.files')} intro={h('files.intro')}>
      <Section title={h('files.take')} id="take">
        <DropZone
          label={h('files.drop')}
          choose={h('files.choose')}
          accept=".zip"
          multiple={false}
          onFiles={([file]) =>
            void (
              file &&
              run(async () => {
                setTaken(null);
                setTaken(await sendFile('carried-files', file));
                await files.reload();
              })
            )
          }
        />
        <ActError error={error} />
        {taken && <Taken of={taken} />}
      </Section>
      {branch !== undefined && (
        <Section title={h('files.write')} id="write">
          <p>{h('files.write_what')}</p>
          <div class="hub-filter">
            <Field label={h('records.branch')}>
              <select value={branch} onChange={(event) => setChosen(typed(event))}>
                <Options of={[...names]} />
              </select>
            </Field>
            <Button
              icon="download"
              onClick={() => void saveCarried(branch).then(() => files.reload())}
              label={h('files.save')}
            />
          </div>
        </Section>
      )}
      <Section title={h('files.history')} id="history">
        <Loaded of={files}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="faint">{h('files.none')}</p>
            ) : (
              <Table
                caption={h('files.history')}
                rows={rows}
                columns={[
                  [h('files.at'), ({ carried_at: at }) => <When at={at} />],
                  [h('files.direction'), ({ direction }) => h(`files.${direction}`)],
                  [h('records.branch'), ({ branch: id }) => (id === null ? '–' : <BranchLink id={id} names={names} />)],
                  [h('files.content'), ({ content }) => contentText(content), 'wide-only'],
                  [h('packs.size'), ({ size_bytes: bytes }) => formatBytes(bytes), 'numeric'],
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function Taken({ of: { taken, refused, enrolment } }: { of: HubTaken }) {
  const codes = Object.entries(refused).map(([code, count]) => `${hubWord('taken', code)} (${formatNumber(count)})`);
  return (
    <div class={`hub-note note ${codes.length === 0 ? 'good' : 'warn'}`} role="status">
      <p>{h('files.taken', { n: taken })}</p>
      {codes.length > 0 && <p>{h('files.refused', { codes: codes.join(', ') })}</p>}
      {enrolment && <p>{h('files.enrolled')}</p>}
    </div>
  );
}

const PARTS = ['taken', 'receipts', 'directives', 'packs'] as const;

/** What was in a carried file, in words. */
function contentText(content: HubCarriedFile['content']): string {
  const refused = Object.keys((content['refused'] ?? {}) as object);
  const counted = PARTS.flatMap((name) => {
    const n = content[name];
    return typeof n === 'number' ? [h(`files.part_${name}`, { n })] : [];
  });
  return [
    ...counted,
    ...(refused.length > 0
      ? [h('files.refused', { codes: refused.map((code) => hubWord('taken', code)).join(', ') })]
      : []),
  ].join(', ');
}
