import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportProgress } from '../../../server/datasets/progress.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { readRegister } from '../../../server/registries/import/read-register.ts';
import { listRegisterVersions } from '../../../server/registries/store/versions.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { companyRows, openTestRegisters, type TestRegisters } from './setup.ts';

const statesOf = ({ db }: TestRegisters): [string, boolean][] =>
  listRegisterVersions(db).map(({ id, active }) => [id, active]);

const namesOf = ({ search }: TestRegisters, key: string): string[] =>
  search.byKey(key).map(({ company }) => company.name);

describe('an import of a register', () => {
  it('is searched from then on, with what is known of it', async () => {
    await using test = openTestRegisters({ inThread: true });
    const path = test.write('uk.csv', companyRows(3));
    const options = { paths: [path], code: 'uk', name: 'Companies', publishedAt: '2026-01-10', completeFor: ['GB'] };
    const { created, version } = await test.registers.importRegister({ ...options, ageDaysMax: 7 }, 'cli');
    expect(created).toBe(true);
    expect(version).toMatchObject({ code: 'uk', name: 'Companies', format: 'plain_csv', companies: 3, owners: 0 });
    expect(version).toMatchObject({ publishedAt: '2026-01-10', completeFor: ['GB'], countries: ['GB'], ageDaysMax: 7 });
    expect(version).toMatchObject({ active: true, importedBy: 'cli', importedAtMs: test.clock.now() });
    expect(test.search.versions()).toEqual([version]);
    expect(test.files()).toEqual([`${version.id}.db`]);
    expect(namesOf(test, 'GB:00000002')).toEqual(['Company 2 Ltd']);
    expect(test.audited).toEqual([expect.objectContaining({ action: 'register.activated', subjectId: version.id })]);
  });

  it('takes the place of the version before it, which can be rolled back to', async () => {
    await using test = openTestRegisters();
    const { version: first } = await test.importRows(companyRows(3));
    const { version: second } = await test.importRows(companyRows(4));
    expect(statesOf(test)).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    expect(namesOf(test, 'GB:00000004')).toEqual(['Company 4 Ltd']);
    expect(await test.registers.activate(first.id, 'cli')).toMatchObject({ id: first.id, active: true });
    expect(namesOf(test, 'GB:00000004')).toEqual([]);
    await test.registers.remove('test', 'cli');
    expect([test.search.versions(), namesOf(test, 'GB:00000001')]).toEqual([[], []]);
    await expect(test.registers.remove('test', 'cli')).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.registers.activate('reg_none', 'cli')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of the same content makes no copy: it is active again, and takes over what is said of it', async () => {
    await using test = openTestRegisters();
    const { version: first } = await test.importRows(companyRows(3));
    await test.importRows(companyRows(4));
    const said = { publishedAt: '2026-01-09', completeFor: ['GB'], name: 'Again' };
    const again = await test.importRows(companyRows(3), said);
    expect(again).toMatchObject({ created: false, version: { id: first.id, active: true, ...said } });
    expect(test.files()).toHaveLength(2);
  });

  it('of a broken or cut file leaves the version in force and tells the line', inWholeRunAlone('1 s'), async () => {
    await using test = openTestRegisters({ inThread: true });
    const { version } = await test.importRows(companyRows(3));
    const broken = companyRows(30);
    broken[20] = '00000021,"Company';
    await expect(test.importRows(broken)).rejects.toMatchObject({
      code: 'list_invalid',
      message: expect.stringMatching(/^register\.csv, line 22: .*quoted/),
    });
    await expect(test.importRows([...companyRows(9), '00000010,Cut'])).rejects.toMatchObject({
      message: expect.stringMatching(/^register\.csv, line 11: /),
    });
    await expect(test.importRows([])).rejects.toMatchObject({
      message: expect.stringContaining('it contains no company'),
    });
    expect([statesOf(test), test.files()]).toEqual([[[version.id, true]], [`${version.id}.db`]]);
    expect(namesOf(test, 'GB:00000003')).toEqual(['Company 3 Ltd']);
  });

  it('of an unknown form, a packed file or a missing one is refused with what to do', async () => {
    await using test = openTestRegisters();
    const path = test.write('other.csv', ['1,2'], 'a,b');
    const failure = (paths: string[]) => test.registers.importRegister({ paths }, 'cli');
    await expect(failure([path])).rejects.toThrow(/other\.csv: the format is not supported.*columns/);
    writeFileSync(path, 'PK\u0003\u0004 and more');
    await expect(failure([path])).rejects.toThrow('Unpack it');
    await expect(failure([`${path}.none`])).rejects.toThrow('cannot be opened');
    await expect(failure([])).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    [{ code: 'No code' }, 'lowercase letters'],
    [{ publishedAt: '2026-13-01' }, 'YYYY-MM-DD'],
    [{ publishedAt: '2026-02-01' }, 'not in the future'],
    [{ completeFor: ['gb'] }, 'ISO 3166-1'],
  ])('with a bad option is refused: %o', async (options, message) => {
    await using test = openTestRegisters();
    await expect(test.importRows(companyRows(1), options)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('that has shrunk or is older is refused unless that is asked for', async () => {
    await using test = openTestRegisters();
    const { version } = await test.importRows(companyRows(100), { publishedAt: '2026-01-10' });
    await expect(test.importRows(companyRows(80))).rejects.toMatchObject({
      details: { items: [{ code: 'list_shrunk' }] },
    });
    await expect(test.importRows(companyRows(101), { publishedAt: '2026-01-09' })).rejects.toMatchObject({
      details: { items: [{ code: 'list_older' }] },
    });
    expect([statesOf(test), test.files()]).toEqual([[[version.id, true]], [`${version.id}.db`]]);
    const small = await test.importRows(companyRows(80), { acceptSmaller: true });
    expect(small.version).toMatchObject({ companies: 80, active: true });
    const older = await test.importRows(companyRows(101), { publishedAt: '2026-01-09', allowOlder: true });
    expect(older.version.active).toBe(true);
  });

  it('whose owners have shrunk is refused too', async () => {
    await using test = openTestRegisters();
    const owned = companyRows(100).map((row) => row.replace(/,,,,$/, ',person,Ann Owner,30,'));
    await test.importRows(owned);
    await expect(test.importRows(companyRows(100))).rejects.toThrow(/100 owners, and this one has 0/);
  });

  it('tells how far it has come, and can be seen while it runs', inWholeRunAlone('1 s'), async () => {
    await using test = openTestRegisters({ inThread: true });
    const seen: ImportProgress[] = [];
    const path = test.write('many.csv', companyRows(5_000));
    const importing = test.registers.importRegister({ paths: [path], onProgress: (each) => seen.push(each) }, 'cli');
    expect(test.registers.imports.running()).toMatchObject([{ files: ['many.csv'], progress: null }]);
    await importing;
    expect(test.registers.imports.running()).toEqual([]);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toMatchObject({ rows: 5_000, entries: 5_000 });
    expect(seen.at(-1)?.bytesRead).toBe(seen.at(-1)?.bytesTotal);
  });

  it('waits for the one before it, and searches go on meanwhile', inWholeRunAlone('1 s'), async () => {
    await using test = openTestRegisters({ inThread: true });
    await test.importRows(companyRows(3));
    const paths = ['b.csv', 'c.csv'].map((name, at) => test.write(name, companyRows(2_000 + at)));
    const imports = paths.map((path) => test.registers.importRegister({ paths: [path], code: 'test' }, 'cli'));
    let searches = 0;
    let ended = false;
    const all = Promise.all(imports).finally(() => {
      ended = true;
    });
    while (!ended) {
      expect(namesOf(test, 'GB:00000003')).toEqual(['Company 3 Ltd']);
      searches += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const [b, c] = await all;
    expect(searches).toBeGreaterThan(1);
    expect([b?.version.companies, c?.version.companies]).toEqual([2_000, 2_001]);
    expect(test.search.versions().map(({ id }) => id)).toEqual([c?.version.id]);
  });

  it('that is cut by the end of the process leaves nothing', inWholeRunAlone('1 s'), async () => {
    await using test = openTestRegisters({ inThread: true });
    const { version } = await test.importRows(companyRows(3));
    const importing = test.importRows(companyRows(20_000)).catch((error) => error);
    while (!test.files().some((name) => name.endsWith('.part'))) await new Promise((resolve) => setTimeout(resolve, 1));
    await test.registers.close(0);
    expect(await importing).toBeInstanceOf(Error);
    expect([statesOf(test), test.files()]).toEqual([[[version.id, true]], [`${version.id}.db`]]);
  });

  it('keeps a limited number of versions, and removes the oldest with their files', async () => {
    await using test = openTestRegisters();
    const ids: string[] = [];
    for (let count = 1; count <= LIMITS.registerVersionsKept + 2; count++) {
      ids.push((await test.importRows(companyRows(count))).version.id);
    }
    const kept = ids.slice(-LIMITS.registerVersionsKept);
    expect(statesOf(test).map(([id]) => id)).toEqual(kept.toReversed());
    expect(test.files()).toEqual(kept.map((id) => `${id}.db`).sort());
  });
});

describe('a full disk', () => {
  it('ends an import before verifications lack the room', async () => {
    await using test = openTestRegisters();
    const limits = LIMITS as { diskFreeBytesMin: number };
    const kept = limits.diskFreeBytesMin;
    limits.diskFreeBytesMin = Number.MAX_SAFE_INTEGER;
    const order = { id: 'reg_x', folder: test.folder, paths: [test.write('r.csv', companyRows(3))], options: {} };
    try {
      const reading = readRegister({ ...order, nowMs: test.clock.now(), known: [] }, test.clock, () => {});
      await expect(reading).rejects.toMatchObject({ code: 'disk_full' });
    } finally {
      limits.diskFreeBytesMin = kept;
    }
    expect(test.files()).toEqual(['reg_x.part']);
    await test.restart().close(0);
    expect(test.files()).toEqual([]);
  });
});

describe('the folder of registers', () => {
  it('is freed at start of what no version belongs to', async () => {
    await using test = openTestRegisters();
    const { version } = await test.importRows(companyRows(3));
    for (const name of ['reg_cut.part', 'reg_orphan.db', 'other.txt']) writeFileSync(join(test.folder, name), 'left');
    await test.restart().close(0);
    expect(test.files()).toEqual([`${version.id}.db`]);
    expect(namesOf(test, 'GB:00000001')).toEqual(['Company 1 Ltd']);
  });

  it('without the file of the version in force refuses every search with a reason, until it is imported again', async () => {
    await using test = openTestRegisters();
    const { version } = await test.importRows(companyRows(3));
    test.search.close();
    rmSync(join(test.folder, `${version.id}.db`));
    await test.restart().close(0);
    const refused = { code: 'registers_not_ready', message: expect.stringContaining('Import the register again') };
    expect(() => test.search.byKey('GB:00000001')).toThrow(expect.objectContaining(refused));
    expect(() => test.search.byName('Company', { limit: 1 })).toThrow(expect.objectContaining(refused));
    expect(() => test.search.ownersOf(['GB:00000001'])).toThrow(expect.objectContaining(refused));
    expect([test.search.problem, test.search.versions()]).toEqual([refused.message, [version]]);
    await expect(test.registers.activate(version.id, 'cli')).rejects.toMatchObject({ code: 'state_conflict' });
    const again = await test.importRows(companyRows(3));
    expect([again.created, test.search.problem]).toEqual([true, null]);
    expect(namesOf(test, 'GB:00000001')).toEqual(['Company 1 Ltd']);
    expect(statesOf(test)).toEqual([[again.version.id, true]]);
  });

  it('with a damaged file does the same, and logs no content', async () => {
    await using test = openTestRegisters();
    const { version } = await test.importRows(companyRows(3_000));
    test.search.close();
    const path = join(test.folder, `${version.id}.db`);
    truncateSync(path, 32 * 1024);
    const refused = expect.objectContaining({ code: 'registers_not_ready' });
    expect(() => test.search.byName('Company 2999', { limit: 1 })).toThrow(refused);
    writeFileSync(path, 'no database');
    test.search.close();
    expect(() => test.search.byName('Company 2999', { limit: 1 })).toThrow(refused);
    expect(test.logged.join('\n')).toContain('register.failed');
    expect(test.logged.join('\n')).not.toMatch(/company 2999|GB:/i);
  });
});
