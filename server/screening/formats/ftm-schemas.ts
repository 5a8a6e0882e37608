import type { EntityType, OfficeLevel, Topic } from '../types.ts';

/**
 * FollowTheMoney's schemata that can be on a list, with our types for them (model of followthemoney 3 and 4). A `LegalEntity` is
 * a person or an organisation, and the publisher does not know which.
 */
export const FTM_TYPES: Record<string, EntityType> = {
  Person: 'person',
  Company: 'entity',
  Organization: 'entity',
  PublicBody: 'entity',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

/** OpenSanctions topics by their beginnings, the longer ones first, with our topics for them. Other topics do not list anyone. */
const TOPICS: [start: string, topic: Topic][] = [
  ['sanction.linked', 'other'],
  ['sanction.counter', 'other'],
  ['sanction', 'sanction'],
  ['asset.frozen', 'sanction'],
  ['role.pep', 'pep'],
  ['role.pol', 'pep'],
  ['role.rca', 'relative_or_associate'],
  ['crime', 'crime'],
  ['wanted', 'crime'],
  ['debarment', 'debarment'],
  ['corp.disqual', 'debarment'],
  ['export', 'export_control'],
  ['poi', 'other'],
  ['reg', 'other'],
  ['mare', 'other'],
  ['invest.risk', 'other'],
  ['forced.labor', 'other'],
];

/** Returns our topic for a topic of FollowTheMoney, or null if that does not list anyone, such as `gov.soe`. */
export function topicOf(topic: string): Topic | null {
  return TOPICS.find(([start]) => topic === start || topic.startsWith(`${start}.`))?.[1] ?? null;
}

/** Topics of positions that state their level (`gov.*` of OpenSanctions' topics). Others state the function, such as `gov.judicial`. */
export const FTM_LEVELS: Record<string, OfficeLevel> = {
  'gov.national': 'national',
  'gov.state': 'regional',
  'gov.muni': 'local',
  'gov.igo': 'international',
};

/** Schemata that link two entities: the properties of both sides, and the name of each from the other's view. */
export const FTM_LINKS: Record<string, { from: string; to: string; fromIs: string; toIs: string }> = {
  Family: { from: 'person', to: 'relative', fromIs: 'relative', toIs: 'relative' },
  Associate: { from: 'person', to: 'associate', fromIs: 'associate', toIs: 'associate' },
  UnknownLink: { from: 'subject', to: 'object', fromIs: 'linked', toIs: 'linked' },
  Ownership: { from: 'owner', to: 'asset', fromIs: 'owner', toIs: 'owned' },
  Directorship: { from: 'director', to: 'organization', fromIs: 'director', toIs: 'director of' },
  Membership: { from: 'member', to: 'organization', fromIs: 'member', toIs: 'member of' },
  Employment: { from: 'employee', to: 'employer', fromIs: 'employee', toIs: 'employer' },
  Representation: { from: 'agent', to: 'client', fromIs: 'agent', toIs: 'client' },
  Succession: { from: 'predecessor', to: 'successor', fromIs: 'predecessor', toIs: 'successor' },
};

/** Properties that hold numbers, apart from those of papers that are separate entities. */
export const FTM_NUMBERS = [
  'passportNumber',
  'idNumber',
  'socialSecurityNumber',
  'taxNumber',
  'vatCode',
  'registrationNumber',
  'innCode',
  'ogrnCode',
  'kppCode',
  'okpoCode',
  'leiCode',
  'dunsCode',
  'uniqueEntityId',
  'npiCode',
  'cikCode',
  'cageCode',
  'usCode',
  'uscCode',
  'permId',
  'swiftBic',
  'bikCode',
  'isinCode',
  'isin',
  'imoNumber',
  'mmsi',
  'callSign',
  'serialNumber',
  'wikidataId',
];
