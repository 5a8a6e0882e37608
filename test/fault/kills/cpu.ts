import { readFileSync } from 'node:fs';

/** Ticks per second in Linux's processor times (`getconf CLK_TCK`); the same on every machine that runs Node. */
const TICKS = 100;
/** Positions in proc(5)'s line, after the name: user and system time of children that have ended. */
const [CUTIME, CSTIME] = [13, 14];

/** Seconds of processor time of this process and its ended children. Without the children if the system does not report them. */
export function usedCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const [, rest = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const fields = rest.split(' ').map(Number);
  return ((fields[CUTIME] ?? 0) + (fields[CSTIME] ?? 0)) / TICKS;
}
