import { must } from '../../../lib/assert.ts';
import { spanOf, spansMeet } from '../../../lib/date-spans.ts';
import { fold } from '../../read/fold.ts';
import { submittedBirth } from '../../read-values.ts';
import {
  COMPANY_PARTY,
  type Company,
  type OwnershipEdge,
  type OwnershipNode,
  type RegisterParty,
  type RegistryResult,
  type ShareRange,
  type Ubo,
} from '../types.ts';

/** Whether two names belong to one person or one company, whatever their spelling. */
export type SameName = (a: string, b: string, type: 'person' | 'entity') => boolean;

/** Every owner once, and who owns how much of whom. Edges refer to nodes by index. */
export interface OwnershipGraph {
  /** The verified company is the first. */
  nodes: OwnershipNode[];
  edges: (OwnershipEdge & { from: number; to: number })[];
  /** The node of each submitted owner. */
  nodeOfUbo: number[];
  /** The node of each party that a register names. */
  nodeOfParty: number[];
  /** The nodes of `nodeOfParty` that were not submitted. */
  undeclared: Set<number>;
}

interface Facts {
  type: 'person' | 'entity';
  name: string;
  folded: string;
  /** `YYYY-MM-DD` or a part of it. */
  birthDate: string;
  country: string;
  /** LEI and registration number, folded. */
  numbers: string[];
}

/**
 * Joins what was submitted with what registers state. The same owner in several places is one node: people by name, unless their birth dates differ;
 * companies by a number, or by name unless their countries differ. What was submitted about a company's owners goes before a register's statement on
 * the same owner. A register adds owners that were not submitted, for the verified company and for companies whose owners were not submitted.
 */
export function buildGraph(
  company: Company,
  ubos: readonly Ubo[],
  ownership: RegistryResult['ownership'],
  sameName: SameName,
): OwnershipGraph {
  const people = createBook();
  const edges = createEdges(people.nodes);
  people.add(entity(company.legal_name, company.country, [company.registration_number, company.lei]), COMPANY_PARTY);
  const nodeOfUbo = ubos.map((ubo) => {
    const facts = factsOfUbo(ubo);
    return people.find(facts) ?? people.add(facts, ubo.id);
  });
  ubos.forEach(({ ownership_percent: percent, parent }, at) => {
    const owned = parent === undefined ? 0 : must(nodeOfUbo[parent], 'a parent is one of the owners');
    edges.add(must(nodeOfUbo[at], 'every owner has a node'), owned, { min: percent, max: percent }, 'submitted');
  });
  const declared = new Set([0, ...edges.all.map(({ to }) => to)]);
  const undeclared = new Set<number>();
  const nodeOfParty = ownership.parties.map((party, at) => {
    const facts = factsOfParty(party);
    const known = people.find(facts) ?? people.findLike(facts, sameName);
    if (known !== undefined) return known;
    const node = people.add(facts, `register:${at}`);
    undeclared.add(node);
    return node;
  });
  for (const { owner, owned, percent } of ownership.shares) {
    const from = must(nodeOfParty[owner], 'a share has its owner');
    const to = owned === null ? 0 : must(nodeOfParty[owned], 'a share has its company');
    const fills = undeclared.has(from) || !declared.has(to);
    if (percent !== null && fills && !edges.has(from, to)) edges.add(from, to, percent, 'register');
  }
  return { nodes: people.nodes, edges: edges.all, nodeOfUbo, nodeOfParty, undeclared };
}

/** Creates the book of known owners, each with a node. */
function createBook() {
  const nodes: OwnershipNode[] = [];
  const facts: Facts[] = [];
  const byMark = new Map<string, number[]>();
  return {
    nodes,
    add(found: Facts, party: string): number {
      const node = nodes.push({ party, type: found.type, name: found.name }) - 1;
      facts.push(found);
      for (const mark of marksOf(found)) byMark.set(mark, [...(byMark.get(mark) ?? []), node]);
      return node;
    },
    /** Returns the node of the same name or number, or undefined if there is none or if known facts differ. */
    find(found: Facts): number | undefined {
      const candidates = marksOf(found).flatMap((mark) => byMark.get(mark) ?? []);
      return candidates.find((node) => isSame(found, must(facts[node], 'a node has its facts')));
    },
    /** Returns the first node whose name is the same in another spelling. */
    findLike(found: Facts, sameName: SameName): number | undefined {
      if (found.name === '') return undefined;
      const at = facts.findIndex(
        (other) =>
          other.type === found.type &&
          other.name !== '' &&
          !differ(found, other) &&
          sameName(found.name, other.name, found.type),
      );
      return at === -1 ? undefined : at;
    },
  };
}

