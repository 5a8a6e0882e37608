import type { EgressAnswer, EgressPageAnswer } from '../../../server/contract/system-state.ts';
import { useGet } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Pill, When } from '../../parts/values.tsx';
import { formatNumber, t, textFor } from '../../text/text.ts';

const LIMIT = 50;

/** What this machine connected to, and what it refused to connect to. */
export function Egress() {
  const page = useGet<EgressPageAnswer>(`/v1/system/egress?limit=${LIMIT}`);
  return (
    <Section
      title={t('system.egress')}
      id="egress"
      actions={
        <Button look="quiet" icon="refresh" onClick={() => void page.reload()}>
          {t('system.refresh')}
        </Button>
      }
    >
      <Loaded of={page}>
        {({ data, has_more: hasMore }) =>
          data.length === 0 ? (
            <p class="faint">{t('system.egress_none')}</p>
          ) : (
            <>
              <Rows rows={data} />
              {hasMore && (
                <p class="small faint system-foot">{t('system.egress_more', { count: formatNumber(LIMIT) })}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Rows({ rows }: { rows: readonly EgressAnswer[] }) {
  return (
    <Table
      caption={t('system.egress')}
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        [t('system.egress_at'), ({ last_at: at }) => <When at={at} />],
        [t('system.egress_to'), (row) => <code dir="ltr">{destination(row)}</code>],
        [
          t('system.egress_verdict'),
          ({ allowed }) =>
            allowed ? <Pill>{t('system.egress_allowed')}</Pill> : <Pill tone="warn">{t('system.egress_refused')}</Pill>,
        ],
        [t('system.egress_why'), ({ why }) => textFor(`egress.${why}`) ?? why],
        [t('system.egress_times'), ({ times }) => formatNumber(times), 'numeric'],
      ]}
    />
  );
}

function destination({ host, port }: EgressAnswer): string {
  if (host === '') return '–';
  const name = host.includes(':') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}
