import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedPackages } from '../../../main/package/bundled.ts';
import { isAllowed, licenceOf, licencesText, readLicence } from '../../../main/package/licences.ts';
import { tempFolder } from '../../support/folder.ts';

describe('isAllowed', () => {
  test.each([
    ['a', 'MIT', true],
    ['a', '(MIT OR GPL-3.0-only)', true],
    ['a', 'MIT AND Apache-2.0', true],
    ['a', 'MIT AND GPL-3.0-only', false],
    ['a', 'GPL-3.0-only', false],
    ['a', 'LGPL-3.0-or-later', false],
    ['a', 'SEE LICENSE IN LICENSE', false],
    ['a', 'UNLICENSED', false],
    ['a', '', false],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
    ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
    ['@img/sharp-libvips-linux-x64', 'GPL-3.0-only', false],
  ])('%s under "%s": %s', (name, licence, allowed) => expect(isAllowed(name, licence)).toBe(allowed));
});

test('a licence may stand in one of three forms', () => {
  const of = { name: 'a', version: '1.0.0' };
  expect(licenceOf({ ...of, license: 'MIT' })).toBe('MIT');
  expect(licenceOf({ ...of, license: { type: 'ISC' } })).toBe('ISC');
  expect(licenceOf({ ...of, licenses: [{ type: 'MIT' }, { type: 'ISC' }] })).toBe('MIT OR ISC');
  expect(licenceOf(of)).toBe('');
});

test('readLicence takes every text of licence and notice that a package brings', () => {
  using folder = tempFolder();
  writeFileSync(join(folder.path, 'package.json'), '{"name":"a","version":"1.0.0","license":"MIT"}');
  for (const name of ['LICENCE.txt', 'NOTICE', 'index.js']) writeFileSync(join(folder.path, name), `text of ${name}\n`);
  mkdirSync(join(folder.path, 'licenses'));
  expect(readLicence(folder.path)).toEqual({
    name: 'a',
    version: '1.0.0',
    licence: 'MIT',
    texts: ['text of LICENCE.txt', 'text of NOTICE'],
  });
});

describe('licencesText', () => {
  const mit = { name: 'b', version: '1.0.0', licence: 'MIT', texts: ['the text of b'] };

  test('has each package once, in order, with its text, and says where there is none', () => {
    const text = licencesText([mit, { name: 'a', version: '2.0.0', licence: 'ISC', texts: [] }, mit]);
    expect(text.match(/^b 1\.0\.0\nLicence: MIT\n\nthe text of b$/gm)).toHaveLength(1);
    expect(text).toContain('a 2.0.0\nLicence: ISC\n\nThe package does not contain the text of its licence, ISC.');
    expect(text.indexOf('a 2.0.0')).toBeLessThan(text.indexOf('b 1.0.0'));
  });

  test('is refused where the table does not allow one, which is named', () => {
    const refused = [{ ...mit, name: 'c', licence: 'GPL-3.0-only' }, mit, { ...mit, name: 'd', licence: '' }];
    expect(() => licencesText(refused)).toThrow(/c 1\.0\.0 \(GPL-3\.0-only\), d 1\.0\.0 \(none named\)/);
  });
});

test('importedPackages names what a source brings along, types and Node aside', () => {
  const source = `
    import type { z } from 'zod';
    import { useState } from 'preact/hooks';
    import { signal } from '@preact/signals';
    import { readFileSync } from 'node:fs';
    import { own } from './own.ts';
    const late = await import('minisearch');`;
  expect(importedPackages(source)).toEqual(['preact', '@preact/signals', 'minisearch']);
});
