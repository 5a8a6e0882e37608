import { headItems, readJsonItems } from '../../datasets/json-items.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { RegisterOwner, RegisterOwnership, RegisterRecord } from '../types.ts';
import { makeHold } from './bods-interests.ts';
import { makeParty, type Party } from './bods-parties.ts';
import { type BodsLink, readStatement, type Statement } from './bods-statement.ts';
import { countSkipped, type RegisterFormat, type RegisterJob, type RegisterReading } from './format.ts';

const LOT_RECORDS = 500;

/**
 * Statements of the Beneficial Ownership Data Standard (BODS) 0.4, and 0.2 and 0.3 before it: one JSON list, or one object per
 * line. Statements refer to each other, and a later one of the same record replaces earlier ones, so they are joined in memory.
 */
export const bodsStatements: RegisterFormat = {
  id: 'bods',
  register: { code: 'bods', name: 'Beneficial ownership statements (BODS)' },
  sizeBytesMax: LIMITS.listJoinedFileBytesMax,
  completeFor: () => [],
  recognises: (files, columns) =>
    columns === undefined &&
    files.length > 0 &&
    files.every((file) => headItems(file, 1).some((first) => readStatement(first) !== null)),
  async *read(files, job) {
    const statements = new Statements();
    for (const file of files) {
      for await (const items of readJsonItems(file)) {
        for (const { value } of items) {
          job.onRow();
          const statement = readStatement(value);
          if (statement === null) countSkipped(job.reading, 'other_statement');
          else statements.add(statement, job.reading);
        }
      }
    }
    yield* statements.records(job);
  },
};

/** The result of the statements: the latest one of each record. */
class Statements {
  private readonly parties = new Map<string, Party>();
  private readonly links = new Map<string, BodsLink>();
  /** From the id of a replaced statement (0.2, 0.3) to that of its replacement. */
  private readonly replaced = new Map<string, string>();
  /** Dates of the latest statements. */
  private readonly dates = new Map<string, string>();

  add(statement: Statement, reading: RegisterReading): void {
    const { id, date, publishedAt } = statement;
    if (publishedAt !== null && publishedAt > (reading.publishedAt ?? '')) reading.publishedAt = publishedAt;
    for (const old of statement.replaces) {
      this.replaced.set(old, id);
      this.parties.delete(old);
      this.links.delete(old);
    }
    if (this.replaced.has(id)) {
      countSkipped(reading, 'replaced');
      return;
    }
    const known = this.dates.get(id);
    if (known !== undefined) countSkipped(reading, 'replaced');
    if (known !== undefined && date < known) return;
    this.dates.set(id, date);
    if ('link' in statement) this.links.set(id, statement.link);
    else this.parties.set(id, makeParty(statement));
  }

  async *records({ reading }: RegisterJob): AsyncGenerator<RegisterRecord[]> {
    let lot: RegisterRecord[] = [];
    for (const record of this.all(reading)) {
      lot.push(record);
      if (lot.length < LOT_RECORDS) continue;
      yield lot;
      lot = [];
    }
    yield lot;
  }

  private *all(reading: RegisterReading): Generator<RegisterRecord> {
    for (const party of this.parties.values()) {
      if (party.company === null) continue;
      if (typeof party.company === 'string') countSkipped(reading, party.company);
      else yield { company: party.company };
    }
    for (const link of this.links.values()) {
      const ownership = this.ownershipOf(link);
      if (typeof ownership === 'string') countSkipped(reading, ownership);
      else yield { ownership };
    }
  }

  /** Returns the ownership of a link, or the reason why there is none. */
  private ownershipOf(link: BodsLink): RegisterOwnership | string {
    if (link.party === null) return 'owner_unspecified';
    const subject = this.partyOf(link.subject);
    const owned = subject?.owner.keys[0];
    if (owned === undefined) return 'owned_company_missing';
    const owner = this.partyOf(link.party)?.owner;
    if (owner === undefined) return 'owner_missing';
    if (owner.name === '') return 'owner_unnamed';
    // The same hold is described step by step. Counting both would double it.
    if (link.components.some((id) => this.links.has(this.latest(id)))) return 'told_by_components';
    const hold = makeHold(link);
    return typeof hold === 'string' ? hold : { owned, owner: copyOf(owner), ...hold };
  }

  private partyOf(id: string): Party | undefined {
    return this.parties.get(this.latest(id));
  }

  /** Returns the id of the statement that has replaced another by now. */
  private latest(id: string): string {
    const passed = new Set<string>();
    let at = id;
    for (let next = this.replaced.get(at); next !== undefined && !passed.has(next); next = this.replaced.get(at)) {
      passed.add(next);
      at = next;
    }
    return at;
  }
}

function copyOf(owner: RegisterOwner): RegisterOwner {
  return { ...owner, keys: [...owner.keys], identifiers: [...owner.identifiers] };
}
