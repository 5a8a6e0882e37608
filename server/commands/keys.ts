import { parseArgs } from 'node:util';
import { type ApiKey, createKey, listKeys, revokeKey, rotateKey } from '../access/keys.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { isoTime } from '../lib/clock.ts';
import { SCOPES, type Scope } from '../vocabulary/scopes.ts';
import { type CommandIo, invalidCommand, misused } from './io.ts';

export const KEYS_USAGE = `custos keys create [--label TEXT] [--scopes kyc:read,kyc:write] [--test] [--days N]
custos keys list
custos keys revoke KEY_ID
custos keys rotate KEY_ID`;

const MS_PER_DAY = 24 * 3600 * 1000;
const ACTOR = 'cli';

/** `custos keys ...`: creates, lists, revokes and rotates API keys. A secret is printed once, when it is created. */
export async function keysCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  const { access } = appliance;
  if (action === 'create') {
    const { key, secret } = createKey(access, parseNewKey(rest, appliance.clock.now()));
    io.out(`${key.id}\n${secret}\n`);
  } else if (action === 'list') {
    for (const key of listKeys(access)) io.out(`${describe(key, appliance.clock.now())}\n`);
  } else if (action === 'revoke') {
    io.out(`${describe(revokeKey(access, onlyId(rest), ACTOR), appliance.clock.now())}\n`);
  } else if (action === 'rotate') {
    const { key, secret } = rotateKey(access, onlyId(rest), ACTOR);
    io.out(`${key.id}\n${secret}\n`);
    io.err('The old key works for 24 more hours.\n');
  } else {
    throw misused(KEYS_USAGE);
  }
  return 0;
}

function parseNewKey(args: string[], nowMs: number) {
  const { values } = parseArgs({
    args,
    options: {
      label: { type: 'string', default: 'created on the command line' },
      scopes: { type: 'string' },
      test: { type: 'boolean', default: false },
      days: { type: 'string' },
    },
  });
  const days = values.days === undefined ? null : Number(values.days);
  if (days !== null && !(Number.isInteger(days) && days > 0)) {
    throw invalidCommand('--days takes a whole number of at least 1.');
  }
  return {
    label: values.label,
    livemode: !values.test,
    scopes: values.scopes === undefined ? ('all' as const) : parseScopes(values.scopes),
    expiresAtMs: days === null ? null : nowMs + days * MS_PER_DAY,
    actor: ACTOR,
  };
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((name) => {
    const scope = SCOPES.find((known) => known === name.trim());
    if (!scope) throw invalidCommand(`--scopes takes a comma-separated list of: ${SCOPES.join(', ')}.`);
    return scope;
  });
}

function onlyId(args: string[]): string {
  const [id, ...more] = args;
  if (id === undefined || more.length > 0) throw invalidCommand(`Give one key id. Use one of:\n${KEYS_USAGE}`);
  return id;
}

function describe(key: ApiKey, nowMs: number): string {
  const state =
    key.revokedAtMs !== null
      ? `revoked ${isoTime(key.revokedAtMs)}`
      : key.expiresAtMs === null
        ? 'works'
        : `${key.expiresAtMs > nowMs ? 'works until' : 'expired'} ${isoTime(key.expiresAtMs)}`;
  return [key.id, key.livemode ? 'live' : 'test', state, key.scopes.join(','), key.label].join('  ');
}
