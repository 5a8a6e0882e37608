import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FINDINGS } from '../../server/checks/findings.ts';
import { ERROR_KINDS } from '../../server/lib/errors.ts';
import { CODE_PAGES } from '../support/code-pages.ts';
import { strayAnswers } from './tidy/answers.ts';
import { bannedCalls } from './tidy/banned.ts';
import { unprovenCodes } from './tidy/codes.ts';
import { importCycles } from './tidy/cycles.ts';
import { deadFiles } from './tidy/dead.ts';
import { leftovers } from './tidy/leftovers.ts';
import { deadLinks, longLines, longSentences, stiffWords, unequalChapters } from './tidy/markdown.ts';
import { strayNames } from './tidy/names.ts';
import { strayPaths } from './tidy/paths.ts';
import { roomBreaches, strayRooms } from './tidy/rooms.ts';
import { readSources } from './tidy/sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sources = readSources(ROOT);

describe('the project is tidy', () => {
  test('there is something to look at', () => {
    expect(sources.size).toBeGreaterThan(50);
    expect(sources.has('server/lib/errors.ts')).toBe(true);
  });
  test('each room imports only what the table allows', () => expect(roomBreaches(sources)).toEqual([]));
  test('every folder of server/ is a room', () => expect(strayRooms(sources)).toEqual([]));
  test('no imports go in a circle', () => expect(importCycles(sources)).toEqual([]));
  test('no file is dead', () => expect(deadFiles(sources)).toEqual([]));
  test('time, randomness and the console come from server/lib, threads from models/threads', () =>
    expect(bannedCalls(sources)).toEqual([]));

  test('a route is mounted by its row alone, and a domain room knows no status of HTTP', () =>
    expect(strayAnswers(sources)).toEqual([]));
  test('nothing is left to finish, and no registry is named', () => expect(leftovers(sources)).toEqual([]));
  test('documents and comments name files that are there', () => expect(strayPaths(sources)).toEqual([]));
  test('the top level holds what belongs there', () => expect(strayNames(sources)).toEqual([]));
  test('every reason code has a test and a line in the documents', () =>
    expect(unprovenCodes(Object.keys(FINDINGS), sources)).toEqual([]));
  test('every error code has a test and a line in the documents', () =>
    expect(unprovenCodes(Object.keys(ERROR_KINDS), sources)).toEqual([]));
  test('the pages of codes are those of the code (npm run write-tables)', () => {
    for (const [path, page] of Object.entries(CODE_PAGES)) expect(sources.get(path), path).toBe(page);
  });

  test('no line of Markdown is too long', () => expect(longLines(sources)).toEqual([]));
  test('no sentence of the manual is too long', () => expect(longSentences(sources)).toEqual([]));
  test('documents, texts and comments use plain words', () => expect(stiffWords(sources)).toEqual([]));
  test('every link of the documents holds', () =>
    expect(deadLinks(sources, (path) => existsSync(join(ROOT, path)))).toEqual([]));
  test('the manual has the same chapters and headings in both languages', () =>
    expect(unequalChapters(sources)).toEqual([]));
});
