import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import { createWeightsCheck } from '../models/runtime/check-weights.ts';
import { WEIGHTS, WEIGHTS_DIR } from '../models/runtime/weights.ts';
import { engineSoftware } from '../models/software.ts';
import { createActorNames } from './access/actor-names.ts';
import { listReviewers, nameOfActor } from './access/actors.ts';
import { isKeyUsable } from './access/keys.ts';
import { isSessionUsable } from './access/sessions.ts';
import { approvalFaults, requireApprovable } from './alerts/approval.ts';
import { newestComparisonScan } from './alerts/comparison-scans.ts';
import { decideAlert, decideHit } from './alerts/decide.ts';
import { hitDecisions } from './alerts/decisions.ts';
import { dismissHeld, releaseHeld } from './alerts/held.ts';
import { alertsOfSameCustomer, countHeldAlerts, getAlert, listAlerts } from './alerts/store.ts';
import { alertsRouter } from './api/alerts.ts';
import { auditRouter } from './api/audit.ts';
import { backupsRouter } from './api/backups.ts';
import { bodyDeadline } from './api/body-deadline.ts';
import { answerBrokenHttp } from './api/broken-http.ts';
import { createConsole, readConsole } from './api/console.ts';
import type { CreateDeps } from './api/create-verification.ts';
import { datasetUploadsRouter, UPLOAD_PATHS } from './api/dataset-uploads.ts';
import { docsRouter } from './api/docs.ts';
import { documentFilesRouter } from './api/document-files.ts';
import { eventsRouter } from './api/events.ts';
import { evidenceRouter } from './api/evidence.ts';
import { refuseExpectations } from './api/expectations.ts';
import { createFirstRun } from './api/first-run.ts';
import { createGuard } from './api/guard.ts';
import { securityHeaders } from './api/headers.ts';
import { hostAllowList } from './api/hosts.ts';
import { inTurn } from './api/in-turn.ts';
import { inspectRouter } from './api/inspect.ts';
import { keysRouter } from './api/keys.ts';
import { presentKyb } from './api/kyb/present.ts';
import { kybRouter } from './api/kyb/verifications.ts';
import { lanRouter } from './api/lan.ts';
import { lingerOnRefusal } from './api/linger.ts';
import { openapiRouter } from './api/openapi.ts';
import { operatorsRouter } from './api/operators.ts';
import { policiesRouter } from './api/policies.ts';
import { KYB_PATH, presentVerification, VERIFICATIONS_PATH } from './api/present.ts';
import type { Beside } from './api/present-record.ts';
import { presentAttempt, presentNote } from './api/present-review.ts';
import { notFoundHandler, problemHandler } from './api/problem.ts';
import { registersRouter } from './api/registers.ts';
import { reportRouter } from './api/report.ts';
import { requestId } from './api/request-id.ts';
import { requestLog } from './api/request-log.ts';
import { eraseHandler, retentionRouter } from './api/retention.ts';
import { reviewsRouter } from './api/reviews.ts';
import { screeningsRouter } from './api/screenings.ts';
import { searchRouter } from './api/search.ts';
import { sessionRouter } from './api/session.ts';
import { settingsRouter } from './api/settings.ts';
import { createStreams } from './api/stream.ts';
import { readReadiness, type SystemDeps, systemRouter } from './api/system.ts';
import { systemKeysRouter } from './api/system-keys.ts';
import { systemStateRouter } from './api/system-state.ts';
import { timelineRouter } from './api/timeline.ts';
import { UPDATE_UPLOAD_PATH, updatesRouter } from './api/updates.ts';
import { verificationsRouter } from './api/verifications.ts';
import { watchlistsRouter } from './api/watchlists.ts';
import { webhookEndpointsRouter } from './api/webhook-endpoints.ts';
import { webhookOriginsRouter } from './api/webhook-origins.ts';
import { requireWindow } from './api/window-token.ts';
import { ocrFromReadings } from './checks/read/ocr.ts';
import { doubtInWords } from './clock/trust.ts';
import type { Appliance } from './context.ts';
import { makeOpenApi } from './contract/openapi.ts';
import type { Readiness } from './contract/system.ts';
import { lazily } from './lib/lazily.ts';
import { LIMITS } from './lib/limits.ts';
import { findSubject, openEvidence } from './reports/evidence/bundle.ts';
import { createReportDrawer } from './reports/report/drawer.ts';
import { makeKybReport, makeKycReport, type ReportDeps } from './reports/report/report.ts';
import { eraseBiometrics } from './retention/biometrics.ts';
import { certificateOf, eraseVerification } from './retention/erase.ts';
import { exportArchive, exportSubject } from './retention/export.ts';
import { purge } from './retention/purge.ts';
import { retentionOf, setRetention } from './retention/retention.ts';
import { keyFingerprint } from './vault/signing-key.ts';
import { requireState, type Which } from './verifications/act.ts';
import { assignmentOf, assignVerification } from './verifications/assignment.ts';
import { formerAttempts } from './verifications/attempts.ts';
import { chooseFace } from './verifications/choose-face.ts';
import { addCompanyDocuments } from './verifications/company-documents.ts';
import { correctVerification } from './verifications/correct.ts';
import { findDocumentFile, noteDocumentTaken, readDocumentFile } from './verifications/document-file.ts';
import { requestDocuments } from './verifications/document-requests.ts';
import { findIdempotent } from './verifications/idempotency.ts';
import { addNote, listNotes } from './verifications/notes.ts';
import { addPersonDocuments } from './verifications/person-documents.ts';
import { linkPerson } from './verifications/person-links.ts';
import { rerunVerification } from './verifications/rerun.ts';
import { reviewVerification } from './verifications/review.ts';
import { reviewOf, waitsFor } from './verifications/review-store.ts';
import {
  getKybVerification,
  getVerification,
  hasVerification,
  listKybVerifications,
  listVerifications,
} from './verifications/store.ts';
import { readableSubject } from './verifications/subject-index.ts';
import { submitKyb, submitVerification } from './verifications/submit.ts';
import { timelineOf } from './verifications/timeline.ts';
import type { KybVerification, Verification } from './verifications/types.ts';
import { readVersion } from './version.ts';

