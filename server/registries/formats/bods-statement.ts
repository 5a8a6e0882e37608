import { isObject, type JsonObject } from '../../datasets/json-lines.ts';
import { isoDay, partOf, textOf } from './records.ts';

/** Who is linked to whom, by the ids of their records. */
export interface BodsLink {
  subject: string;
  /** Null: no party is named, for a reason that the statement gives. */
  party: string | null;
  interests: JsonObject[];
  /** Ids of the records that describe an indirect hold step by step. */
  components: string[];
  /** YYYY-MM-DD of the statement that closed it. null: it is current. */
  closedOn: string | null;
}

interface Base {
  /** The id by which other statements refer to its record. */
  id: string;
  /** YYYY-MM-DD, empty if none is given. */
  date: string;
  publishedAt: string | null;
  /** Ids of the statements that it replaces. */
  replaces: string[];
}

/** What a statement says about an entity or a person. */
export interface PartyStatement extends Base {
  type: 'entity' | 'person';
  details: JsonObject;
  closed: boolean;
}

export type Statement = PartyStatement | (Base & { link: BodsLink });

/** `statementType` of 0.2 and 0.3, and `recordType` of 0.4 with its variants. */
const TYPES: Readonly<Record<string, PartyStatement['type'] | 'relationship'>> = {
  entity: 'entity',
  entityStatement: 'entity',
  person: 'person',
  personStatement: 'person',
  relationship: 'relationship',
  relationshipStatement: 'relationship',
  ownershipOrControlStatement: 'relationship',
};

/** Reads a statement of any version. Returns null if the object is none. */
export function readStatement(statement: JsonObject): Statement | null {
  const statementId = textOf(statement, 'statementId') || textOf(statement, 'statementID');
  const word = textOf(statement, 'recordType') || textOf(statement, 'statementType');
  const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (statementId === '' || type === undefined) return null;
  // In 0.4 the statement contains a separate record, and other statements refer to its id. Before, they were one.
  const record = statement['recordDetails'];
  const details = isObject(record) ? record : statement;
  const date = isoDay(textOf(statement, 'statementDate')) ?? '';
  const closed = textOf(statement, 'recordStatus') === 'closed';
  const base: Base = {
    id: textOf(statement, 'recordId') || statementId,
    date,
    publishedAt: isoDay(textOf(partOf(statement, 'publicationDetails'), 'publicationDate')),
    replaces: textsIn(statement, 'replacesStatements'),
  };
  if (type !== 'relationship') return { ...base, type, details, closed };
  const link: BodsLink = {
    subject: idOf(details['subject']) ?? '',
    party: idOf(details['interestedParty']),
    interests: objectsIn(details, 'interests'),
    components: [...textsIn(details, 'componentRecords'), ...textsIn(details, 'componentStatementIDs')],
    closedOn: closed ? date : null,
  };
  return { ...base, link };
}

/** Returns a record's id: a bare value in 0.4, before that under the kind of its statement. Null if none is named. */
function idOf(reference: unknown): string | null {
  if (typeof reference === 'string') return reference || null;
  if (!isObject(reference)) return null;
  return textOf(reference, 'describedByEntityStatement') || textOf(reference, 'describedByPersonStatement') || null;
}

/** Returns the objects of a list. */
export function objectsIn(object: JsonObject, name: string): JsonObject[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsIn(object: JsonObject, name: string): string[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
