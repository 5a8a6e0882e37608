import type { Handlers } from '../../api/mount.ts';
import type { HubRecord, hubRecordRoutes } from '../../contract/hub-console.ts';
import { isoTime } from '../../lib/clock.ts';
import { LIMITS } from '../../lib/limits.ts';
import { getBranch } from '../branch-list.ts';
import { transact } from '../db/transact.ts';
import { readHistory } from '../record-history.ts';
import { type RecordRow, searchRecords } from '../record-search.ts';
import type { HubConsole } from './deps.ts';
import { hubSessionOf } from './guard.ts';

/** Routes for the records of all branches. */
export function hubRecordHandlers({ hub }: HubConsole): Handlers<typeof hubRecordRoutes> {
  return {
    async listHubRecords({ query, res }) {
      const { limit = LIMITS.listPageDefault, after, changed_from: from, changed_to: to, ...filter } = query;
      const { reach } = hubSessionOf(res);
      const times = { changedFromMs: timeOf(from), changedToMs: timeOf(to) };
      const { rows, next } = await transact(
        hub.pool,
        reach,
        (tx) => searchRecords(tx, reach, { ...filter, ...times }, { limit, after }),
        { readOnly: true },
      );
      return { object: 'list', data: rows.map(presentRecord), next };
    },
    async getHubRecordHistory(call) {
      const { reach } = hubSessionOf(call.res);
      const items = await transact(
        hub.pool,
        reach,
        async (tx) => {
          await getBranch(tx, call.id);
          return readHistory(tx, hub, call.id, call.param('record'));
        },
        { readOnly: true },
      );
      const data = items.map(({ lineNumber, ...item }) => ({ line: lineNumber, ...item }));
      return { object: 'list', data };
    },
  };
}

function presentRecord(row: RecordRow): HubRecord {
  return {
    id: row.id,
    branch: row.branch,
    kind: row.kind,
    state: row.state,
    decision: row.decision,
    reason_codes: row.reasons,
    created_at: isoTime(row.created_at),
    changed_at: isoTime(row.changed_at),
  };
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
