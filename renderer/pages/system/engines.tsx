import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { Hash, Pill, type Tone } from '../../parts/values.tsx';
import { formatBytes, t } from '../../text/text.ts';
import { engineKey } from './warnings.tsx';

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
          [t('system.engine'), ({ name }) => t(engineKey(name))],
          [
            t('label.state'),
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

/** The files that the engines go by, each with its hash. */
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
                <code class="system-file">{file}</code>
                <span class="small faint">{version}</span>
              </>
            ),
          ],
          ['SHA-256', ({ sha256 }) => <Hash hex={sha256} />],
          [
            t('system.verified'),
            ({ verified }) =>
              verified ? (
                <Pill tone="good">{t('system.verified_yes')}</Pill>
              ) : (
                <Pill tone="bad">{t('system.verified_no')}</Pill>
              ),
          ],
          [t('system.licence'), ({ licence }) => licence, 'wide-only'],
          [t('label.size'), ({ bytes }) => formatBytes(bytes), 'numeric'],
        ]}
      />
    </Section>
  );
}
