import { useEffect, useState } from 'preact/hooks';
import type { HubBranch, HubHistory, HubRecord } from '../../../server/contract/hub-console.ts';
import { type ApiError, asApiError } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Field, Options, typed, typing } from '../../parts/form.tsx';
import { Empty, ErrorState, Loaded, Loading, Page, submitting } from '../../parts/page.tsx';
import { Table, When } from '../../parts/values.tsx';
import { reasonText, t, textFor } from '../../text/text.ts';
import { ask, useHubRows } from '../api.ts';
import { h } from '../text/text.ts';
import { BranchLink, namesOf } from './shared.tsx';

const STATES = ['pending', 'processing', 'completed', 'failed', 'needs_review'] as const;
const PAGE = 50;

interface Filter {
  id: string;
  branch: string;
  kind: string;
  state: string;
  reason: string;
}

const NO_FILTER: Filter = { id: '', branch: '', kind: '', state: '', reason: '' };

interface Found {
  data: HubRecord[];
  next: string | null;
}

/** Records of all branches that the operator may see. */
export function RecordsScreen() {
  const branches = useHubRows<HubBranch>('branches');
  const names = namesOf(branches.known() ?? []);
  const [filter, setFilter] = useState(NO_FILTER);
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const search = async (before: Found | null): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const given = Object.entries({ ...filter, after: before?.next ?? '' }).map(([name, text]) => [name, text.trim()]);
      const query = new URLSearchParams([['limit', String(PAGE)], ...given.filter(([, text]) => text !== '')]);
      const page = await ask<Found>('GET', `records?${query}`);
      setFound({ data: [...(before?.data ?? []), ...page.data], next: page.next });
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void search(null), []);
  const set = (name: keyof Filter) => (value: string) => setFilter({ ...filter, [name]: value });
  return (
    <Page title={h('nav.records')} intro={h('records.intro')}>
      <form class="hub-filter" onSubmit={submitting(() => search(null))}>
        <Field label={h('records.id')}>
          <input dir="ltr" autocomplete="off" spellcheck={false} value={filter.id} onInput={typing(set('id'))} />
        </Field>
        <Field label={h('records.branch')}>
          <select value={filter.branch} onChange={(event) => set('branch')(typed(event))}>
            <Options of={[['', h('records.any')], ...names]} />
          </select>
        </Field>
        <Field label={h('records.kind')}>
          <select value={filter.kind} onChange={(event) => set('kind')(typed(event))}>
            <Options
              of={[
                ['', h('records.any')],
                ['kyc', t('kind.kyc')],
                ['kyb', t('kind.kyb')],
              ]}
            />
          </select>
        </Field>
        <Field label={h('records.state')}>
          <select value={filter.state} onChange={(event) => set('state')(typed(event))}>
            <Options of={[['', h('records.any')], ...STATES.map((state) => [state, t(`status.${state}`)] as const)]} />
          </select>
        </Field>
        <Field label={h('records.reason')}>
          <input
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={filter.reason}
            onInput={typing(set('reason'))}
          />
        </Field>
        <Button look="primary" icon="search" type="submit" busy={busy} label={t('action.search')} />
      </form>
      {error && <ErrorState error={error} onRetry={() => void search(null)} />}
      {!error && found === null && <Loading />}
      {found && !error && <Rows found={found} names={names} busy={busy} onMore={() => void search(found)} />}
    </Page>
  );
}

interface RowsProps {
  found: Found;
  names: ReadonlyMap<string, string>;
  busy: boolean;
  onMore: () => void;
}

function Rows({ found: { data, next }, names, busy, onMore }: RowsProps) {
  const [shown, setShown] = useState<HubRecord | null>(null);
  if (data.length === 0) {
    return (
      <Empty icon="search" title={h('records.none')}>
        <p>{h('records.none_what')}</p>
      </Empty>
    );
  }
  return (
    <>
      <Table
        caption={h('nav.records')}
        rows={data}
        keyOf={({ branch, id }) => `${branch}/${id}`}
        columns={[
          [h('records.id'), (row) => <RecordButton id={row.id} onClick={() => setShown(row)} />],
          [h('records.branch'), ({ branch }) => <BranchLink id={branch} names={names} />],
          [h('records.kind'), ({ kind }) => t(`kind.${kind}`), 'wide-only'],
          [h('records.state'), (row) => stateText(row)],
          [h('records.reasons'), ({ reason_codes: codes }) => codes.map(reasonText).join(', ') || '–'],
          [h('records.changed'), ({ changed_at: at }) => <When at={at} />],
        ]}
      />
      {next !== null && (
        <p class="more">
          <Button busy={busy} onClick={onMore} label={t('action.more')} />
        </p>
      )}
      {shown && <HistoryDialog of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function RecordButton({ id, onClick }: { id: string; onClick: () => void }) {
  return (
    <button type="button" class="hub-record breaks" dir="ltr" onClick={onClick}>
      {id}
    </button>
  );
}

/** Everything that the branch reported of a record. */
function HistoryDialog({ of, onClose }: { of: HubRecord; onClose: () => void }) {
  const history = useHubRows<HubHistory>(`branches/${of.branch}/records/${encodeURIComponent(of.id)}`);
  return (
    <Dialog title={h('records.history')} onClose={onClose} wide>
      <p>
        <code dir="ltr">{of.id}</code>
      </p>
      <Loaded of={history}>
        {(rows) => (
          <Table
            caption={h('records.history')}
            rows={rows}
            keyOf={({ line, seq }) => `${line}/${seq}`}
            columns={[
              [h('branch.number'), ({ seq }) => seq, 'numeric'],
              [h('records.state'), ({ kind, content }) => reported(kind, content)],
              [h('records.reasons'), ({ content }) => textsOf(content?.['reasons']).map(reasonText).join(', ') || '–'],
              [
                h('records.changed'),
                ({ content }) => {
                  const at = content?.['changed_at'];
                  return typeof at === 'string' ? <When at={at} /> : '–';
                },
              ],
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function reported(kind: string, content: HubHistory['content']): string {
  if (content === null || kind === 'erased') return h('records.erased');
  const { state, decision } = content;
  return stateText({ state: String(state), decision: typeof decision === 'string' ? decision : null });
}

function stateText({ state, decision }: Pick<HubRecord, 'state' | 'decision'>): string {
  const words = textFor(`status.${state}`) ?? state;
  const decided = decision === null ? null : (textFor(`decision.${decision}`) ?? decision);
  return decided === null || decided === words ? words : `${words}: ${decided}`;
}
