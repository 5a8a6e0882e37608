import { linksOf } from './imports.ts';
import type { Sources } from './sources.ts';

interface Room {
  /** Rooms whose code and types it may use. A room may always use itself. */
  uses: readonly string[];
  /** Rooms of which it may use only the types. */
  types?: readonly string[];
}

const LIB = ['server/lib', 'server/vocabulary', 'models/threads'];
const STORAGE = [...LIB, 'server/db', 'server/vault'];
const RECORDS = [...STORAGE, 'server/events', 'server/jobs', 'server/audit'];
const SERVICES = [
  ...RECORDS,
  'server/clock',
  'server/rows',
  'server/access',
  'server/lan',
  'server/datasets',
  'server/parcel',
  'server/authenticity',
  'server/names',
  'server/screening',
  'server/registries',
  'server/trust',
  'server/figures',
];
const DIRECTORY = [...STORAGE, 'server/audit', 'server/access', 'server/ldap', 'server/webhooks'];
const PURE = ['server/checks', 'server/decision'];
const AGGREGATES = [
  'server/appliance',
  'server/policies',
  'server/verifications',
  'server/alerts',
  'server/capture',
  'server/uplink',
  'server/security-log',
  'server/webhooks',
  'server/retention',
  'server/backup',
  'server/updates',
  'server/quarantine',
  'server/reports',
];
const CONTRACT = ['server/contract'];
/** The parts of the hub, from the lowest. Nothing of the appliance uses them. */
const HUB = [
  'server/hub/db',
  'server/hub/audit',
  'server/hub/access',
  'server/hub',
  'server/hub/wire',
  'server/hub/api',
];
const HUB_BASE = [...STORAGE, 'server/lan', 'server/access', 'server/parcel'];

const aggregate: Room = { uses: [...SERVICES, ...PURE, ...AGGREGATES], types: ['models'] };

/** The rooms from the lowest up, one layer per line. No import goes up or to another room of the same layer, not even for types. */
const LAYERS: readonly (readonly string[])[] = [
  ['models/pixels', 'models/threads', 'server/desktop-link', 'server/vocabulary'],
  ['models', 'server/lib'],
  ['server/authenticity', 'server/db', 'server/names', 'server/parcel'],
  ['server/datasets', 'server/jobs', 'server/ldap', 'server/vault'],
  ['server/audit', 'server/figures', 'server/registries', 'server/screening'],
  ['server/checks', 'server/clock', 'server/lan', 'server/rows'],
  ['renderer/text/en', 'server/access', 'server/backup', 'server/decision', 'server/events', 'server/trust'],
  ['server/updates', 'server/webhooks'],
  ['server/directory', 'server/security-log', 'server/verifications'],
  ['server/alerts', 'server/capture', 'server/retention'],
  ['server/policies'],
  ['server/uplink'],
  ['server/appliance', 'server/contract', 'server/quarantine'],
  ['main', 'renderer', 'server/reports'],
  ['renderer/capture', 'server/pipeline'],
  ['server/api'],
  ...HUB.map((room) => [room]),
  ['server'],
  ['server/hub/entry'],
];

/** The layer of a room, or null if it has none. */
export const layerOf = (room: string): number | null => {
  const layer = LAYERS.findIndex((rooms) => rooms.includes(room));
  return layer < 0 ? null : layer;
};

