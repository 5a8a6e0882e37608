import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, operation } from './openapi-operation.ts';
import {
  firstRunSchema,
  masterKeyMovedSchema,
  masterKeyMoveSchema,
  newRecoveryKeySchema,
  recoveryConfirmationSchema,
  recoveryKeySchema,
  systemKeysSchema,
} from './system-keys.ts';

const tag = 'System';
const scope = 'admin';

/** The keys of the appliance itself, and what is left to do on a new one. */
export const systemKeyPaths: ZodOpenApiPathsObject = {
  '/v1/system/keys': {
    get: operation('getSystemKeys', {
      summary: 'Where the master key is, and which recovery key is in force',
      scope,
      tag,
      success: { 200: { description: 'Never a key itself', schema: systemKeysSchema } },
    }),
  },
  '/v1/system/recovery-key': {
    post: operation('createRecoveryKey', {
      summary: 'Make a recovery key, which comes into force when it is typed back',
      scope,
      tag,
      body: { [JSON_TYPE]: newRecoveryKeySchema },
      success: { 201: { description: 'The key, shown this once', schema: recoveryKeySchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/system/recovery-key/confirm': {
    post: operation('confirmRecoveryKey', {
      summary: 'Put the recovery key in force that was shown last',
      scope,
      tag,
      body: { [JSON_TYPE]: recoveryConfirmationSchema },
      success: { 200: { description: 'It is in force', schema: systemKeysSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/system/master-key': {
    post: operation('moveMasterKey', {
      summary: 'Move the master key to another file, or seal it with a passphrase',
      description:
        'The key stays the same one. The new place is written and read back before the former one is cleared; whenever the process ends, the next start finds the key. Where the environment says where the key is, it cannot be moved from here.',
      scope,
      tag,
      body: { [JSON_TYPE]: masterKeyMoveSchema },
      success: { 200: { description: 'It is there', schema: masterKeyMovedSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/system/first-run': {
    get: operation('getFirstRun', {
      summary: 'What is left to do on a new appliance',
      scope,
      tag,
      success: { 200: { description: 'The list', schema: firstRunSchema } },
    }),
  },
  '/v1/system/first-run/dismiss': {
    post: operation('dismissFirstRun', {
      summary: 'Show that list no more; all of it must be done',
      scope,
      tag,
      success: { 200: { description: 'The list, dismissed', schema: firstRunSchema } },
      problems: [409],
    }),
  },
};
