import { readFileSync } from 'node:fs';

/** Ticks a second in which Linux tells processor time (`getconf CLK_TCK`); the same on every machine that Node runs on. */
const TICKS = 100;
/** Of proc(5)'s line, behind the name: user and system time of children that have ended. */
const [CUTIME, CSTIME] = [13, 14];

/** Seconds of processor time that this process and its children that have ended have used; without the children where the system does not tell. */
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
