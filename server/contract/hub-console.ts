import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { HUB_AUDIT_ACTIONS } from '../vocabulary/hub-audit-actions.ts';
import { HUB_BRANCH_STATES, HUB_ROLES, type HubRole } from '../vocabulary/hub-roles.ts';
import { idField, neededNameField, textField, timeField } from './fields.ts';
import {
  loginSchema,
  newLoginField,
  passwordChangeSchema,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  setupSchema,
  shownFactorSchema,
} from './operators.ts';
import { policySettingsSchema } from './policies.ts';
import { ids, type Route } from './route.ts';
import { pageQuery } from './verification.ts';

/** A route of the hub's console. */
export type HubRoute = Route & {
  /** Who may call it: an administrator, or every operator, who then sees only their branches. Absent: `open` says it. */
  role?: HubRole;
};

const hubRows = <const T extends Record<string, HubRoute>>(rows: T): T => rows;

const branchIdField = idField('brn');
const hexField = z.string().regex(/^[0-9a-f]+$/);
const count = z.int();

/** `all`, or the branches that an operator may see. */
export const reachSchema = z.union([z.literal('all'), z.array(branchIdField).max(LIMITS.hubOperatorBranchesMax)]);

const list = <T extends z.ZodType>(item: T) => z.object({ object: z.literal('list'), data: z.array(item) });

export const hubOperatorSchema = z.object({
  id: idField('opr'),
  login: z.string(),
  name: z.string(),
  role: z.enum(HUB_ROLES),
  branches: reachSchema,
  active: z.boolean(),
  must_change_password: z.boolean(),
  second_factor: z.boolean(),
  created_at: timeField,
  updated_at: timeField,
});
export type HubOperatorAnswer = z.output<typeof hubOperatorSchema>;

const withPassword = z.object({ ...hubOperatorSchema.shape, one_time_password: z.string() });

export const hubSessionSchema = z.object({
  hub: z.string().meta({ description: 'The name of this hub' }),
  version: z.string(),
  setup_required: z.boolean(),
  operator: hubOperatorSchema.nullable(),
  must_set_second_factor: z
    .boolean()
    .meta({ description: 'The role requires a second factor, which the operator must set up first' }),
  ends_at: timeField.nullable(),
});
export type HubSessionAnswer = z.output<typeof hubSessionSchema>;

const begun = { 200: { description: 'Logged in. The response sets the cookie', schema: hubSessionSchema } };

/** The session, login and logout, the first administrator, the operator's own password and second factor. */
export const hubSessionRoutes = hubRows({
  getHubSession: {
    at: 'GET /hub-api/v1/session',
    summary: 'Retrieve the session, and whether an operator exists',
    open: 'pages',
    answers: { 200: { description: 'The session', schema: hubSessionSchema } },
  },
  logInToHub: { at: 'POST /hub-api/v1/session', summary: 'Log in', open: 'pages', body: loginSchema, answers: begun },
  logOutOfHub: {
    at: 'DELETE /hub-api/v1/session',
    summary: 'Log out',
    open: 'session',
    answers: { 204: { description: 'The session has ended' } },
  },
  setUpHub: {
    at: 'POST /hub-api/v1/session/setup',
    summary: 'Create the first administrator and log in',
    open: 'pages',
    body: setupSchema,
    answers: begun,
  },
  changeHubPassword: {
    at: 'POST /hub-api/v1/session/password',
    summary: 'Change your own password. All your sessions end, and a new one begins',
    open: 'session',
    body: passwordChangeSchema,
    answers: begun,
  },
  proposeHubSecondFactor: {
    at: 'POST /hub-api/v1/session/second-factor',
    summary: 'Create a new secret for your own second factor',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: { 200: { description: 'The secret', schema: shownFactorSchema } },
  },
  confirmHubSecondFactor: {
    at: 'POST /hub-api/v1/session/second-factor/confirm',
    summary: 'Confirm your second factor with its first code. All your sessions end, and a new one begins',
    open: 'own password',
    body: secondFactorCodeSchema,
    answers: {
      200: {
        description: 'In force. The response sets the cookie',
        schema: z.object({ ...hubSessionSchema.shape, recovery_codes: z.array(z.string()) }),
      },
    },
  },
  removeOwnHubSecondFactor: {
    at: 'POST /hub-api/v1/session/second-factor/remove',
    summary: 'Remove your own second factor, if your role does not require one',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: begun,
  },
});