/** The rooms. A file belongs to the room with the longest matching path. */
export const ROOMS: Readonly<Record<string, Room>> = {
  main: { uses: ['server/desktop-link'], types: CONTRACT },
  renderer: { uses: ['renderer/text/en', 'server/vocabulary', 'models/pixels'], types: CONTRACT },
  'renderer/capture': { uses: ['renderer', 'models', 'server/vocabulary'], types: CONTRACT },
  'server/vocabulary': { uses: [] },
  // Read when the texts are built; the sentences of findings exist only once.
  'renderer/text/en': { uses: ['server/checks'] },
  models: { uses: ['models/threads', 'models/pixels'] },
  'models/pixels': { uses: [] },
  'models/threads': { uses: [] },
  'server/lib': { uses: ['models/threads'] },
  'server/desktop-link': { uses: LIB },
  'server/db': { uses: LIB },
  'server/names': { uses: LIB },
  'server/parcel': { uses: LIB },
  // Of the engines only the parser of MRZs, which is pure.
  'server/authenticity': { uses: [...LIB, 'models'] },
  'server/vault': { uses: [...LIB, 'server/db'] },
  'server/events': { uses: [...LIB, 'server/db', 'server/rows'] },
  'server/jobs': { uses: [...LIB, 'server/db'] },
  'server/audit': { uses: STORAGE },
  'server/figures': { uses: STORAGE },
  'server/clock': { uses: [...STORAGE, 'server/audit'] },
  'server/rows': { uses: [...STORAGE, 'server/audit'] },
  'server/access': { uses: [...STORAGE, 'server/events', 'server/audit', 'server/rows'] },
  'server/directory': { uses: DIRECTORY },
  'server/lan': { uses: [...STORAGE, 'server/audit'] },
  'server/ldap': { uses: LIB },
  'server/datasets': { uses: [...LIB, 'server/db'] },
  'server/screening': { uses: [...LIB, 'server/db', 'server/datasets', 'server/names'] },
  'server/registries': { uses: [...LIB, 'server/db', 'server/datasets', 'server/names'] },
  'server/trust': {
    uses: [...STORAGE, 'server/audit', 'server/rows', 'server/datasets', 'server/authenticity'],
  },
  'server/checks': {
    uses: [...LIB, 'server/authenticity', 'server/names'],
    types: ['models', 'server/screening', 'server/registries'],
  },
  'server/decision': {
    uses: [...LIB, 'server/checks'],
    types: ['models', 'server/screening', 'server/registries'],
  },
  ...Object.fromEntries(AGGREGATES.map((name) => [name, aggregate])),
  'server/appliance': { uses: [...aggregate.uses, 'server/directory', 'models'] },
  'server/reports': { ...aggregate, types: ['models', ...CONTRACT] },
  'server/pipeline': { uses: [...SERVICES, ...PURE, ...AGGREGATES, 'models'], types: ['server/contract'] },
  'server/contract': { ...aggregate, uses: [...aggregate.uses, 'server/directory'] },
  'server/api': {
    uses: ['server/directory', ...SERVICES, ...PURE, ...AGGREGATES, ...CONTRACT, 'server/pipeline', 'models'],
  },
  'server/hub/db': { uses: LIB, types: ['server/db'] },
  'server/hub/audit': { uses: [...HUB_BASE, ...HUB] },
  'server/hub/access': { uses: [...HUB_BASE, ...HUB] },
  'server/hub': { uses: [...HUB_BASE, ...HUB] },
  'server/hub/wire': { uses: [...HUB_BASE, 'server/api', ...HUB] },
  'server/hub/api': { uses: [...HUB_BASE, ...CONTRACT, 'server/api', ...HUB] },
  // Its commands speak as those of the appliance.
  'server/hub/entry': { uses: [...HUB_BASE, ...CONTRACT, 'server/api', ...HUB, 'server'] },
  server: {
    uses: [
      'server/directory',
      ...SERVICES,
      ...PURE,
      ...AGGREGATES,
      ...CONTRACT,
      'server/desktop-link',
      'server/api',
      'server/pipeline',
      'models',
    ],
  },
};

const BY_LENGTH = Object.keys(ROOMS).sort((a, b) => b.length - a.length);

/** The room of a file, or null (`test/` and the top level are in none). */
export function roomOf(path: string): string | null {
  return BY_LENGTH.find((room) => path.startsWith(`${room}/`)) ?? null;
}

/** Imports that the table does not allow. Only files in `test/` may import from it. */
export function roomBreaches(sources: Sources): string[] {
  return linksOf(sources).flatMap(({ from, to, kind, line }) => {
    const room = roomOf(from);
    if (room === null) return [];
    const target = roomOf(to);
    if (target === room) return [];
    if (target !== null && (layerOf(target) ?? 0) >= (layerOf(room) ?? 0)) {
      return [`${from}:${line}: ${room}/ lies no higher than ${to}`];
    }
    if (allows(ROOMS[room], target, kind === 'type')) return [];
    const only = ROOMS[room]?.types?.includes(target ?? '') ? ' as anything but types' : '';
    return [`${from}:${line}: ${room}/ may not import ${to}${only}`];
  });
}

function allows(room: Room | undefined, target: string | null, isType: boolean): boolean {
  if (room === undefined || target === null) return false;
  return room.uses.includes(target) || (isType && (room.types?.includes(target) ?? false));
}

/** Folders under `server/` that the table does not contain. */
export function strayRooms(sources: Sources): string[] {
  const folders = new Set([...sources.keys()].map((path) => path.split('/').slice(0, 2).join('/')));
  const known = new Set([...Object.keys(ROOMS), 'server/adr', 'server/commands', 'server/manual']);
  return [...folders]
    .filter((folder) => folder.startsWith('server/') && !folder.includes('.') && !known.has(folder))
    .map((folder) => `${folder}/ is no room of the table in test/unit/tidy/rooms.ts`);
}
