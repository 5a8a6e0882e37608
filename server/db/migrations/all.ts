import type { Migration } from '../migrate.ts';
import { core } from './001-core.ts';
import { watchlists } from './002-watchlists.ts';
import { duplicates } from './003-duplicates.ts';
import { watchlistRecords } from './004-watchlist-records.ts';
import { alerts } from './005-alerts.ts';
import { kyb } from './006-kyb.ts';
import { registers } from './007-registers.ts';
import { companyAlerts } from './008-company-alerts.ts';
import { operators } from './009-operators.ts';
import { webhooks } from './010-webhooks.ts';
import { reviews } from './011-reviews.ts';
import { retention } from './012-retention.ts';
import { auditSubjects } from './013-audit-subjects.ts';
import { assigneePages } from './014-assignee-pages.ts';
import { agesOfFaces } from './015-ages-of-faces.ts';
import { queue } from './016-queue.ts';
import { policies } from './017-policies.ts';
import { systemLogs } from './018-system-logs.ts';
import { exchanges } from './019-exchanges.ts';
import { counts } from './020-counts.ts';
import { webhookOrigins } from './021-webhook-origins.ts';
import { rowMacs } from './022-row-macs.ts';
import { corrections } from './023-corrections.ts';
import { alertSubjects } from './024-alert-subjects.ts';
import { secondFactors } from './025-second-factors.ts';
import { eventMacs } from './026-event-macs.ts';
import { mediaTypes } from './027-media-types.ts';
import { faceChoices } from './028-face-choices.ts';
import { comparisons } from './029-comparisons.ts';
import { deadlines } from './030-deadlines.ts';
import { figures } from './031-figures.ts';
import { securityLog } from './032-security-log.ts';
import { directory } from './033-directory.ts';
import { captureSessions } from './034-capture-sessions.ts';
import { trustLists } from './035-trust-lists.ts';
import { authenticity } from './036-authenticity.ts';
import { uplink } from './037-uplink.ts';
import { earlierRecords } from './038-earlier-records.ts';

/** The main database's migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  core,
  watchlists,
  duplicates,
  watchlistRecords,
  alerts,
  kyb,
  registers,
  companyAlerts,
  operators,
  webhooks,
  reviews,
  retention,
  auditSubjects,
  assigneePages,
  agesOfFaces,
  queue,
  policies,
  systemLogs,
  exchanges,
  counts,
  webhookOrigins,
  rowMacs,
  corrections,
  alertSubjects,
  secondFactors,
  eventMacs,
  mediaTypes,
  faceChoices,
  comparisons,
  deadlines,
  figures,
  securityLog,
  directory,
  captureSessions,
  trustLists,
  authenticity,
  uplink,
  earlierRecords,
];
