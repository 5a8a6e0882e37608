import type { EgressAnswer, SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { useGet } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Loaded, Section } from '../../parts/page.tsx';
import { Hash, Pill, Table, type Tone, When } from '../../parts/values.tsx';
import { formatBytes, formatNumber, t, textFor } from '../../text/text.ts';
import { engineKey } from './warnings.tsx';

type Engine = SystemStateAnswer['engines'][number];
const TONES: Readonly<Record<Engine['state'], Tone>> = {
  unused: 'calm',
  loading: 'busy',
  ready: 'good',
  failed: 'bad',
};

/** Shows the engines and whether they work. */
export function Engines({ system: { engines, workers, node, platform, arch } }: { system: SystemStateAnswer }) {
  const threads: Readonly<Record<string, number>> = workers;
  return (
    <Section title={t('system.engines')} id="engines">
      <Table
        caption={t('system.engines')}
        rows={engines}
        keyOf={({ name }) => name}
        columns={[
          [t('system.engine'), ({ name }) => t(engineKey(name))],
          [
            t('field.status'),
            ({ state, detail }) => (
              <>
                <Pill tone={TONES[state]}>{t(`system.engine_${state}`)}</Pill>
                {detail && <p class="small">{detail}</p>}
              </>
            ),
          ],
          [t('system.software'), ({ version }) => version ?? '–'],
          [t('system.backend'), ({ backend }) => backend ?? '–', 'wide-only'],
          [t('system.threads'), ({ name }) => threads[name] ?? '–', 'numeric wide-only'],
        ]}
      />
      <p class="small faint system-foot">{t('system.runs_on', { node, platform, arch })}</p>
    </Section>
  );
}

/** Shows the engines' model files, each with its hash. */
export function Models({ models }: { models: SystemStateAnswer['models'] }) {
  return (
    <Section title={t('system.models')} id="models">
      <Table
        caption={t('system.models')}
        rows={models}
        keyOf={({ file }) => file}
        columns={[
          [
            t('label.file'),
            ({ file, version }) => (
              <>
                <code class="system-file breaks">{file}</code>
                <span class="small faint">{version}</span>
              </>
            ),
          ],
          ['SHA-256', ({ sha256 }) => <Hash hex={sha256} />],
          [
            t('system.verified'),
            ({ verified }) => (
              <Pill tone={verified ? 'good' : 'bad'}>{t(`system.verified_${verified ? 'yes' : 'no'}`)}</Pill>
            ),
          ],
          [t('system.licence'), ({ licence }) => licence, 'wide-only'],
          [t('label.size'), ({ bytes }) => formatBytes(bytes), 'numeric'],
        ]}
      />
    </Section>
  );
}

const LIMIT = 50;

/** Shows which connections this machine made, and which it refused to make. */
export function Egress() {
  const page = useGet(`/v1/system/egress?limit=${LIMIT}`);
  return (
    <Section
      title={t('system.egress')}
      id="egress"
      actions={<Button look="quiet" icon="refresh" onClick={() => void page.reload()} label={t('system.refresh')} />}
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
