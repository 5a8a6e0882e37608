import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { Hash } from '../../parts/hash.tsx';
import { Section } from '../../parts/page.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { Table } from '../../parts/table.tsx';
import { formatBytes } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { engineKey } from './warning-text.ts';

type Engine = SystemStateAnswer['engines'][number];
const TONES: Readonly<Record<Engine['state'], Tone>> = {
  unused: 'calm',
  loading: 'busy',
  ready: 'good',
  failed: 'bad',
};

/** What reads, measures and compares, and whether it works. */
export function Engines({ system: { engines, workers, node, platform, arch } }: { system: SystemStateAnswer }) {
  const threads: Readonly<Record<string, number>> = {
    text: workers.text,
    face: workers.face,
    image: workers.image,
    pdf: workers.pdf,
  };
  return (
    <Section title={t('system.engines')} id="engines">
      <Table
        caption={t('system.engines')}
        rows={engines}
        keyOf={({ name }) => name}
        columns={[
          { key: 'name', label: t('system.engine'), cell: ({ name }) => t(engineKey(name)) },
          {
            key: 'state',
            label: t('system.state'),
            cell: ({ state, detail }) => (
              <>
                <Pill tone={TONES[state]}>{t(`system.engine_${state}`)}</Pill>
                {detail && <p class="small">{detail}</p>}
              </>
            ),
          },
          { key: 'version', label: t('system.software'), cell: ({ version }) => version ?? '–' },
          { key: 'backend', label: t('system.backend'), cell: ({ backend }) => backend ?? '–', wideOnly: true },
          {
            key: 'threads',
            label: t('system.threads'),
            numeric: true,
            wideOnly: true,
            cell: ({ name }) => threads[name] ?? '–',
          },
        ]}
      />
      <p class="small faint system-foot">{t('system.runs_on', { node, platform, arch })}</p>
    </Section>
  );
}

/** The files that the engines go by, each with its hash. */
export function Models({ models }: { models: SystemStateAnswer['models'] }) {
  return (
    <Section title={t('system.models')} id="models">
      <Table
        caption={t('system.models')}
        rows={models}
        keyOf={({ file }) => file}
        columns={[
          {
            key: 'file',
            label: t('system.file'),
            cell: ({ file, version }) => (
              <>
                <code class="system-file">{file}</code>
                <span class="small faint">{version}</span>
              </>
            ),
          },
          { key: 'hash', label: 'SHA-256', cell: ({ sha256 }) => <Hash hex={sha256} /> },
          {
            key: 'verified',
            label: t('system.verified'),
            cell: ({ verified }) =>
              verified ? (
                <Pill tone="good">{t('system.verified_yes')}</Pill>
              ) : (
                <Pill tone="bad">{t('system.verified_no')}</Pill>
              ),
          },
          { key: 'licence', label: t('system.licence'), wideOnly: true, cell: ({ licence }) => licence },
          { key: 'bytes', label: t('system.size'), numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
        ]}
      />
    </Section>
  );
}
