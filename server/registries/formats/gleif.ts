import { type ListFile, rowError } from '../../datasets/file.ts';
import { headItems, readJsonItems } from '../../datasets/json-items.ts';
import { firstRow } from '../../datasets/rows.ts';
import { readElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { AppError } from '../../lib/errors.ts';
import type { RegisterRecord } from '../types.ts';
import { countSkipped, type RegisterFormat, type RegisterJob } from './format.ts';
import { makeLeiCompany } from './gleif-company.ts';
import { COMPANY_COLUMNS, leiCompanyReader, leiRelationReader, RELATION_COLUMNS } from './gleif-csv.ts';
import { makeLeiOwnership } from './gleif-relation.ts';
import { elementOf, readLeiFacts, readLeiRelation } from './gleif-tree.ts';
import { dayInNames, inLots, isoDay } from './records.ts';
import { Columns, readTableRecords } from './tables.ts';

/** Level 1 (who is who) or level 2 (who consolidates whom). */
type Level = 1 | 2;

/** One of the three notations of GLEIF's golden copies. */
interface Writing {
  id: string;
  /** Null: the file is none of them. */
  levelOf(file: ListFile): Level | null;
  read(file: ListFile, level: Level, job: RegisterJob): AsyncIterable<RegisterRecord[]>;
}

const CSV: Writing = {
  id: 'csv',
  levelOf(file) {
    const columns = new Columns(firstRow(file));
    if (columns.has(...COMPANY_COLUMNS)) return 1;
    return columns.has(...RELATION_COLUMNS) ? 2 : null;
  },
  read(file, level, job) {
    if (new Columns(firstRow(file)).has('DeletedAt')) throw isDelta(file);
    if (level === 1) return readTableRecords(file, COMPANY_COLUMNS, job, leiCompanyReader);
    return readTableRecords(file, RELATION_COLUMNS, job, leiRelationReader);
  },
};

const XML: Writing = {
  id: 'xml',
  levelOf(file) {
    const root = rootOf(file)?.name;
    if (root === 'LEIData') return 1;
    return root === 'RelationshipData' ? 2 : null;
  },
  async *read(file, level, job) {
    const [header, record] = level === 1 ? ['LEIHeader', 'LEIRecord'] : ['Header', 'RelationshipRecord'];
    for await (const elements of inLots(readElements(file, [header, record]))) {
      for (const element of elements.filter(({ name }) => name === header)) readHeader(file, element, job);
      yield readRecords(
        file,
        level,
        elements.filter(({ name }) => name === record),
        job,
      );
    }
  },
};

const WRAPPERS = ['records', 'relations'];
const RELATION = 'RelationshipRecord';

const JSON_WRITING: Writing = {
  id: 'json',
  levelOf(file) {
    const first = headItems(file, 1, WRAPPERS)[0];
    if (first === undefined) return null;
    if (Object.hasOwn(first, 'LEI') && Object.hasOwn(first, 'Entity')) return 1;
    return Object.hasOwn(first, RELATION) || Object.hasOwn(first, 'Relationship') ? 2 : null;
  },
  async *read(file, level, job) {
    for await (const items of readJsonItems(file, WRAPPERS)) {
      const records = items.map(({ value, line }) => elementOf('', value[RELATION] ?? value, line));
      yield readRecords(file, level, records, job);
    }
  },
};

function readRecords(
  file: ListFile,
  level: Level,
  elements: readonly XmlElement[],
  job: RegisterJob,
): RegisterRecord[] {
  const records: RegisterRecord[] = [];
  for (const element of elements) {
    const fail = (reason: string): never => {
      throw rowError(file, element.line, reason);
    };
    job.onRow();
    if (level === 1) {
      const company = makeLeiCompany(readLeiFacts(element), fail);
      if (typeof company === 'string') countSkipped(job.reading, company);
      else records.push({ company });
    } else {
      const ownership = makeLeiOwnership(readLeiRelation(element), fail);
      if (typeof ownership === 'string') countSkipped(job.reading, ownership);
      else records.push({ ownership });
    }
  }
  return records;
}

function readHeader(file: ListFile, header: XmlElement, { reading }: RegisterJob): void {
  if (header.childText('DeltaStart') !== '' || /DELTA/.test(header.childText('FileContent'))) throw isDelta(file);
  reading.publishedAt = isoDay(header.childText('ContentDate')) ?? reading.publishedAt;
  const declared = Number(header.childText('RecordCount') || Number.NaN);
  if (Number.isInteger(declared)) reading.recordsDeclared = (reading.recordsDeclared ?? 0) + declared;
}

function isDelta({ name }: ListFile): AppError {
  const reason = 'it contains the changes between two golden copies. Import the full golden copy instead.';
  return new AppError('list_invalid', `${name}: ${reason}`);
}

/** GLEIF's golden copies: level 1 in LEI-CDF 3.1, optionally with level 2 (relationship records, RR-CDF 2.1). Together they are one register. */
function companies(writing: Writing): RegisterFormat {
  return {
    id: `gleif_lei_${writing.id}`,
    register: { code: 'gleif_lei', name: 'GLEIF: legal entities' },
    completeFor: () => [],
    recognises: (files, columns) => columns === undefined && levelsOf(writing, files).includes(1),
    read: (files, job) => readGolden(writing, files, job),
  };
}

/** The relationship records alone. */
function relations(writing: Writing): RegisterFormat {
  return {
    id: `gleif_rr_${writing.id}`,
    register: { code: 'gleif_rr', name: 'GLEIF: relationships' },
    completeFor: () => [],
    recognises: (files, columns) => {
      const levels = columns === undefined ? levelsOf(writing, files) : [];
      return levels.length > 0 && !levels.includes(1);
    },
    read: (files, job) => readGolden(writing, files, job),
  };
}

/** Returns the files' levels, or none if one of them is not a golden copy. */
function levelsOf(writing: Writing, files: readonly ListFile[]): Level[] {
  const levels = files.map((file) => writing.levelOf(file));
  return levels.every((level) => level !== null) ? levels : [];
}

async function* readGolden(
  writing: Writing,
  files: readonly ListFile[],
  job: RegisterJob,
): AsyncGenerator<RegisterRecord[]> {
  job.reading.publishedAt = dayInNames(files);
  const levels = levelsOf(writing, files);
  for (const [index, file] of files.entries()) yield* writing.read(file, levels[index] ?? 1, job);
}

const WRITINGS = [CSV, XML, JSON_WRITING];

export const GLEIF_FORMATS: readonly RegisterFormat[] = [...WRITINGS.map(companies), ...WRITINGS.map(relations)];