const operator = { 200: { description: 'The operator', schema: hubOperatorSchema } };

/** The operators of the hub. */
export const hubOperatorRoutes = hubRows({
  listHubOperators: {
    at: 'GET /hub-api/v1/operators',
    summary: 'List operators',
    role: 'hub_administrator',
    answers: { 200: { description: 'All operators', schema: list(hubOperatorSchema) } },
  },
  createHubOperator: {
    at: 'POST /hub-api/v1/operators',
    summary: 'Create an operator with a one-time password',
    role: 'hub_administrator',
    body: z.object({ login: newLoginField, name: neededNameField, role: z.enum(HUB_ROLES), branches: reachSchema }),
    answers: { 201: { description: 'The operator', schema: withPassword } },
  },
  changeHubOperator: {
    at: 'PATCH /hub-api/v1/operators/{id}',
    summary: "Change an operator's name, role, branches or access",
    role: 'hub_administrator',
    path: ids({ id: 'opr' }),
    body: z.object({
      name: neededNameField.exactOptional(),
      role: z.enum(HUB_ROLES).exactOptional(),
      branches: reachSchema.exactOptional(),
      active: z.boolean().exactOptional(),
    }),
    answers: operator,
  },
  resetHubPassword: {
    at: 'POST /hub-api/v1/operators/{id}/reset-password',
    summary: "Give an operator a one-time password. The operator's sessions end",
    role: 'hub_administrator',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: withPassword } },
  },
  removeHubSecondFactor: {
    at: 'POST /hub-api/v1/operators/{id}/remove-second-factor',
    summary: "Remove the second factor of an operator who lost it. The operator's sessions end",
    role: 'hub_administrator',
    path: ids({ id: 'opr' }),
    answers: operator,
  },
});

export const hubBranchSchema = z.object({
  id: branchIdField,
  name: z.string(),
  state: z.enum(HUB_BRANCH_STATES),
  reason: z.string().nullable().meta({ description: 'Why it is not active, as a code' }),
  state_at: timeField,
  created_at: timeField,
  called_at: timeField.nullable().meta({ description: 'When it last called over TLS' }),
  parcel_at: timeField.nullable().meta({ description: 'When the hub last took a parcel from it' }),
  level: count,
  version: z.string().nullable(),
  entries: count,
  records: count,
  directives: count,
  directives_answered: count,
  warnings: z.array(z.string()).meta({ description: 'The warnings that the branch last reported, as codes' }),
});
export type HubBranch = z.output<typeof hubBranchSchema>;

const lineSchema = z.object({
  line: z.string(),
  number: count,
  last: count,
  head: hexField,
  opened_at: timeField,
  audit_count: count,
});
const proofSchema = z.object({
  id: z.string(),
  line: z.string(),
  first: count,
  last: count,
  reason: z.string(),
  came_by: z.enum(['tls', 'file']),
  received_at: timeField,
});
const directiveSchema = z.object({
  number: count,
  kind: z.string(),
  issued_at: timeField,
  outcome: z.enum(['done', 'refused']).nullable(),
  code: z.string().nullable(),
  answered_at: timeField.nullable(),
});
const certificateSchema = z.object({ fingerprint: hexField, not_before: timeField, not_after: timeField });

export const hubBranchDetailSchema = z.object({
  ...hubBranchSchema.shape,
  appliance_key: hexField,
  health: z.record(z.string(), z.unknown()).nullable().meta({ description: 'The newest health report' }),
  health_at: timeField.nullable(),
  lines: z.array(lineSchema),
  proofs: z.array(proofSchema).meta({ description: 'Parcels that contradict what is known' }),
  directives_newest: z.array(directiveSchema),
  certificates: z.array(certificateSchema),
});
export type HubBranchDetail = z.output<typeof hubBranchDetailSchema>;

