import { afterAll, beforeAll } from 'vitest';
import { createWatchlistSearch } from '../../../server/screening/search.ts';
import { writeSmallList } from '../../support/lists.ts';
import { type PortUnderTest, testWatchlistSearch } from './port.ts';
import { NOW_MS, openScreening } from './setup.ts';

const opened: ReturnType<typeof openScreening>[] = [];
let port: PortUnderTest;

beforeAll(async () => {
  opened.push(openScreening(), openScreening());
  const [withList, without] = opened as [(typeof opened)[0], (typeof opened)[0]];
  await withList.importList({ paths: [writeSmallList(withList.dir)] });
  port = { loaded: createWatchlistSearch(withList), empty: createWatchlistSearch(without), nowMs: NOW_MS };
});
afterAll(() => {
  for (const screening of opened) screening[Symbol.dispose]();
});

testWatchlistSearch(() => port);
