import { useState } from 'preact/hooks';
import type { HubAuditEntry, HubAuditGap } from '../../../server/contract/hub-console.ts';
import { useCursorPages } from '../../client/pages.ts';
import { Button } from '../../parts/button.tsx';
import { ActError, Empty, Page, Paged, useAct } from '../../parts/page.tsx';
import { Hash, Table, When } from '../../parts/values.tsx';
import { ask } from '../api.ts';
import { h, hubWord } from '../text/text.ts';

const PAGE = 50;

interface Checked {
  entries: number;
  first_broken: number | null;
}

/** Who did what at the hub. */
export function AuditScreen() {
  const [gap, setGap] = useState<HubAuditGap | null>(null);
  const pages = useCursorPages(async (after, abort) => {
    const cursor = after === null ? '' : `&before=${after}`;
    const path = `audit?limit=${PAGE}${cursor}`;
    const page = await ask<{ data: HubAuditEntry[]; has_more: boolean; gap: HubAuditGap | null }>(
      'GET',
      path,
      undefined,
      abort,
    );
    setGap(page.gap);
    return { ...page, data: page.data.map((entry) => ({ ...entry, id: String(entry.seq) })) };
  }, []);
  const [checked, setChecked] = useState<Checked | null>(null);
  const { busy, error, run } = useAct();
  return (
    <Page
      title={h('nav.audit')}
      intro={h('audit.intro')}
      actions={
        <Button
          icon="check"
          busy={busy}
          onClick={() => void run(async () => setChecked(await ask('GET', 'audit/check')))}
          label={h('audit.check')}
        />
      }
    >
      <ActError error={error} />
      {gap && (
        <div class="hub-note note bad" role="alert">
          <p>{h('audit.gap', { anchored: gap.anchored, found: gap.found })}</p>
          <Button
            busy={busy}
            onClick={() =>
              void run(async () => {
                await ask('POST', 'audit/acknowledge');
                await pages.reload();
              })
            }
            label={h('audit.acknowledge')}
          />
        </div>
      )}
      {checked && (
        <p class={`hub-note note ${checked.first_broken === null ? 'good' : 'bad'}`} role="status">
          {checked.first_broken === null
            ? h('audit.whole', { n: checked.entries })
            : h('audit.broken', { n: checked.first_broken })}
        </p>
      )}
      <Paged of={pages} empty={<Empty title={h('nav.audit')} />}>
        {(rows) => (
          <Table
            caption={h('nav.audit')}
            rows={rows}
            columns={[
              [h('audit.number'), ({ seq }) => seq, 'numeric'],
              [h('audit.at'), ({ at }) => <When at={at} />],
              [
                h('audit.who'),
                ({ actor, actor_name: name }) =>
                  name ?? (actor === 'system' || actor === 'cli' ? h(`audit.${actor}`) : actor),
              ],
              [h('audit.action'), ({ action }) => hubWord('action', action)],
              [h('audit.subject'), ({ subject }) => subject && <Subject of={subject} />, 'wide-only'],
            ]}
          />
        )}
      </Paged>
    </Page>
  );
}

/** What an act was on: an id, or the fingerprint of a pack. */
function Subject({ of }: { of: string }) {
  return /^[0-9a-f]{64}$/.test(of) ? <Hash hex={of} /> : <code dir="ltr">{of}</code>;
}
