import { expect, it } from 'vitest';
import {
  beginDue,
  endRescreening,
  finishedScans,
  fixEnd,
  runningRescreenings,
} from '../../../server/alerts/rescreenings.ts';
import { openRescreeningLab, type RescreeningLab } from '../../support/rescreening.ts';
import { ANNA, ANNA_CHANGED, ANNA_ROW, importRows, OTHER_ROW } from './setup.ts';

/** Records what is due and returns the versions between which the running scans compare. */
function due(lab: RescreeningLab): string[] {
  beginDue(lab);
  return runningRescreenings(lab).map(({ fromVersionIds, toVersionId }) => `${fromVersionIds} > ${toVersionId}`);
}

function endAll(lab: RescreeningLab): void {
  for (const scan of runningRescreenings(lab)) endRescreening(lab, scan);
}

it('a scan is due once for each version that comes into force', async () => {
  using lab = await openRescreeningLab();
  expect(due(lab)).toEqual([]);
  const first = await importRows(lab, [OTHER_ROW]);
  expect(due(lab)).toEqual([` > ${first}`]);
  expect(due(lab)).toHaveLength(1);
  endAll(lab);
  expect(due(lab)).toEqual([]);
  const second = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
  expect(due(lab)).toEqual([`${first} > ${second}`]);
});

it('each list has a scan of its own', async () => {
  using lab = await openRescreeningLab();
  const [one, other] = [await importRows(lab, [OTHER_ROW], 'one'), await importRows(lab, [ANNA_ROW], 'other')];
  expect(due(lab)).toEqual([` > ${one}`, ` > ${other}`]);
});

it('a scan that is superseded hands on where it began, and the version that it was for', async () => {
  using lab = await openRescreeningLab();
  const first = await importRows(lab, [OTHER_ROW]);
  due(lab);
  endAll(lab);
  const second = await importRows(lab, [OTHER_ROW, ANNA_ROW]);
  due(lab);
  const third = await importRows(lab, [ANNA_CHANGED]);
  expect(due(lab)).toEqual([`${first},${second} > ${third}`]);
  await lab.lists.activate(first, 'cli');
  expect(due(lab)).toEqual([`${second},${third} > ${first}`]);
  endAll(lab);
  await lab.lists.activate(third, 'cli');
  expect(due(lab)).toEqual([`${first} > ${third}`]);
});

it('a list that is searched no more ends its scan, and all of it is new when it comes back', async () => {
  using lab = await openRescreeningLab();
  const first = await importRows(lab, [OTHER_ROW]);
  due(lab);
  await lab.lists.remove('own', 'cli');
  expect(due(lab)).toEqual([]);
  expect(due(lab)).toEqual([]);
  await lab.lists.activate(first, 'cli');
  expect(due(lab)).toEqual([` > ${first}`]);
});

it('the end of a scan is the newest record when it is fixed, and told when it is done', async () => {
  using lab = await openRescreeningLab();
  const first = await importRows(lab, [OTHER_ROW]);
  due(lab);
  const [scan] = runningRescreenings(lab);
  if (!scan) throw new Error('a scan is due');
  expect(fixEnd(lab, scan)).toBe(0);
  lab.storeAll([{ queries: [ANNA] }, { queries: [ANNA] }]);
  expect(fixEnd(lab, scan)).toBe(2);
  expect(finishedScans(lab, 'own')).toEqual([]);
  endRescreening(lab, scan);
  expect(finishedScans(lab, 'own')).toEqual([{ toVersionId: first, untilSeq: 2 }]);
});
