import type { ListFile } from '../../datasets/file.ts';
import { ownValue } from '../../lib/own.ts';
import type { OfficeLevel } from '../types.ts';
import { type FtmEntity, firstOf, readEntities, valuesOf } from './ftm-lines.ts';
import { FTM_LEVELS, FTM_LINKS } from './ftm-schemas.ts';

/** What other entities of the file say about one. */
export interface Adjuncts {
  /** Sanction: the day of listing, programmes, and the rest. */
  sanctions: { listedAt: string; programs: string[]; original: Record<string, string> }[];
  /** Passport, Identification */
  papers: { label: string; number: string; country: string }[];
  /** Occupancy: of a Position, by its id. */
  offices: { post: string; from: string; until: string }[];
  /** Family, Ownership, ...: to another entity, by its id. */
  links: { kind: string; other: string }[];
  /** Documentation: in a Document or Article, by its id. */
  documents: { document: string; date: string }[];
}

export interface FtmContext {
  /** By the id of the entity they are about: each as `[kind, fact]` in JSON, which takes a third of the memory. */
  adjuncts: Map<string, string[]>;
  /** Addresses, positions and documents by their ids. */
  addresses: Map<string, { text: string; country: string }>;
  positions: Map<string, { title: string; country: string; level: OfficeLevel | undefined }>;
  articles: Map<string, { title: string; source: string; date: string }>;
  /** Names of the linked entities. Empty if the file does not state it. */
  names: Map<string, string>;
}

const ADDRESS_PARTS = [
  'street',
  'street2',
  'street3',
  'postOfficeBox',
  'postalCode',
  'city',
  'place',
  'region',
  'state',
];
const ARTICLES = new Set(['Article', 'Document', 'PlainText', 'HyperText', 'Pages']);
/** The texts of a sanction that are kept for a reader. */
const SANCTION_TEXTS = [
  'authority',
  'authorityId',
  'reason',
  'provisions',
  'status',
  'duration',
  'startDate',
  'endDate',
];

/**
 * Reads what must be known before entries can be made, in one pass, or in two if there are links, because those name other
 * entities by ids. Memory grows with the number of adjuncts (some 300 bytes each), not with that of the entities.
 */
export async function readContext(file: ListFile): Promise<FtmContext> {
  const context: FtmContext = {
    adjuncts: new Map(),
    addresses: new Map(),
    positions: new Map(),
    articles: new Map(),
    names: new Map(),
  };
  for await (const entity of readEntities(file)) takeAdjunct(context, entity);
  if (context.names.size === 0) return context;
  for await (const entity of readEntities(file)) {
    if (context.names.has(entity.id)) context.names.set(entity.id, entity.caption || firstOf(entity, 'name'));
  }
  return context;
}

function takeAdjunct(context: FtmContext, entity: FtmEntity): void {
  const link = ownValue(FTM_LINKS, entity.schema);
  if (link) takeLink(context, entity, link);
  else if (ARTICLES.has(entity.schema)) takeArticle(context, entity);
  else ownValue(TAKERS, entity.schema)?.(context, entity);
}

const TAKERS: Record<string, (context: FtmContext, entity: FtmEntity) => void> = {
  Sanction(context, entity) {
    const texts = SANCTION_TEXTS.map((key) => [key, valuesOf(entity, key).join('; ')]);
    const original = Object.fromEntries(texts.filter(([, text]) => text !== ''));
    const listedAt = firstOf(entity, 'listingDate', 'startDate');
    const programs = [...valuesOf(entity, 'program'), ...valuesOf(entity, 'programId')];
    for (const id of valuesOf(entity, 'entity')) keep(context, id, 'sanctions', { listedAt, programs, original });
  },
  Passport: (context, entity) => takePaper(context, entity, 'passport'),
  Identification: (context, entity) => takePaper(context, entity, 'idNumber'),
  Address(context, entity) {
    const written = ADDRESS_PARTS.flatMap((part) => valuesOf(entity, part)).join(', ');
    const text = firstOf(entity, 'full') || written;
    context.addresses.set(entity.id, { text, country: firstOf(entity, 'country') });
  },
  Position(context, entity) {
    const [level] = valuesOf(entity, 'topics').flatMap((topic) => ownValue(FTM_LEVELS, topic) ?? []);
    context.positions.set(entity.id, { title: firstOf(entity, 'name'), country: firstOf(entity, 'country'), level });
  },
  Occupancy(context, entity) {
    const office = {
      post: firstOf(entity, 'post'),
      from: firstOf(entity, 'startDate'),
      until: firstOf(entity, 'endDate'),
    };
    for (const id of valuesOf(entity, 'holder')) keep(context, id, 'offices', office);
  },
  Documentation(context, entity) {
    const document = { document: firstOf(entity, 'document'), date: firstOf(entity, 'date') };
    for (const id of valuesOf(entity, 'entity')) keep(context, id, 'documents', document);
  },
};

function takePaper(context: FtmContext, entity: FtmEntity, fallback: string): void {
  const label = firstOf(entity, 'type') || fallback;
  const country = firstOf(entity, 'country');
  for (const number of [...valuesOf(entity, 'number'), ...valuesOf(entity, 'passportNumber')]) {
    for (const id of valuesOf(entity, 'holder')) keep(context, id, 'papers', { label, number, country });
  }
}

function takeArticle(context: FtmContext, entity: FtmEntity): void {
  const title = firstOf(entity, 'title', 'fileName');
  const source = firstOf(entity, 'publisher', 'author', 'sourceUrl');
  context.articles.set(entity.id, { title, source, date: firstOf(entity, 'publishedAt', 'date') });
}

/** `relationship` says what the second is to the first, `role` what the first is to the second. */
function takeLink(context: FtmContext, entity: FtmEntity, link: (typeof FTM_LINKS)[string]): void {
  const [relationship, role] = [firstOf(entity, 'relationship'), firstOf(entity, 'role')];
  for (const from of valuesOf(entity, link.from)) {
    for (const to of valuesOf(entity, link.to)) {
      for (const id of [from, to]) context.names.set(id, '');
      keep(context, from, 'links', { kind: relationship || link.toIs, other: to });
      keep(context, to, 'links', { kind: role || link.fromIs, other: from });
    }
  }
}

function keep<K extends keyof Adjuncts>(context: FtmContext, id: string, kind: K, fact: Adjuncts[K][number]): void {
  const known = context.adjuncts.get(id);
  const written = JSON.stringify([kind, fact]);
  if (known) known.push(written);
  else context.adjuncts.set(id, [written]);
}

/** Returns what other entities of the file say about this one. */
export function adjunctsOf(context: FtmContext, id: string): Adjuncts {
  const adjuncts: Adjuncts = { sanctions: [], papers: [], offices: [], links: [], documents: [] };
  for (const written of context.adjuncts.get(id) ?? []) {
    const [kind, fact] = JSON.parse(written) as [keyof Adjuncts, never];
    adjuncts[kind].push(fact);
  }
  return adjuncts;
}
