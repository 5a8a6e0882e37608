import type { Config } from '../../appliance/config.ts';
import type { CommandIo } from '../io.ts';
import { runsSystemd } from './machine.ts';
import { UNIT_NAME } from './places.ts';
import type { Machine } from './steps.ts';

/** Exit codes of a status, by the Linux Standard Base (5.0, "Init Script Actions"). */
const LSB = { running: 0, failed: 1, stopped: 3, unknown: 4 } as const;
const ASKED = ['LoadState', 'UnitFileState', 'ActiveState', 'SubState', 'MainPID', 'NRestarts', 'ExecMainStatus'];
const ANSWER_TIMEOUT_MS = 5_000;

/** What a status is made from. */
export interface StatusFacts {
  machine: Machine;
  /** The version that the launcher starts. */
  version: string;
  /** Null: this user cannot read the service's settings. */
  config: Config | null;
}

/**
 * `custos service status`: prints what systemd reports about the unit, which version is in force, whether it answers, and where its data and log
 * are. Returns 0 if it runs, 1 if it failed, 3 if it does not run, 4 if the status is unknown.
 */
export async function serviceStatus({ machine, version, config }: StatusFacts, io: CommandIo): Promise<number> {
  if (!runsSystemd(machine)) {
    io.err(
      'This machine does not use systemd, so there is no service to report on. "custos start" runs Custos by hand.\n',
    );
    return LSB.unknown;
  }
  const unit = readUnit(machine);
  if (unit['LoadState'] !== 'loaded') {
    io.out('Service:   not installed (run "custos service install")\n');
    return LSB.stopped;
  }
  const starts = unit['UnitFileState'] === 'enabled' ? 'starts with the machine' : 'does NOT start with the machine';
  io.out(`Service:   ${unit['ActiveState']} (${unit['SubState']}), ${starts}${pidOf(unit)}\n`);
  if (Number(unit['NRestarts']) > 0) {
    io.out(`Restarts:  ${unit['NRestarts']}; last exit status ${unit['ExecMainStatus']}. See: journalctl -u custos\n`);
  }
  io.out(`Version:   ${version}\n`);
  if (config === null) io.out('Run the command with sudo to see the address, data and log.\n');
  else await tellPlaces(config, unit['ActiveState'] === 'active', io);
  return exitOf(unit);
}

function readUnit({ run }: Machine): Record<string, string> {
  const { output } = run('systemctl', ['show', UNIT_NAME, `--property=${ASKED.join(',')}`]);
  return Object.fromEntries(
    output.split('\n').map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  );
}

const pidOf = ({ MainPID: pid }: Record<string, string>): string => (pid && pid !== '0' ? `, process ${pid}` : '');

function exitOf(unit: Record<string, string>): number {
  // While it waits for its next try, systemd reports "activating", although it has failed.
  if (unit['ActiveState'] === 'failed' || unit['SubState'] === 'auto-restart') return LSB.failed;
  return unit['ActiveState'] === 'active' || unit['ActiveState'] === 'reloading' ? LSB.running : LSB.stopped;
}

async function tellPlaces({ host, port, dataDir, masterKey }: Config, isActive: boolean, io: CommandIo): Promise<void> {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
  io.out(`Address:   ${port === 0 ? 'any free port; see the journal' : url}\n`);
  if (isActive && port !== 0) io.out(`Ready:     ${await askReady(url)}\n`);
  io.out(`Data:      ${dataDir}\n`);
  if (masterKey.kind === 'file') io.out(`Key:       ${masterKey.path} (keep a copy away from the data)\n`);
  io.out(`Log:       ${dataDir}/logs/custos.log; for starts and stops: journalctl -u custos\n`);
}

/** Returns the answer of /readyz, followed by its warnings. */
async function askReady(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const { warnings = [] } = (await answer.json()) as { warnings?: string[] };
    return [answer.status === 200 ? 'yes' : `not yet (${answer.status})`, ...warnings].join('\n           ');
  } catch (error) {
    return `no answer (${error instanceof Error ? error.name : 'unknown'})`;
  }
}
