import { failAt, type ListFile } from '../../datasets/file.ts';
import { firstObject } from '../../datasets/json-lines.ts';
import { LIMITS } from '../../lib/limits.ts';
import { ownValue } from '../../lib/own.ts';
import type { ListEntry } from '../types.ts';
import { countOrphan, createEntryCheck, type ImportJob, oneFile } from './format.ts';
import { readContext } from './ftm-adjuncts.ts';
import { isListed, isNamedAsListed, makeFtmEntry } from './ftm-entry.ts';
import { asEntity, readEntities } from './ftm-lines.ts';
import { FTM_TYPES } from './ftm-schemas.ts';

/** The beginning of a line that is longer than a file's head. */
const LONG_LINE = /^\ufeff?\s*\{\s*"id":\s*"[^"]+",\s*"(?:caption|schema|properties)":/;

/**
 * FollowTheMoney entities, one JSON object per line, as OpenSanctions publishes them (`entities.ftm.json`, `targets.nested.json` without its nested
 * data). Persons, companies, vessels and aircraft that are targets or have a topic for which people are listed become entries. If a file states
 * neither targets nor topics, all do. Others are counted: `not_listed`, `no_name`, `other_schema` (a security, a wallet). Sanctions, papers,
 * addresses, offices, reports, and links to others are joined to them. An `id` is the publisher's number. The file has no date.
 */
export const ftmJson = oneFile({
  id: 'ftm_json',
  list: null,
  sizeBytesMax: LIMITS.listJoinedFileBytesMax,
  recognises(file) {
    const first = firstObject(file);
    return first ? asEntity(first, 1) !== null : LONG_LINE.test(file.head) && !file.head.includes('\n');
  },
  read: (file, job) => readFtm(file, job),
});

async function* readFtm(file: ListFile, job: ImportJob): AsyncGenerator<ListEntry> {
  const context = await readContext(file);
  const check = createEntryCheck('entity');
  for await (const entity of readEntities(file)) {
    job.onRow();
    const type = ownValue(FTM_TYPES, entity.schema);
    if (type === undefined) {
      if (isNamedAsListed(entity)) countOrphan(job.reading, 'other_schema');
      continue;
    }
    if (!isListed(entity)) {
      countOrphan(job.reading, 'not_listed');
      continue;
    }
    const entry = makeFtmEntry(entity, type, context);
    if (!entry) {
      countOrphan(job.reading, 'no_name');
      continue;
    }
    check(entity.id, failAt(file, entity.line));
    yield entry;
  }
}