const branchPath = ids({ id: 'brn' });
const branch = { 200: { description: 'The branch', schema: hubBranchDetailSchema } };

export const hubErasureListSchema = z.object({
  text: z
    .string()
    .meta({ description: 'Canonical JSON: branch, made_at, and for each record erased_at and key_destroyed' }),
  signature: hexField.meta({ description: 'Ed25519 for the purpose "hub erasure list"' }),
  signing_key: hexField,
  next: z.string().nullable(),
});

/** The branches and what they reported. */
export const hubBranchRoutes = hubRows({
  listHubBranches: {
    at: 'GET /hub-api/v1/branches',
    summary: 'List branches',
    role: 'hub_viewer',
    answers: { 200: { description: 'The branches that you may see', schema: list(hubBranchSchema) } },
  },
  getHubBranch: {
    at: 'GET /hub-api/v1/branches/{id}',
    summary: 'Retrieve a branch',
    role: 'hub_viewer',
    path: branchPath,
    answers: branch,
  },
  renameHubBranch: {
    at: 'PATCH /hub-api/v1/branches/{id}',
    summary: 'Rename a branch',
    role: 'hub_administrator',
    path: branchPath,
    body: z.object({ name: neededNameField }),
    answers: branch,
  },
  quarantineHubBranch: {
    at: 'POST /hub-api/v1/branches/{id}/quarantine',
    summary: 'Take nothing from a branch until you release it',
    role: 'hub_administrator',
    path: branchPath,
    answers: branch,
  },
  releaseHubBranch: {
    at: 'POST /hub-api/v1/branches/{id}/release',
    summary: 'End the quarantine of a branch',
    role: 'hub_administrator',
    path: branchPath,
    body: z.object({
      accepted_line: textField.exactOptional().meta({ description: 'A new line that the branch may begin' }),
    }),
    answers: branch,
  },
  listHubErasures: {
    at: 'GET /hub-api/v1/branches/{id}/erasures',
    summary: 'Sign the list of the records of a branch that are erased at the hub',
    role: 'hub_administrator',
    path: branchPath,
    query: z.object({
      after: textField.exactOptional().meta({ description: 'The `next` of the part before' }),
    }),
    answers: { 200: { description: 'A part of the list', schema: hubErasureListSchema } },
  },
  revokeHubBranch: {
    at: 'POST /hub-api/v1/branches/{id}/revoke',
    summary: 'End the trust in a branch for good, for example because it was stolen',
    role: 'hub_administrator',
    path: branchPath,
    answers: branch,
  },
});

export const hubRecordSchema = z.object({
  id: z.string(),
  branch: branchIdField,
  kind: z.enum(['kyc', 'kyb']),
  state: z.string(),
  decision: z.string().nullable(),
  reason_codes: z.array(z.string()),
  created_at: timeField,
  changed_at: timeField,
});
export type HubRecord = z.output<typeof hubRecordSchema>;

export const hubHistorySchema = z.object({
  line: count.meta({ description: 'The number of the line' }),
  seq: count,
  kind: z.string(),
  content: z.record(z.string(), z.unknown()).nullable().meta({ description: 'null: it was erased' }),
});
export type HubHistory = z.output<typeof hubHistorySchema>;

const wordField = z.string().regex(/^[a-z0-9_.]{1,64}$/, { error: 'must be a code of small letters and digits' });

/** Records of all branches. */
export const hubRecordRoutes = hubRows({
  listHubRecords: {
    at: 'GET /hub-api/v1/records',
    summary: 'Search records of the branches that you may see, newest change first',
    role: 'hub_viewer',
    query: z.object({
      id: z.string().max(LIMITS.textFieldCharsMax).exactOptional(),
      branch: branchIdField.exactOptional(),
      kind: z.enum(['kyc', 'kyb']).exactOptional(),
      state: wordField.exactOptional(),
      reason: wordField.exactOptional(),
      changed_from: z.iso.datetime().exactOptional(),
      changed_to: z.iso.datetime().exactOptional(),
      limit: pageQuery.limit,
      after: z
        .string()
        .max(LIMITS.textFieldCharsMax)
        .exactOptional()
        .meta({ description: '`next` of the page before' }),
    }),
    answers: {
      200: {
        description: 'A page of records',
        schema: z.object({
          object: z.literal('list'),
          data: z.array(hubRecordSchema),
          next: z.string().nullable().meta({ description: 'For `after`. null: there are no more' }),
        }),
      },
    },
  },
  getHubRecordHistory: {
    at: 'GET /hub-api/v1/branches/{id}/records/{record}',
    summary: 'Retrieve everything that a branch reported of a record, in its order',
    role: 'hub_viewer',
    path: z.object({ id: branchIdField, record: z.string() }),
    answers: { 200: { description: 'The reports', schema: list(hubHistorySchema) } },
  },
});