const version = readVersion();

/** Where the launcher and the packaging put the built console. */
/** What the program itself is made of is read once in a process, however many appliances it opens. */
const consoleFiles = lazily(() => readConsole(fileURLToPath(new URL('../renderer/dist', import.meta.url))));
const software = lazily(engineSoftware);

/**
 * The Express list: every route of the appliance, in the order in which a request meets them. `windowToken`: what the window of the desktop app
 * shows to count as an operator; null: any browser does. `dress` makes a server that it is served by answer what reaches no route.
 */
export function createApp(
  appliance: Appliance,
  windowToken: string | null = null,
): { app: Express; dress(server: Server): void; readiness(): Readiness; closeStreams(): void } {
  const { access, clock, config, db, engines, events, log, metrics, newId, progress, vault } = appliance;
  const { registerSearch, retention, watchlists } = appliance;
  const guard = createGuard({
    access,
    requestsPerMinute: config.requestsPerMinute,
    createsPerMinute: config.createsPerMinute,
    screeningsPerMinute: config.screeningsPerMinute,
  });
  const streams = createStreams({
    guard,
    events,
    progress,
    isUsable: ({ actorId, session }) => (session ? isSessionUsable(access, session) : isKeyUsable(access, actorId)),
    followed: [
      {
        path: VERIFICATIONS_PATH,
        scope: 'kyc:read',
        progressEvent: 'verification.progress',
        exists: (id, livemode) => hasVerification(appliance, { kind: 'kyc', id, livemode }),
      },
      {
        path: KYB_PATH,
        scope: 'kyb:read',
        progressEvent: 'kyb.verification.progress',
        exists: (id, livemode) => hasVerification(appliance, { kind: 'kyb', id, livemode }),
      },
    ],
  });
  const document = lazily(() => makeOpenApi(version));
  let stopping = false;

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const turns = inTurn();
  app.use(turns.take);
  app.use(requestId({ newId }));
  app.use(requestLog({ log, observe: metrics.observeRequest }));
  app.use(securityHeaders, hostAllowList(config, appliance.lan.answersTo), refuseExpectations);
  app.use(lingerOnRefusal(LIMITS.lingerMs));
  app.use(bodyDeadline(LIMITS.bodyTimeoutMs, [...UPLOAD_PATHS, UPDATE_UPLOAD_PATH]));
  const system: SystemDeps = {
    guard,
    engineStates: engines.states,
    pingDatabase: () => void db.prepare('SELECT 1').get(),
    watchlists: () => ({
      count: watchlists.lists(clock.now()).length,
      ready: watchlists.ready,
      problem: watchlists.problem,
    }),
    registers: () => ({ count: registerSearch.versions().length, problem: registerSearch.problem }),
    isSearchComplete: appliance.queueIndex.isComplete,
    warnings() {
      const doubt = appliance.clockTrust.doubt();
      const others = [...appliance.backups.warnings(), ...appliance.lan.warnings()].map(({ message }) => message);
      return [...(doubt ? [doubtInWords(doubt)] : []), ...others];
    },
    isStopping: () => stopping,
    metrics,
  };
  app.use(systemRouter(system));
  const pages = createConsole(consoleFiles());
  app.use(openapiRouter(document), docsRouter(document), pages.router);
  app.use(requireWindow(windowToken), streams.router);
  const beside = (id: string): Beside => ({
    hits: hitDecisions(appliance, id),
    review: reviewOf(appliance, id),
    assignment: assignmentOf(appliance, id),
  });
  // Companies that waited for an erased person are worked on again.
  const erase = eraseHandler(
    async (which, actor) => await eraseVerification(retention, which, { cause: 'request', actor }),
  );
  const create: CreateDeps = {
    engines,
    beginUpload: vault.beginUpload,
    submit: (input) => submitVerification(appliance, input),
    findIdempotent: (claim) => findIdempotent(appliance, claim),
    judgeWebhookUrl: appliance.webhooks.judgeOwnUrl,
  };
  app.use(
    verificationsRouter({
      ...create,
      guard,
      get: (id, livemode) => getVerification(appliance, id, livemode),
      list: (query) => listVerifications(appliance, query),
      erase,
      ocr: ocrFromReadings,
      beside,
      beginUploadInto: vault.beginUploadInto,
      addDocuments: (act, added) => addPersonDocuments(appliance, act, added),
    }),
  );
  app.use(
    kybRouter({
      ...create,
      guard,
      newId,
      get: (id, livemode) => getKybVerification(appliance, id, livemode),
      list: (query) => listKybVerifications(appliance, query),
      erase,
      submitKyb: (input) => submitKyb(appliance, input),
      beginUploadInto: vault.beginUploadInto,
      addDocuments: (input) => addCompanyDocuments(appliance, input),
      linkPerson: (link) => linkPerson(appliance, link),
      beside,
    }),
  );
  app.use(
    documentFilesRouter({
      guard,
      engines,
      find: (which, documentId) => findDocumentFile(appliance, which, documentId),
      read: (which, file) => readDocumentFile(appliance, which, file),
      noteTaken: (which, taken) => noteDocumentTaken(appliance, which, taken),
      results: ({ id, livemode }) => getVerification(appliance, id, livemode)?.results ?? null,
    }),
    inspectRouter({ guard, engines, clock, policies: appliance.policies, beginUpload: vault.beginUpload }),
  );
  app.use(
    reviewsRouter({
      guard,
      mustExist: (which) => requireState(appliance, which, 'any state'),
      answer({ kind, id, livemode }) {
        if (kind === 'kyb') {
          const company = getKybVerification(appliance, id, livemode);
          return company && presentKyb(company, beside(id));
        }
        const person = getVerification(appliance, id, livemode);
        return person && presentVerification(person, ocrFromReadings, beside(id));
      },
      findIdempotent: create.findIdempotent,
      review(act, review) {
        const approval = {
          requireApprovable: (which: Which, reason: string) => requireApprovable(appliance, which, reason),
        };
        return reviewVerification({ ...appliance, ...approval }, act, review);
      },
      approvalFaults: (which, reason) => approvalFaults(appliance, which, reason),
      rerun: (act) => rerunVerification(appliance, act),
      correct: (act, correction) => correctVerification(appliance, act, correction),
      chooseFace: (act, choice) => chooseFace(appliance, act, choice),
      requestDocuments: (act, request) => requestDocuments(appliance, act, request),
      assign: (act, assignee) => assignVerification(appliance, act, assignee),
      addNote: (act, text) => addNote(appliance, act, text),
      listNotes: (which, page) => listNotes(appliance, which, page),
      formerAttempts: (which) => formerAttempts(appliance, which),
    }),
  );
  app.use(
    searchRouter({
      guard,
      index: appliance.queueIndex,
      subjectOf: (entry) => readableSubject(appliance, entry),
      waitsFor: (record) => waitsFor(appliance, record),
      nameOfActor: (id) => nameOfActor(access, id),
      reviewers: () => listReviewers(access),
    }),
  );
  app.use(
    retentionRouter({
      guard,
      certificate: (which) => certificateOf(retention, which),
      retention: (which) => retentionOf(retention, which),
      setRetention: (which, change, actor) => setRetention(retention, which, change, actor),
      eraseBiometrics: (which, actor) => eraseBiometrics(retention, which, actor),
      export: (which, actor) => exportArchive(retention, exportSubject(retention, which, actor)),
      purge: (request) => purge(retention, request),
    }),
  );
  app.use(eventsRouter({ guard, events }));
  app.use(
    webhookEndpointsRouter({
      guard,
      store: appliance,
      judge: appliance.webhooks.judge,
      wake: appliance.webhooks.wake,
      verificationExists: (id, livemode) => getVerification(appliance, id, livemode) !== null,
    }),
  );
  app.use(
    webhookOriginsRouter({ guard, store: appliance, judge: appliance.webhooks.judge, wake: appliance.webhooks.wake }),
  );
  app.use(datasetUploadsRouter({ ...appliance, guard }));
  app.use(
    watchlistsRouter({
      guard,
      clock,
      db,
      lists: appliance.lists,
      watchlists,
      listsDir: config.listsDir,
    }),
  );
  app.use(registersRouter({ guard, clock, db, registers: appliance.registers, listsDir: config.listsDir }));
  app.use(screeningsRouter({ guard, clock, watchlists, policies: appliance.policies }));
  app.use(
    alertsRouter({
      guard,
      clock,
      list: (query) => listAlerts(appliance, query),
      get: (id, access) => getAlert(appliance, id, access),
      subjectOf: ({ kind, verificationId: id }) => readableSubject(appliance, { id, kind }),
      decideAlert: (id, decision, who) => decideAlert(appliance, id, decision, who),
      sameCustomer: (id, access) => alertsOfSameCustomer(appliance, id, access),
      decideHit: (hit, decision, who) => decideHit(appliance, hit, decision, who),
      held: {
        count: (access) => countHeldAlerts(appliance, access),
        scan: () => newestComparisonScan(appliance),
        release: (ids, who) => releaseHeld(appliance, ids, who),
        dismiss: (ids, decision, who) => dismissHeld(appliance, ids, decision, who),
      },
    }),
  );
  const { publicKey } = appliance.keys.signing;
  app.use(
    evidenceRouter({
      guard,
      publicKey: { public_key: publicKey, fingerprint: keyFingerprint(publicKey) },
      open({ actor, ...which }) {
        const subject = findSubject(appliance, which);
        if (!subject) return null;
        const answer =
          subject.kind === 'kyb'
            ? presentKyb(subject.verification, beside(which.id))
            : presentVerification(subject.verification, ocrFromReadings, beside(which.id));
        const notes = listNotes(appliance, which, { limit: LIMITS.notesMax }).data;
        const besides = {
          former_attempts: formerAttempts(appliance, which).map(presentAttempt),
          notes: notes.map((note) => presentNote(note, `${answer.links.self}/notes`)),
        };
        const deps = { ...appliance, applianceVersion: version, weights: WEIGHTS };
        return openEvidence(deps, { subject, answer, beside: besides, actor });
      },
    }),
  );
  const { policies, previews } = appliance;
  app.use(policiesRouter({ guard, policies, previews, nameOfActor: (id) => nameOfActor(access, id) }));
  app.use(backupsRouter({ guard, backups: appliance.backups }));
  app.use(
    systemStateRouter({ guard, version, appliance, software: software(), weights: createWeightsCheck(WEIGHTS_DIR) }),
    auditRouter({ ...appliance, guard }),
    timelineRouter({
      guard,
      timeline: (which) => timelineOf(appliance, which),
      actorNames: () => createActorNames(access),
    }),
  );
  const reports: ReportDeps = { ...appliance, drawer: createReportDrawer(), version };
  app.use(
    reportRouter({
      guard,
      open({ kind, id, livemode, actor }) {
        if (kind === 'kyb') {
          const record = getKybVerification(appliance, id, livemode);
          const make = (of: KybVerification) =>
            makeKybReport(reports, { record: of, answer: presentKyb(of, beside(id)), actor });
          return record && { status: record.status, make: () => make(record) };
        }
        const record = getVerification(appliance, id, livemode);
        const make = (of: Verification) =>
          makeKycReport(reports, { record: of, answer: presentVerification(of, ocrFromReadings, beside(id)), actor });
        return record && { status: record.status, make: () => make(record) };
      },
    }),
  );
  const { recoveryKeys } = appliance.backups;
  const { masterKeys } = appliance;
  const firstRun = createFirstRun({
    ...appliance,
    isMasterKeyApart: () => !masterKeys.state().insideDataFolder,
    hasRecoveryKey: () => recoveryKeys.inForce() !== null,
    countWatchlists: () => watchlists.lists(clock.now()).length,
  });
  app.use(systemKeysRouter({ guard, masterKeys, recoveryKeys, firstRun }));
  app.use(lanRouter({ guard, lan: appliance.lan }));
  app.use(settingsRouter({ guard, settings: appliance.settings }));
  app.use(updatesRouter({ guard, ...appliance }));
  app.use(keysRouter({ guard, access }));
  app.use(operatorsRouter({ guard, operators: access }));
  app.use(sessionRouter({ access, requestsPerMinute: LIMITS.sessionRequestsPerMinute }));
  app.use(pages.unknownAddress, notFoundHandler, problemHandler({ log }));
  return {
    app,
    dress(server) {
      turns.watch(server);
      // Their size bounds them, as the refusal says; by itself Node refuses the 2,001st as well.
      server.maxHeadersCount = 0;
      server.on('checkExpectation', (req, res) => server.emit('request', req, res));
      answerBrokenHttp(server, {
        newId,
        observe({ requestId, ...facts }) {
          metrics.observeRequest(facts);
          log.info('request', { requestId, ...facts, complete: true });
        },
      });
    },
    readiness: () => readReadiness(system),
    closeStreams() {
      stopping = true;
      streams.closeAll();
    },
  };
}
