import { AppError } from '../lib/errors.ts';
import type { Machine } from './service/steps.ts';

const UNIT = 'custos.service';

/** The systemd service that runs an installation. */
export interface ServiceControl {
  /** Whether it runs this installation, and this process may stop it. */
  runs(home: string): boolean;
  /** Throws `update_failed`. */
  stop(): void;
  start(): void;
}

export function systemdControl({ run }: Pick<Machine, 'run'>, isRoot: boolean): ServiceControl {
  const tell = (act: 'stop' | 'start'): void => {
    const { code, output } = run('systemctl', [act, UNIT]);
    if (code === 0) return;
    throw new AppError('update_failed', `systemctl could not ${act} ${UNIT}: ${output.trim()}`);
  };
  return {
    runs(home) {
      if (!isRoot || run('systemctl', ['is-active', '--quiet', UNIT]).code !== 0) return false;
      return run('systemctl', ['show', UNIT, '--property=ExecStart']).output.includes(`${home}/`);
    },
    stop: () => tell('stop'),
    start: () => tell('start'),
  };
}