const enrolmentSchema = z.object({
  id: idField('enr'),
  name: z.string().meta({ description: 'What the appliance calls itself' }),
  invited_as: z.string().meta({ description: 'What the administrator called the branch to come' }),
  version: z.string(),
  appliance_key: hexField.meta({ description: 'Compare it with the one that the branch shows' }),
  came_by: z.enum(['tls', 'file']),
  state: z.enum(['waiting', 'refused', 'approved']),
  requested_at: timeField,
  decided_at: timeField.nullable(),
  branch: branchIdField.nullable(),
});
export type HubEnrolment = z.output<typeof enrolmentSchema>;

const inviteSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timeField,
  expires_at: timeField,
  used: z.boolean(),
});

const enrolmentPath = ids({ id: 'enr' });
const enrolmentsAnswer = { 200: { description: 'The newest requests', schema: list(enrolmentSchema) } };

/** How an appliance becomes a branch. */
export const hubEnrolmentRoutes = hubRows({
  listHubInvites: {
    at: 'GET /hub-api/v1/invites',
    summary: 'List the newest invites. Their codes cannot be read again',
    role: 'hub_administrator',
    answers: { 200: { description: 'Invites', schema: list(inviteSchema) } },
  },
  createHubInvite: {
    at: 'POST /hub-api/v1/invites',
    summary: 'Create an invite for one appliance',
    role: 'hub_administrator',
    body: z.object({ name: neededNameField }),
    answers: {
      201: {
        description: 'The invite, as the appliance reads it. Shown only once',
        schema: z.object({ file_name: z.string(), invite: z.string(), expires_at: timeField }),
      },
    },
  },
  listHubEnrolments: {
    at: 'GET /hub-api/v1/enrolments',
    summary: 'List requests of appliances to become a branch',
    role: 'hub_administrator',
    answers: enrolmentsAnswer,
  },
  approveHubEnrolment: {
    at: 'POST /hub-api/v1/enrolments/{id}/approve',
    summary: 'Make the appliance a branch',
    role: 'hub_administrator',
    path: enrolmentPath,
    answers: { 200: { description: 'The branch', schema: z.object({ branch: branchIdField }) } },
  },
  refuseHubEnrolment: {
    at: 'POST /hub-api/v1/enrolments/{id}/refuse',
    summary: 'Refuse the appliance',
    role: 'hub_administrator',
    path: enrolmentPath,
    answers: { 204: { description: 'Refused' } },
  },
});

const PACK_KINDS = ['update', 'list', 'trust'] as const;
const packSchema = z.object({
  sha256: hexField,
  kind: z.enum(PACK_KINDS),
  name: z.string(),
  size_bytes: count,
  added_at: timeField,
});
export type HubPack = z.output<typeof packSchema>;

const shaPath = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const waveSchema = z.object({
  wave: count,
  starts: z.enum(['by_hand', 'when_healthy']),
  started_at: timeField.nullable(),
  branches: z.array(
    z.object({
      branch: branchIdField,
      outcome: z.enum(['done', 'refused']).nullable(),
      code: z.string().nullable(),
      answered_at: timeField.nullable(),
    }),
  ),
});
const rolloutSchema = z.object({
  id: idField('rol'),
  name: z.string(),
  kind: z.enum(['policy', 'pack']),
  body: z.record(z.string(), z.unknown()),
  healthy_minutes: count,
  created_at: timeField,
  stopped_at: timeField.nullable(),
  waves: z.array(waveSchema),
});
export type HubRollout = z.output<typeof rolloutSchema>;

