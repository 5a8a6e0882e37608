import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIds } from '../../../server/lib/ids.ts';
import { createTrustAnchors } from '../../../server/trust/active-anchors.ts';
import type { TrustOptions } from '../../../server/trust/options.ts';
import { readTrustList } from '../../../server/trust/read/read-trust-list.ts';
import { openTrustLists } from '../../../server/trust/trust-lists.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { tempFolder } from '../../support/folder.ts';

interface Opened {
  /** Reads files in a thread, as the appliance does. */
  inThread?: boolean;
  namedVersions?: () => ReadonlySet<string>;
}

/** An empty database and the trust lists in it; disposing removes both. */
export function openTestTrust({ inThread = false, ...named }: Opened = {}) {
  const folder = tempFolder();
  const db = memoryDatabase();
  const clock = testClock();
  const audited: { action: string; subjectId?: string; details?: object }[] = [];
  const anchors = createTrustAnchors({ db });
  const lists = openTrustLists({
    db,
    clock,
    newId: createIds(clock),
    audit: { append: (entry) => void audited.push(entry) },
    onActivated: anchors.refresh,
    ...(inThread ? {} : { read: (order, _signal, report) => readTrustList(order, clock, report) }),
    ...named,
  });
  let files = 0;
  const write = (content: string | Buffer): string => {
    files += 1;
    const path = join(folder.path, `list-${files}`);
    writeFileSync(path, content);
    return path;
  };
  return {
    db,
    clock,
    audited,
    anchors,
    lists,
    write,
    /** Imports files with this content as one list. */
    stage: (contents: readonly (string | Buffer)[], options: Omit<TrustOptions, 'paths'> = {}) =>
      lists.importTrustList({ paths: contents.map(write), ...options }, 'cli'),
    [Symbol.asyncDispose]: async () => {
      await lists.close(1_000);
      db.close();
      folder[Symbol.dispose]();
    },
  };
}
