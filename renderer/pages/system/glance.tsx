import type { ComponentChildren } from 'preact';
import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { Ago } from '../../parts/values.tsx';
import { formatBytes, formatDuration, formatNumber, plural, t } from '../../text/text.ts';

/** The figures that are asked for first. */
export function Glance({ system }: { system: SystemStateAnswer }) {
  const { disk, memory, queue, watchlists, registers, webhooks, workers } = system;
  return (
    <div class="system-tiles">
      <Tile
        title={t('nav.work')}
        value={formatNumber(queue.pending)}
        words={plural('system.queue_waiting', queue.pending)}
        lines={[
          [t('status.processing'), formatNumber(queue.running)],
          [t('system.dead'), queue.dead > 0 && formatNumber(queue.dead)],
          [t('system.oldest'), queue.oldest_pending_at && <Ago at={queue.oldest_pending_at} />],
          [t('system.at_once'), formatNumber(workers.verifications)],
          [t('system.cpus'), formatNumber(workers.cpus)],
        ]}
      />
      <Tile
        title={t('system.disk')}
        value={formatBytes(disk.free_bytes)}
        words={t('system.free_of', { total: formatBytes(disk.total_bytes) })}
        meter={{ label: t('system.disk_used'), used: disk.total_bytes - disk.free_bytes, of: disk.total_bytes }}
        lines={[
          [t('system.data_folder'), measured(disk.data_bytes)],
          [t('system.vault'), measured(disk.vault_bytes)],
          [t('system.database'), formatBytes(disk.database_bytes)],
        ]}
      />
      <Tile
        title={t('system.memory')}
        value={formatBytes(memory.used_bytes)}
        words={t('system.memory_used')}
        meter={{
          label: t('system.memory_machine_used'),
          used: memory.machine_total_bytes - memory.machine_free_bytes,
          of: memory.machine_total_bytes,
        }}
        lines={[
          [t('system.memory_free'), formatBytes(memory.machine_free_bytes)],
          [t('system.memory_total'), formatBytes(memory.machine_total_bytes)],
        ]}
      />
      <Tile
        title={t('system.lists')}
        value={formatNumber(watchlists.active)}
        words={plural('system.lists_active', watchlists.active)}
        lines={[
          [<a href="/lists">{t('system.entries')}</a>, formatNumber(watchlists.entries)],
          [t('system.stale'), watchlists.stale > 0 && formatNumber(watchlists.stale)],
          [<a href="/registers">{t('nav.registers')}</a>, formatNumber(registers.active)],
          [t('system.companies'), formatNumber(registers.companies)],
          [t('system.registers_stale'), registers.stale > 0 && formatNumber(registers.stale)],
        ]}
      />
      <Tile
        title={t('nav.webhooks')}
        value={formatNumber(webhooks.pending)}
        words={plural('system.webhooks_waiting', webhooks.pending)}
        lines={[
          [t('system.webhooks_failed'), formatNumber(webhooks.failed)],
          [t('system.webhooks_blocked'), formatNumber(webhooks.blocked)],
          [t('system.webhooks_lag'), webhooks.lag_ms > 0 && formatDuration(webhooks.lag_ms)],
        ]}
      />
    </div>
  );
}

interface TileProps {
  title: string;
  value: string;
  words: string;
  meter?: { label: string; used: number; of: number };
  lines: readonly (readonly [label: ComponentChildren, value: ComponentChildren])[];
}

function Tile({ title, value, words, meter, lines }: TileProps) {
  return (
    <section class="tile">
      <h2>{title}</h2>
      <p>
        <strong class="number">{value}</strong> {words}
      </p>
      {meter && <meter aria-label={meter.label} min={0} max={meter.of} value={meter.used} />}
      <dl>
        {lines
          .filter(([, shown]) => shown)
          .map(([label, shown], i) => (
            <div key={i}>
              <dt>{label}</dt>
              <dd class="number">{shown}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

const measured = (bytes: number | null): string => (bytes === null ? t('system.measuring') : formatBytes(bytes));