const rolloutPath = ids({ id: 'rol' });
const rollout = { 200: { description: 'The rollout', schema: rolloutSchema } };

export const newRolloutSchema = z.object({
  name: neededNameField,
  order: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('policy'),
      note: neededNameField.meta({ description: 'Why, for the history of the policy at the branch' }),
      changes: z
        .record(z.string(), z.json())
        .refine((changes) => Object.keys(changes).length > 0, { error: 'is empty; name a setting and its value' })
        .meta({ description: 'As in POST /v1/policies of an appliance' }),
    }),
    z.object({ kind: z.literal('pack'), sha256: shaPath.shape.sha256 }),
  ]),
  healthy_minutes: z
    .int()
    .min(0)
    .max(LIMITS.hubHealthyMinutesMax)
    .meta({ description: 'How long a wave must be healthy before the next one starts on its own' }),
  waves: z
    .array(
      z.object({
        starts: z.enum(['by_hand', 'when_healthy']),
        branches: z.array(branchIdField).min(1).max(LIMITS.hubRolloutBranchesMax),
      }),
    )
    .min(1)
    .max(LIMITS.hubRolloutWavesMax),
});

const hubPolicySettingsSchema = policySettingsSchema.pick({ groups: true, settings: true });
export type HubPolicySettings = z.output<typeof hubPolicySettingsSchema>;

/** Packs, and rollouts of packs and policies in waves. */
export const hubRolloutRoutes = hubRows({
  listHubPacks: {
    at: 'GET /hub-api/v1/packs',
    summary: 'List packs',
    role: 'hub_administrator',
    answers: { 200: { description: 'Packs, newest first', schema: list(packSchema) } },
  },
  addHubPack: {
    at: 'POST /hub-api/v1/packs',
    summary: 'Add a pack, which stays signed by its publisher. The body is the file',
    role: 'hub_administrator',
    slow: true,
    query: z.object({ kind: z.enum(PACK_KINDS), name: z.string().min(1).max(LIMITS.fileNameBytesMax) }),
    answers: { 201: { description: 'The pack', schema: packSchema.omit({ added_at: true }) } },
  },
  removeHubPack: {
    at: 'DELETE /hub-api/v1/packs/{sha256}',
    summary: 'Remove a pack for which no branch waits',
    role: 'hub_administrator',
    path: shaPath,
    answers: { 204: { description: 'Removed' } },
  },
  listHubRollouts: {
    at: 'GET /hub-api/v1/rollouts',
    summary: 'List the newest rollouts',
    role: 'hub_administrator',
    answers: { 200: { description: 'Rollouts', schema: list(rolloutSchema) } },
  },
  listHubPolicySettings: {
    at: 'GET /hub-api/v1/policy-settings',
    summary: 'List the policy settings that a rollout may change, with their bounds and defaults',
    role: 'hub_administrator',
    answers: { 200: { description: 'Every setting', schema: hubPolicySettingsSchema } },
  },
  createHubRollout: {
    at: 'POST /hub-api/v1/rollouts',
    summary: 'Create a rollout. No wave starts yet',
    role: 'hub_administrator',
    body: newRolloutSchema,
    answers: { 201: { description: 'The rollout', schema: rolloutSchema } },
  },
  startHubWave: {
    at: 'POST /hub-api/v1/rollouts/{id}/start-wave',
    summary: 'Start the next wave',
    role: 'hub_administrator',
    path: rolloutPath,
    body: z.object({ wave: z.int().min(1).max(LIMITS.hubRolloutWavesMax) }),
    answers: rollout,
  },
  stopHubRollout: {
    at: 'POST /hub-api/v1/rollouts/{id}/stop',
    summary: 'Start no further wave',
    role: 'hub_administrator',
    path: rolloutPath,
    answers: rollout,
  },
  rotateHubKeys: {
    at: 'POST /hub-api/v1/keys/rotate',
    summary: 'Make new keys of the hub and tell every branch',
    role: 'hub_administrator',
    answers: { 200: { description: 'The new keys', schema: z.object({ hub_key_id: z.string() }) } },
  },
});

