import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DesktopBridge, DesktopChange } from '../../../server/contract/desktop.ts';
import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { mode, type Resource, useGet, useResource } from '../../client/api.ts';
import { desktop } from '../../client/desktop.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form.tsx';
import { Forbidden, LiveOnly, Loaded, Page, Section, toast } from '../../parts/page.tsx';
import { Ago } from '../../parts/values.tsx';
import { formatAgo, formatBytes, formatDuration, formatNumber, plural, t } from '../../text/text.ts';
import { Backups } from './backups.tsx';
import { Capture } from './capture.tsx';
import { Directory } from './directory.tsx';
import { Hub } from './hub.tsx';
import { Keys } from './keys.tsx';
import { Egress, Engines, Models } from './machine.tsx';
import { Office } from './office.tsx';
import { SecurityLog } from './security-log.tsx';
import { Settings } from './settings.tsx';
import { Throughput } from './throughput.tsx';
import { Updates } from './updates.tsx';
import { ClockDoubt, Warnings } from './warnings.tsx';
import './page.css';

const REFRESH_MS = 10_000;
/** While something is still being measured. */
const REFRESH_SOON_MS = 1_500;

/** The state of the machine: what needs attention first, then the details. */
export default function SystemPage() {
  return <Page title={t('nav.system')}>{can('admin') ? <Body /> : <Forbidden />}</Page>;
}

function Body() {
  return (
    <>
      <LiveOnly>
        <Machine />
      </LiveOnly>
      {mode.value === 'test' && <Throughput />}
      {desktop && <ThisComputer of={desktop} />}
    </>
  );
}

function Machine() {
  const state = useGet('/v1/system');
  useRefresh(state);
  return (
    <Loaded of={state}>
      {(system) => (
        <div class="system">
          <p class="faint system-version">
            {t('system.version', { version: system.version, since: formatAgo(system.started_at) })}
          </p>
          <Warnings system={system} />
          <ClockDoubt clock={system.clock} onConfirmed={() => void state.reload()} />
          <Glance system={system} />
          <Throughput />
          <div class="system-pair columns">
            <Backups system={system} onDone={() => void state.reload()} />
            <Keys onChange={() => void state.reload()} />
          </div>
          <Settings onChange={() => void state.reload()} />
          <Office onChange={() => void state.reload()} />
          <Capture />
          <SecurityLog onChange={() => void state.reload()} />
          <Hub onChange={() => void state.reload()} />
          <Directory />
          <Engines system={system} />
          <Models models={system.models} />
          <Updates />
          <Egress />
        </div>
      )}
    </Loaded>
  );
}

/** Reloads now and then while the page is visible. */
function useRefresh(state: Resource<SystemStateAnswer>): void {
  const soon = state.known()?.disk.measured_at === null;
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden) void state.reload();
      },
      soon ? REFRESH_SOON_MS : REFRESH_MS,
    );
    return () => clearInterval(timer);
  }, [state, soon]);
}

/** The most important figures. */
function Glance({ system }: { system: SystemStateAnswer }) {
  const { disk, memory, queue, watchlists, registers, trust_lists: trust, webhooks, workers } = system;
  return (
    <div class="system-tiles stack">
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
          [<a href="/trust">{t('nav.trust')}</a>, formatNumber(trust.active)],
          [t('system.trust_stale'), trust.stale > 0 && formatNumber(trust.stale)],
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
    <section class="tile frame">
      <h2 class="faint">{title}</h2>
      <p class="faint breaks">
        <strong class="number">{value}</strong> {words}
      </p>
      {meter && <meter aria-label={meter.label} min={0} max={meter.of} value={meter.used} />}
      <dl>
        {lines
          .filter(([, shown]) => shown)
          .map(([label, shown], i) => (
            <div key={i} class="flex gap-12 between">
              <dt class="faint breaks">{label}</dt>
              <dd class="number nowrap">{shown}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

const measured = (bytes: number | null): string => (bytes === null ? t('system.measuring') : formatBytes(bytes));

/** The desktop shell's settings for the user of this computer. */
function ThisComputer({ of }: { of: DesktopBridge }) {
  const info = useResource(() => of.desktop(), []);
  const [busy, setBusy] = useState(false);
  const change = async (what: DesktopChange): Promise<void> => {
    setBusy(true);
    try {
      info.set(await of.set(what));
    } catch {
      toast(t('desktop.not_set'), 'bad');
      // The box shows the actual setting.
      await info.reload();
    }
    setBusy(false);
  };
  return (
    <Section title={t('desktop.title')} id="computer">
      <Loaded of={info}>
        {(now) => (
          <>
            {(['start_at_login', 'notifications'] as const).map((what) => {
              const on = now[what];
              if (on === null) return null;
              const words = { label: t(`desktop.${what}`), hint: t(`desktop.${what}_why`) };
              const set = (checked: boolean): void => void change({ [what]: checked });
              return <Check key={what} {...words} checked={on} disabled={busy} onChange={set} />;
            })}
            <p class="actions">
              <Button onClick={() => void of.act('show_log')} label={t('desktop.log')} />
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
