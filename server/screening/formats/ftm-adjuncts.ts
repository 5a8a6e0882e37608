import type { ListFile } from './format.ts';
import { type FtmEntity, firstOf, readEntities, valuesOf } from './ftm-lines.ts';
import { FTM_LINKS } from './ftm-schemas.ts';

/** What other entities of the file say of one. */
export interface Adjuncts {
  /** Sanction: the day of listing, programmes, and what else it says. */
  sanctions: { listedAt: string; programs: string[]; original: Record<string, string> }[];
  /** Passport, Identification */
  papers: { label: string; number: string; country: string }[];
  /** Occupancy: of a Position, by its id. */
  offices: { post: string; from: string; until: string }[];
  /** Family, Ownership, ...: to another, by its id. */
  links: { kind: string; other: string }[];
  /** Documentation: in a Document or Article, by its id. */
  documents: { document: string; date: string }[];
}

export interface FtmContext {
  /** By the id of the entity that they are about. */
  adjuncts: Map<string, Adjuncts>;
  /** Addresses, positions and documents by their ids. */
  addresses: Map<string, { text: string; country: string }>;
  positions: Map<string, { title: string; country: string }>;
  articles: Map<string, { title: string; source: string; date: string }>;
  /** Names of those to whom there are links. */
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
/** Kept of a sanction for a person to read. */
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
 * Reads what must be known before entries can be made, in one pass, or two where there are links: those name the others
 * by ids. Memory grows with the number of adjuncts (about 300 bytes each), not with that of the entities.
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
  const linked = new Set([...context.adjuncts.values()].flatMap(({ links }) => links.map(({ other }) => other)));
  if (linked.size === 0) return context;
  for await (const entity of readEntities(file)) {
    if (linked.has(entity.id)) context.names.set(entity.id, entity.caption || firstOf(entity, 'name'));
  }
  return context;
}

function takeAdjunct(context: FtmContext, entity: FtmEntity): void {
  const link = FTM_LINKS[entity.schema];
  if (link) takeLink(context, entity, link);
  else if (ARTICLES.has(entity.schema)) takeArticle(context, entity);
  else TAKERS[entity.schema]?.(context, entity);
}

const TAKERS: Record<string, (context: FtmContext, entity: FtmEntity) => void> = {
  Sanction(context, entity) {
    const original = Object.fromEntries(SANCTION_TEXTS.map((key) => [key, valuesOf(entity, key).join('; ')]));
    const listedAt = firstOf(entity, 'listingDate', 'startDate');
    const programs = [...valuesOf(entity, 'program'), ...valuesOf(entity, 'programId')];
    for (const id of valuesOf(entity, 'entity')) of(context, id).sanctions.push({ listedAt, programs, original });
  },
  Passport: (context, entity) => takePaper(context, entity, 'passport'),
  Identification: (context, entity) => takePaper(context, entity, 'idNumber'),
  Address(context, entity) {
    const written = ADDRESS_PARTS.flatMap((part) => valuesOf(entity, part)).join(', ');
    const text = firstOf(entity, 'full') || written;
    context.addresses.set(entity.id, { text, country: firstOf(entity, 'country') });
  },
  Position(context, entity) {
    context.positions.set(entity.id, { title: firstOf(entity, 'name'), country: firstOf(entity, 'country') });
  },
  Occupancy(context, entity) {
    const office = {
      post: firstOf(entity, 'post'),
      from: firstOf(entity, 'startDate'),
      until: firstOf(entity, 'endDate'),
    };
    for (const id of valuesOf(entity, 'holder')) of(context, id).offices.push(office);
  },
  Documentation(context, entity) {
    const document = { document: firstOf(entity, 'document'), date: firstOf(entity, 'date') };
    for (const id of valuesOf(entity, 'entity')) of(context, id).documents.push(document);
  },
};

function takePaper(context: FtmContext, entity: FtmEntity, fallback: string): void {
  const label = firstOf(entity, 'type') || fallback;
  const country = firstOf(entity, 'country');
  for (const number of [...valuesOf(entity, 'number'), ...valuesOf(entity, 'passportNumber')]) {
    for (const id of valuesOf(entity, 'holder')) of(context, id).papers.push({ label, number, country });
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
      of(context, from).links.push({ kind: relationship || link.toIs, other: to });
      of(context, to).links.push({ kind: role || link.fromIs, other: from });
    }
  }
}

function of({ adjuncts }: FtmContext, id: string): Adjuncts {
  const known = adjuncts.get(id);
  if (known) return known;
  const made: Adjuncts = { sanctions: [], papers: [], offices: [], links: [], documents: [] };
  adjuncts.set(id, made);
  return made;
}