const carriedFileSchema = z.object({
  id: z.string(),
  branch: branchIdField.nullable(),
  direction: z.enum(['to_hub', 'to_branch']),
  size_bytes: count,
  content: z.record(z.string(), z.unknown()).meta({ description: 'Counts and codes' }),
  carried_at: timeField,
});
export type HubCarriedFile = z.output<typeof carriedFileSchema>;

const takenSchema = z.object({
  branch: z.string().nullable(),
  enrolment: z.object({ id: z.string(), state: z.string() }).nullable(),
  taken: count,
  refused: z.record(z.string(), count),
});
export type HubTaken = z.output<typeof takenSchema>;

/** Files that people carry between the hub and branches without a network. */
export const hubCarriedRoutes = hubRows({
  listHubCarriedFiles: {
    at: 'GET /hub-api/v1/carried-files',
    summary: 'List the newest carried files',
    role: 'hub_administrator',
    answers: { 200: { description: 'Carried files', schema: list(carriedFileSchema) } },
  },
  takeHubCarriedFile: {
    at: 'POST /hub-api/v1/carried-files',
    summary: 'Take a file that a branch wrote. The body is the file',
    role: 'hub_administrator',
    slow: true,
    answers: { 200: { description: 'What came of it', schema: takenSchema } },
  },
  makeHubCarriedFile: {
    at: 'POST /hub-api/v1/branches/{id}/carried-file',
    summary: 'Write the file for a branch: receipts, directives and packs',
    role: 'hub_administrator',
    path: branchPath,
    answers: { 200: { description: 'A ZIP', type: 'application/zip' } },
  },
});

export const hubAuditEntrySchema = z.object({
  seq: count,
  at: timeField,
  actor: z.string(),
  actor_name: z.string().nullable().meta({ description: 'The name of the operator, or of the branch' }),
  action: z.enum(HUB_AUDIT_ACTIONS),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type HubAuditEntry = z.output<typeof hubAuditEntrySchema>;

export const hubAuditGapSchema = z
  .object({ anchored: count, anchored_at: timeField, found: count })
  .meta({ description: 'The log had more entries: the database was restored from a backup, or entries were removed' });
export type HubAuditGap = z.output<typeof hubAuditGapSchema>;

/** The audit log of the hub. */
export const hubAuditRoutes = hubRows({
  listHubAudit: {
    at: 'GET /hub-api/v1/audit',
    summary: 'List the audit log, newest first',
    role: 'hub_administrator',
    query: z.object({
      subject: z.string().max(LIMITS.textFieldCharsMax).exactOptional(),
      before: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .exactOptional()
        .meta({ description: 'The seq of the last entry seen' }),
      limit: pageQuery.limit,
    }),
    answers: {
      200: {
        description: 'Entries',
        schema: z.object({
          object: z.literal('list'),
          data: z.array(hubAuditEntrySchema),
          has_more: z.boolean(),
          gap: hubAuditGapSchema.nullable(),
        }),
      },
    },
  },
  acknowledgeHubAudit: {
    at: 'POST /hub-api/v1/audit/acknowledge',
    summary: 'Continue with an audit log that lacks entries',
    role: 'hub_administrator',
    answers: { 204: { description: 'It was acknowledged' } },
    problems: [409],
  },
  checkHubAudit: {
    at: 'GET /hub-api/v1/audit/check',
    summary: 'Check the whole chain',
    role: 'hub_administrator',
    answers: {
      200: {
        description: 'The result',
        schema: z.object({ entries: count, first_broken: count.nullable() }),
      },
    },
  },
});

/** Every route of the hub's console. */
export const HUB_CONSOLE_ROUTES = {
  ...hubSessionRoutes,
  ...hubOperatorRoutes,
  ...hubBranchRoutes,
  ...hubRecordRoutes,
  ...hubEnrolmentRoutes,
  ...hubRolloutRoutes,
  ...hubCarriedRoutes,
  ...hubAuditRoutes,
};
