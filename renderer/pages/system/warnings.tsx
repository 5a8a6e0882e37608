import type { ClockAnswer, SystemStateAnswer, SystemWarning } from '../../../server/contract/system-state.ts';
import { post } from '../../client/api.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { ActError, Section, toast, useAct } from '../../parts/page.tsx';
import { factList, When } from '../../parts/values.tsx';
import { formatWhen, plural, t } from '../../text/text.ts';

/** Shows what an administrator should fix, or that no action is needed. */
export function Warnings({ system }: { system: SystemStateAnswer }) {
  if (system.warnings.length === 0) {
    return (
      <p class="system-calm gap-8 medium row">
        <Icon name="check" /> {t('system.no_warnings')}
      </p>
    );
  }
  return (
    <section class="system-warnings" aria-labelledby="warnings-head">
      <h2 id="warnings-head">{t('system.warnings')}</h2>
      <ul>
        {system.warnings.map((warning) => {
          const place = warningPlace(warning);
          return (
            <li key={`${warning.code}${warning.message}`} class="row">
              <Icon name="alert" />
              <span>{warningText(warning, system)}</span>
              {place && <ButtonLink href={place} label={t('system.warning_open')} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns a warning's text, with what to do. */
export function warningText({ code, message, reason, at }: SystemWarning, system: Counted): string {
  switch (code) {
    case 'engine_failed': {
      const failed = system.engines
        .filter(({ name, state }) => state === 'failed' && name !== 'second_text')
        .map(({ name }) => t(engineKey(name)));
      return t('system.warning_engine_failed', { engines: failed.join(', ') });
    }
    case 'model_damaged': {
      const damaged = system.models.filter(({ verified }) => !verified).map(({ file }) => file);
      return t('system.warning_model_damaged', { files: damaged.join(', ') });
    }
    case 'second_text_failed':
    case 'disk_low':
    case 'lists_missing':
    case 'lists_problem':
    case 'registers_problem':
    case 'trust_lists_problem':
    case 'backups_off':
    case 'lan_failed':
    case 'capture_failed':
      return t(`system.warning_${code}`);
    case 'clock_doubted': {
      const { problem, right_at: right, said_at: said } = system.clock;
      if (problem === null || right === null || said === null) return message;
      return t(`system.warning_clock_${problem}`, { right: formatWhen(right), said: formatWhen(said) });
    }
    case 'hub_stopped':
    case 'hub_refuses':
    case 'hub_lag':
      return t(`system.warning_${code}`, { when: at === null ? '' : formatWhen(at) });
    case 'security_log_late':
    case 'security_log_changed':
      return t(`system.warning_${code}`);
    case 'security_log_shortened':
    case 'lan_certificate_ended':
    case 'lan_certificate_ending':
    case 'lan_certificate_renewed':
      return t(`system.warning_${code}`, { when: at === null ? '' : formatWhen(at) });
    case 'backup':
      return reason === null
        ? message
        : t(`system.warning_backup_${reason}`, { when: at === null ? '' : formatWhen(at) });
    default:
      return plural(`system.warning_${code}`, COUNTS[code](system));
  }
}

type Counted = Omit<SystemStateAnswer, 'warnings'>;

/** Returns the number that a warning mentions. */
const COUNTS = {
  dead_jobs: ({ queue }: Counted) => queue.dead,
  lists_stale: ({ watchlists }: Counted) => watchlists.stale,
  registers_stale: ({ registers }: Counted) => registers.stale,
  trust_lists_stale: ({ trust_lists }: Counted) => trust_lists.stale,
  trust_lists_staged: ({ trust_lists }: Counted) => trust_lists.staged,
  deliveries_blocked: ({ webhooks }: Counted) => webhooks.blocked,
  origins_unconfirmed: ({ webhooks }: Counted) => webhooks.unconfirmed_origins,
  rows_refused: ({ rows_refused }: Counted) => rows_refused,
  purge_waits: ({ purge_waiting }: Counted) => purge_waiting?.records ?? 0,
  faces_of_other_nets: ({ faces_of_other_nets }: Counted) => faces_of_other_nets ?? 0,
};

const ENGINES = ['image', 'pdf', 'quality', 'text', 'second_text', 'mrz', 'barcode', 'face'] as const;

/** Returns the text key of an engine's name. */
export function engineKey(name: string) {
  const known = ENGINES.find((engine) => engine === name);
  return known ? (`system.engine_${known}` as const) : 'system.engine_other';
}

/** Returns where in the console a warning can be fixed; null: elsewhere. */
export function warningPlace({ code, reason }: SystemWarning): string | null {
  if (code === 'backup')
    return reason === 'no_recovery_key' || reason === 'recovery_key_changed' || reason === 'recovery_key_unnamed'
      ? '#keys'
      : reason === 'no_keys_folder'
        ? '#settings'
        : '#backups';
  return PLACES[code] ?? null;
}

const PLACES: Readonly<Partial<Record<SystemWarning['code'], string>>> = {
  dead_jobs: '/?status=needs_review',
  lists_missing: '/lists',
  lists_stale: '/lists',
  lists_problem: '/lists',
  registers_stale: '/registers',
  registers_problem: '/registers',
  trust_lists_stale: '/trust',
  trust_lists_staged: '/trust',
  trust_lists_problem: '/trust',
  backups_off: '#settings',
  deliveries_blocked: '/webhooks',
  origins_unconfirmed: '/webhooks',
  clock_doubted: '#clock',
  lan_failed: '#office',
  lan_certificate_ended: '#office',
  lan_certificate_ending: '#office',
  lan_certificate_renewed: '#office',
  capture_failed: '#capture',
  hub_stopped: '#hub',
  hub_refuses: '#hub',
  hub_lag: '#hub',
  security_log_late: '#security-log',
  security_log_changed: '#security-log',
  security_log_shortened: '#security-log',
};

/** Shows the machine's clock if the appliance doubts it, for comparison with another clock; otherwise nothing. */
export function ClockDoubt({ clock, onConfirmed }: { clock: ClockAnswer; onConfirmed: () => void }) {
  const { busy, error, run } = useAct();
  if (clock.problem === null) return null;
  const confirm = async (): Promise<void> => {
    await post('/v1/system/clock/confirm');
    toast(t('clock.confirmed'));
    onConfirmed();
  };
  return (
    <Section title={t('clock.title')} id="clock">
      <p>{t('clock.why')}</p>
      {factList([
        [t('clock.now'), <When key="now" at={clock.now} />],
        [t('clock.right'), clock.right_at && <When at={clock.right_at} />],
      ])}
      <ActError error={error} />
      <p class="actions">
        <Button busy={busy} onClick={() => void run(confirm)} label={t('clock.confirm')} />
      </p>
    </Section>
  );
}
