import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { backupRoutes } from './backups.ts';
import { captureListenerRoutes } from './capture-listener.ts';
import { captureSessionRoutes } from './capture-sessions.ts';
import { uploadRoutes } from './dataset-uploads.ts';
import { directoryLoginRoutes, directoryRoutes } from './directory.ts';
import { eventRoutes } from './events.ts';
import { evidenceRoutes, reportRoutes } from './evidence.ts';
import { hubRoutes } from './hub.ts';
import { inspectRoutes } from './inspect.ts';
import { keyRoutes } from './keys.ts';
import { lanRoutes } from './lan.ts';
import { operatorRoutes, sessionRoutes } from './operators.ts';
import { pictureRoutes } from './pictures.ts';
import { policyRoutes } from './policies.ts';
import { registerRoutes } from './registers.ts';
import { retentionRoutes } from './retention.ts';
import { reviewRoutes } from './review-routes.ts';
import { screeningRoutes } from './screenings.ts';
import { searchRoutes } from './search.ts';
import { securityLogRoutes } from './security-log.ts';
import { settingsRoutes } from './settings.ts';
import { statisticsRoutes } from './statistics.ts';
import { probeRoutes } from './system.ts';
import { systemKeyRoutes } from './system-keys.ts';
import { systemStateRoutes } from './system-state.ts';
import { timelineRoutes } from './timeline.ts';
import { trustListRoutes } from './trust-lists.ts';
import { updateRoutes } from './updates.ts';
import { kybRoutes, verificationRoutes } from './verification-routes.ts';
import { watchlistRoutes } from './watchlists.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the appliance except the pages for people, by operation id. */
export const ROUTES = {
  ...verificationRoutes,
  ...kybRoutes,
  ...captureSessionRoutes,
  ...pictureRoutes,
  ...inspectRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...searchRoutes,
  ...evidenceRoutes,
  ...policyRoutes,
  ...retentionRoutes,
  ...eventRoutes,
  ...watchlistRoutes,
  ...registerRoutes,
  ...trustListRoutes,
  ...uploadRoutes,
  ...updateRoutes,
  ...alertRoutes,
  ...screeningRoutes,
  ...webhookRoutes,
  ...backupRoutes,
  ...keyRoutes,
  ...systemKeyRoutes,
  ...lanRoutes,
  ...captureListenerRoutes,
  ...securityLogRoutes,
  ...hubRoutes,
  ...settingsRoutes,
  ...directoryRoutes,
  ...sessionRoutes,
  ...directoryLoginRoutes,
  ...operatorRoutes,
  ...probeRoutes,
  ...systemStateRoutes,
  ...auditRoutes,
  ...statisticsRoutes,
  ...timelineRoutes,
};
