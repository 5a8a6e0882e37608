import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../../../server/lib/log.ts';
import { makeSigningPair, readPrivateKey } from '../../../server/screening/packs/signing.ts';
import { writePack } from '../../../server/screening/packs/write-pack.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import { watchFolder } from '../../../server/screening/watch-folder.ts';
import { testClock } from '../../support/clock.ts';
import { writeSmallList } from '../../support/lists.ts';
import { NOW_MS, openScreening } from './setup.ts';

/** A watched folder of the screening's own. */
async function watch(screening: ReturnType<typeof openScreening>) {
  const folder = join(screening.dir, 'inbox');
  mkdirSync(folder, { recursive: true });
  const logged: string[] = [];
  const clock = testClock(NOW_MS);
  const log = createLogger(clock, (line) => logged.push(line));
  const inbox = watchFolder({ folder, lists: await screening.lists(), clock, log });
  const names = (place = ''): string[] => readdirSync(join(folder, place)).sort();
  return { folder, inbox, logged, names };
}

test('a file that has come to rest is imported and put aside', async () => {
  using screening = openScreening();
  const { folder, inbox, names } = await watch(screening);
  writeSmallList(folder);
  await inbox.poll();
  expect(activeVersions(screening.db)).toEqual([]);
  await inbox.poll();
  expect(activeVersions(screening.db)).toMatchObject([{ code: 'small_list', entries: 4, importedBy: 'inbox' }]);
  expect([names(), names('done')]).toEqual([['done'], ['small-list.csv']]);
});

test('a file that still grows is waited for', async () => {
  using screening = openScreening();
  const { folder, inbox, names } = await watch(screening);
  const path = writeSmallList(folder);
  for (let look = 1; look <= 3; look++) {
    await inbox.poll();
    writeFileSync(path, `U-${look + 9},Odo,,,,,,,,,\n`, { flag: 'a' });
    utimesSync(path, look, look);
  }
  await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  await inbox.poll();
  expect(activeVersions(screening.db)).toMatchObject([{ entries: 7 }]);
});

test('a file that cannot be imported is put aside with the reason, and the next one is taken', async () => {
  using screening = openScreening();
  const { folder, inbox, names, logged } = await watch(screening);
  writeFileSync(join(folder, 'bad.csv'), 'name,type\nx,balloon\n');
  writeSmallList(folder);
  await inbox.poll();
  await inbox.poll();
  expect(names('failed')).toEqual(['bad.csv', 'bad.csv.txt']);
  expect(readFileSync(join(folder, 'failed', 'bad.csv.txt'), 'utf8')).toContain('bad.csv, line 2: the type');
  expect(names('done')).toEqual(['small-list.csv']);
  expect(logged.join('\n')).toContain('list_invalid');
  writeFileSync(join(folder, 'bad.csv'), 'name,type\nx,kite\n');
  await inbox.poll();
  await inbox.poll();
  expect(names('failed')).toHaveLength(4);
});

test('a folder holds the files of one list, and a pack is a pack', async () => {
  const { privateKeyPem, publicKey } = makeSigningPair();
  using screening = openScreening([publicKey]);
  const { folder, inbox, names } = await watch(screening);
  mkdirSync(join(folder, 'own'));
  writeSmallList(join(folder, 'own'));
  mkdirSync(join(folder, 'empty'));
  const lists = [{ code: 'packed', paths: [writeSmallList(screening.dir, ['U-5,Odo,,,,,,,,,'])] }];
  const pack = { privateKey: readPrivateKey(privateKeyPem), nowMs: NOW_MS };
  await writePack(join(folder, 'lists.zip'), lists, pack);
  await inbox.poll();
  await inbox.poll();
  expect(activeVersions(screening.db).map(({ code, entries }) => [code, entries])).toEqual([
    ['packed', 5],
    ['small_list', 4],
  ]);
  expect([names(), names('done')]).toEqual([
    ['done', 'empty'],
    ['lists.zip', 'own'],
  ]);
});

test('what was imported but not yet put aside is taken again without harm', async () => {
  using screening = openScreening();
  const { folder, inbox, names } = await watch(screening);
  const path = writeSmallList(folder);
  const first = await screening.importList({ paths: [path] });
  await inbox.poll();
  await inbox.poll();
  expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([first.id]);
  expect(names('done')).toEqual(['small-list.csv']);
});

test('a fault of the appliance leaves the file where it is, to be tried again', async () => {
  using screening = openScreening();
  const { folder, inbox, names, logged } = await watch(screening);
  writeSmallList(folder);
  screening.db.exec(`CREATE TRIGGER full BEFORE INSERT ON watchlist_records BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await inbox.poll();
  await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  expect(logged.join('\n')).toContain('lists.inbox_failed');
  screening.db.exec('DROP TRIGGER full');
  await inbox.poll();
  expect(names('done')).toEqual(['small-list.csv']);
});

test('it is looked at again and again until it is stopped, and never twice at once', async () => {
  using screening = openScreening();
  const { folder, inbox } = await watch(screening);
  writeSmallList(folder);
  let tick = (): void => {};
  let stopped = false;
  const every = (work: () => void) => {
    tick = work;
    return {
      stop() {
        stopped = true;
      },
    };
  };
  inbox.start(every, 5_000);
  tick();
  // Waits for the look that was begun; the tick in between began none.
  await inbox.poll();
  expect(existsSync(join(folder, 'done', 'small-list.csv'))).toBe(true);
  writeSmallList(folder, ['U-5,Odo,,,,,,,,,']);
  tick();
  tick();
  await new Promise((resolve) => setImmediate(resolve));
  inbox.stop();
  expect([stopped, existsSync(join(folder, 'small-list.csv'))]).toEqual([true, true]);
  // Lets the last look end before its folder goes.
  await inbox.poll();
});
