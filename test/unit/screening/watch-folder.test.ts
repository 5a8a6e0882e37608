import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../../server/lib/errors.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { makeSigningPair, readPrivateKey } from '../../../server/screening/packs/signing.ts';
import { writePack } from '../../../server/screening/packs/write-pack.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import { watchFolder } from '../../../server/screening/watch-folder.ts';
import { testClock } from '../../support/clock.ts';
import { writeSmallList } from '../../support/lists.ts';
import { NOW_MS, openScreening } from './setup.ts';

/** A watched folder for this screening alone. */
async function watch(screening: ReturnType<typeof openScreening>) {
  const folder = join(screening.dir, 'inbox');
  mkdirSync(folder, { recursive: true });
  const logged: string[] = [];
  const clock = testClock(NOW_MS);
  const log = createLogger(clock, (line) => logged.push(line));
  const lists = { ...(await screening.lists()) };
  const taken: string[] = [];
  const otherLists = {
    take(paths: readonly string[]) {
      const isOther = paths.every((path) => path.endsWith('.ml'));
      if (isOther) taken.push(...paths.map((path) => basename(path)));
      return Promise.resolve(isOther);
    },
  };
  const inbox = watchFolder({ folder, lists, otherLists, clock, log });
  const names = (place = ''): string[] => readdirSync(join(folder, place)).sort();
  return { clock, folder, inbox, lists, logged, names, taken };
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

test('a file of another kind of list is left to that kind', async () => {
  using screening = openScreening();
  const { folder, inbox, names, taken } = await watch(screening);
  writeFileSync(join(folder, 'trust.ml'), 'no watchlist');
  await inbox.poll();
  await inbox.poll();
  expect([taken, names('done'), activeVersions(screening.db)]).toEqual([['trust.ml'], ['trust.ml'], []]);
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
  const { clock, folder, inbox, names, logged } = await watch(screening);
  writeSmallList(folder);
  screening.db.exec(`CREATE TRIGGER full BEFORE INSERT ON watchlist_records BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await inbox.poll();
  await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  expect(logged.join('\n')).toContain('lists.inbox_failed');
  screening.db.exec('DROP TRIGGER full');
  await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  clock.advance(2 * LIMITS.inboxPollMs);
  await inbox.poll();
  expect(names('done')).toEqual(['small-list.csv']);
});

test('a fault with one file keeps no other from being imported, and is met less and less often', async () => {
  using screening = openScreening();
  const { clock, folder, inbox, lists, names } = await watch(screening);
  writeFileSync(join(folder, 'a.csv'), 'id,name\n1,Odo\n');
  writeSmallList(folder);
  let tries = 0;
  const { importList } = lists;
  lists.importList = async (options, actor) => {
    if (!options.paths[0]?.endsWith('a.csv')) return importList(options, actor);
    tries += 1;
    throw new Error('a bug');
  };
  await inbox.poll();
  await inbox.poll();
  expect([names(), names('done')]).toEqual([['a.csv', 'done'], ['small-list.csv']]);
  for (let look = 0; look < 200; look++) {
    clock.advance(LIMITS.inboxPollMs);
    await inbox.poll();
  }
  expect([tries, names()]).toEqual([7, ['a.csv', 'done']]);
});

test('what cannot be taken now, since too much is under way, is taken later', async () => {
  using screening = openScreening();
  const { clock, folder, inbox, lists, names } = await watch(screening);
  writeSmallList(folder);
  const { importList } = lists;
  lists.importList = () => Promise.reject(new AppError('queue_full', 'Too many imports wait.'));
  await inbox.poll();
  await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  lists.importList = importList;
  clock.advance(2 * LIMITS.inboxPollMs);
  await inbox.poll();
  expect(names('done')).toEqual(['small-list.csv']);
});

test('what is copied over a file while it is imported is imported too', async () => {
  using screening = openScreening();
  const { folder, inbox, lists, names } = await watch(screening);
  writeSmallList(folder);
  const { importList } = lists;
  lists.importList = async (options, actor) => {
    const result = await importList(options, actor);
    lists.importList = importList;
    writeSmallList(folder, ['U-5,Odo,,,,,,,,,']);
    return result;
  };
  for (let look = 1; look <= 3; look++) await inbox.poll();
  expect(names()).toEqual(['small-list.csv']);
  await inbox.poll();
  expect([names('done'), activeVersions(screening.db)]).toMatchObject([['small-list.csv'], [{ entries: 5 }]]);
});

test('a file that is still written when it is read is no failure', async () => {
  using screening = openScreening();
  const { folder, inbox, lists, names } = await watch(screening);
  const path = writeSmallList(folder);
  const { importList } = lists;
  lists.importList = (options, actor) => {
    lists.importList = importList;
    const onProgress = (): void => writeFileSync(path, 'U-9,Ida,,,,,,,,,\n', { flag: 'a' });
    return importList({ ...options, onProgress }, actor);
  };
  for (let look = 1; look <= 4; look++) await inbox.poll();
  expect([names(), names('done')]).toEqual([['done'], ['small-list.csv']]);
});

test('a file that goes away is forgotten, and the next one is taken', async () => {
  using screening = openScreening();
  const { folder, inbox, lists, logged, names } = await watch(screening);
  writeFileSync(join(folder, 'a.csv'), 'id,name\n1,Odo\n');
  writeSmallList(folder);
  const { importList } = lists;
  lists.importList = (options, actor) => {
    rmSync(join(folder, 'a.csv'), { force: true });
    return importList(options, actor);
  };
  for (let look = 1; look <= 3; look++) await inbox.poll();
  expect([names(), names('done'), logged.join()]).toEqual([
    ['done'],
    ['small-list.csv'],
    expect.not.stringContaining('failed'),
  ]);
});

test('a folder into which something is copied is waited for', async () => {
  using screening = openScreening();
  const { folder, inbox, names } = await watch(screening);
  const own = join(folder, 'own');
  mkdirSync(own);
  writeSmallList(own);
  writeFileSync(join(own, 'more.csv.part'), 'id');
  for (let look = 1; look <= 3; look++) await inbox.poll();
  expect(names()).toEqual(['own']);
  rmSync(join(own, 'more.csv.part'));
  for (let look = 1; look <= 2; look++) await inbox.poll();
  expect([names(), names('done')]).toEqual([['done'], ['own']]);
});

test('whatever a file is called, it is put aside with the reason and over nothing', async () => {
  using screening = openScreening();
  const { folder, inbox, names } = await watch(screening);
  const called = [
    'two\nlines.csv',
    '🛑 $(x).csv',
    `${'n'.repeat(251)}.csv`,
    `${'名'.repeat(83)}.csv`,
    'bad.csv',
    'bad.csv.txt',
  ];
  for (let time = 1; time <= 3; time++) {
    for (const name of called) writeFileSync(join(folder, name), `none of ours, ${time}`);
    await inbox.poll();
    await inbox.poll();
    expect(names()).toEqual(['failed']);
    expect(names('failed')).toHaveLength(2 * called.length * time);
  }
  const contents = names('failed').map((name) => readFileSync(join(folder, 'failed', name), 'utf8'));
  expect(contents.filter((content) => /^none of ours, [123]$/.test(content))).toHaveLength(3 * called.length);
  expect(contents.filter((content) => content.includes('the format is not supported'))).toHaveLength(3 * called.length);
});

test('a folder that cannot be read is reported once', async () => {
  using screening = openScreening();
  const { folder, inbox, logged } = await watch(screening);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  for (let look = 1; look <= 3; look++) await inbox.poll();
  expect(logged).toHaveLength(1);
  rmSync(folder);
  await inbox.poll();
  writeSmallList(folder);
  for (let look = 1; look <= 2; look++) await inbox.poll();
  expect(activeVersions(screening.db)).toHaveLength(1);
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
  // Waits for the check that has started; the tick in between did not start another one.
  await inbox.poll();
  expect(existsSync(join(folder, 'done', 'small-list.csv'))).toBe(true);
  writeSmallList(folder, ['U-5,Odo,,,,,,,,,']);
  tick();
  tick();
  await new Promise((resolve) => setImmediate(resolve));
  inbox.stop();
  expect([stopped, existsSync(join(folder, 'small-list.csv'))]).toEqual([true, true]);
  // Lets the last check end before its folder is removed.
  await inbox.poll();
});
