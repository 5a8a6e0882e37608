import { readName } from '../../../server/names/prepare.ts';
import { openIndex } from '../../../server/screening/index/search.ts';
import { readIndex } from '../../../server/screening/loader/cache.ts';
import { round } from '../statistics.ts';

/** `size.ts` runs this with the path of an index and its source. It prints the cost of opening the index as JSON. */
const [path = '', source = ''] = process.argv.slice(2);
const query = readName('Maria Petrovskaya', 'person');
const residentMb = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
};
const before = residentMb();
const startMs = performance.now();
const read = readIndex(path, source);
if (!read) throw new Error('the index is not there, or damaged');
const index = openIndex(read);
index.search(query, { scoreMin: 0.85, limit: 10 });
const openSeconds = (performance.now() - startMs) / 1000;
const result = { open_and_first_search_seconds: round(openSeconds), resident_mb: round(residentMb() - before) };
process.stdout.write(JSON.stringify(result));