/** More nodes than any graph has, so that two indexes fit in one number. */
const NODES_MAX = 2 ** 26;

/** Adds up shares that one owner was stated to have in one company more than once. */
function createEdges(nodes: readonly OwnershipNode[]) {
  const all: OwnershipGraph['edges'] = [];
  const byEnds = new Map<number, OwnershipGraph['edges'][number]>();
  const keyOf = (from: number, to: number): number => from * NODES_MAX + to;
  const party = (at: number): string => must(nodes[at], 'an edge has its nodes').party;
  return {
    all,
    has: (from: number, to: number): boolean => byEnds.has(keyOf(from, to)),
    add(from: number, to: number, percent: ShareRange, source: OwnershipEdge['source']): void {
      const known = byEnds.get(keyOf(from, to));
      if (known) {
        known.percent = { min: known.percent.min + percent.min, max: known.percent.max + percent.max };
        return;
      }
      const edge = { from, to, owner: party(from), owned: party(to), percent, source };
      byEnds.set(keyOf(from, to), edge);
      all.push(edge);
    },
  };
}

/** Returns the keys by which an owner can be recognised. */
function marksOf({ type, folded, numbers }: Facts): string[] {
  return [...numbers.map((number) => `number ${number}`), ...(folded === '' ? [] : [`${type} ${folded}`])];
}

function isSame(a: Facts, b: Facts): boolean {
  if (a.type !== b.type) return false;
  return a.numbers.some((number) => b.numbers.includes(number)) || (a.folded === b.folded && !differ(a, b));
}

/** Whether known facts show that the two are different. */
function differ(a: Facts, b: Facts): boolean {
  return otherBirth(a.birthDate, b.birthDate) || (a.type === 'entity' && contradict(a.country, b.country));
}

/** Whether two birth dates cannot be the same. */
function otherBirth(a: string, b: string): boolean {
  return contradict(a, b) && !spansMeet(spanOf(a), spanOf(b));
}

/** Whether two facts differ. An unknown fact contradicts nothing. */
function contradict(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

function factsOfUbo(ubo: Ubo): Facts {
  const { legal_name, country = '', registration_number, lei } = ubo;
  if (legal_name !== undefined) return entity(legal_name, country, [registration_number, lei]);
  return person([ubo.first_name, ubo.last_name].filter(Boolean).join(' '), submittedBirth(ubo) ?? undefined);
}

function factsOfParty({ type, name, birth_date, country = '', identifiers }: RegisterParty): Facts {
  if (type === 'person') return person(name, birth_date);
  return entity(
    name,
    country,
    identifiers.map(({ value }) => value),
  );
}

function person(name: string, birthDate = ''): Facts {
  return { type: 'person', name, folded: wordsOf(name), birthDate, country: '', numbers: [] };
}

/** Names that folding would only turn to lower case. A shortcut, because there are many names. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;
/** A shorter number may exist in another country too. */
const NUMBER_CHARS_MIN = 5;

function entity(name: string, country: string, numbers: readonly (string | undefined)[]): Facts {
  const folded = numbers.map((number) => (number ?? '').toUpperCase().replace(/[^A-Z0-9]/g, ''));
  return {
    type: 'entity',
    name,
    folded: wordsOf(name),
    birthDate: '',
    country,
    numbers: folded
      .filter((number) => number.length >= NUMBER_CHARS_MIN)
      .map((number) => (number.length === 20 ? number : `${country} ${number}`)),
  };
}

/** Returns the words of a name without accents, capitals and punctuation, in any order. */
function wordsOf(name: string): string {
  const plain = PLAIN.test(name) ? name.toLowerCase() : fold(name);
  return plain.split(' ').sort().join(' ');
}
