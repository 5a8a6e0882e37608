import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { CONTACT_ERRORS } from '../uplink/failure.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const level = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' }).meta({
  description: '0: health, versions, list ages and anchors. 1: ids, states, reasons and times of records, too',
});

export const hubSchema = z
  .object({
    object: z.literal('hub'),
    state: z.enum(['off', 'waiting', 'active', 'stopped']).meta({
      description:
        'off: no hub. waiting: it has not approved yet. stopped: an administrator must decide; see `stopped`',
    }),
    stopped: z.enum(['refused', 'restored', 'line_behind', 'entries_missing']).nullable(),
    hub: z
      .object({
        name: z.string(),
        addresses: z.array(z.string()),
        key_fingerprint: z.string().meta({ description: 'Fingerprint of the key that signs receipts and directives' }),
      })
      .nullable(),
    name: z.string().nullable().meta({ description: 'The name under which the hub shows this appliance' }),
    key_fingerprint: z.string().meta({ description: "Fingerprint of this appliance's key, to compare at the hub" }),
    branch: z.string().nullable(),
    level: level.nullable(),
    line: z.string().nullable(),
    entries: z.int().meta({ description: 'Entries of the line' }),
    confirmed: z.int().meta({ description: 'Entries for which the hub has signed a receipt' }),
    waiting: z.object({ entries: z.int(), bytes: z.int(), since: timeField.nullable() }).meta({
      description: 'Entries without a receipt, the bytes of the sealed parcels among them, and since when they wait',
    }),
    received_at: timeField.nullable().meta({ description: 'When the last receipt came' }),
    contacted_at: timeField.nullable().meta({ description: 'When the hub last answered since the start' }),
    error: z.enum(CONTACT_ERRORS).nullable().meta({ description: 'Why the last contact failed. null: it did not' }),
    failing_since: timeField.nullable(),
    retry_at: timeField.nullable(),
    certificate_until: timeField.nullable(),
    directives: z.array(
      z.object({
        number: z.int(),
        kind: z.string(),
        issued_at: timeField,
        outcome: z.enum(['done', 'refused']),
        code: z.string().nullable(),
        done_at: timeField,
      }),
    ),
  })
  .meta({ id: 'Hub', description: 'The hub that this appliance reports to.' });

export const joinHubSchema = z
  .object({
    invite: z
      .string()
      .min(1, { error: 'is empty; paste the invite' })
      .max(LIMITS.hubInviteCharsMax, { error: `is longer than ${LIMITS.hubInviteCharsMax} characters` })
      .meta({ description: "The text of the invite from the hub's administrator" }),
    name: z
      .string()
      .trim()
      .min(1, { error: 'is empty; send a name such as "Branch North"' })
      .max(LIMITS.textFieldCharsMax, { error: `is longer than ${LIMITS.textFieldCharsMax} characters; shorten it` })
      .meta({ description: 'The name under which the hub shows this appliance' }),
    level: level.exactOptional(),
  })
  .meta({ id: 'JoinHub' });

export const changeHubSchema = z.object({ level }).meta({ id: 'HubChange' });

export const hubContactSchema = z
  .object({ object: z.literal('hub_contact'), error: z.enum(CONTACT_ERRORS).nullable(), hub: hubSchema })
  .meta({ id: 'HubContact' });

export const hubFileFormSchema = z
  .object({
    'files[]': z
      .array(z.string().meta({ format: 'binary' }))
      .length(1)
      .meta({ description: 'One file from the hub' }),
  })
  .meta({ id: 'HubFileUpload' });

export const hubFileTakenSchema = z
  .object({
    object: z.literal('hub_file_taken'),
    receipts: z.int(),
    directives: z.int().meta({ description: 'Directives that were applied' }),
    enrolment: z.enum(['waiting', 'refused', 'approved']).nullable(),
  })
  .meta({ id: 'HubFileTaken' });

export type HubAnswer = z.output<typeof hubSchema>;

/** This appliance as a branch of a hub. */
export const hubRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The hub learns about live data. Use a live key with the scope admin.',
})({
  getHub: {
    at: 'GET /v1/system/hub',
    summary: 'Retrieve the hub that this appliance reports to, and what waits for it',
    answers: { 200: { description: 'The current state', schema: hubSchema } },
  },
  joinHub: {
    at: 'POST /v1/system/hub',
    summary: "Ask to become a branch of your organisation's hub",
    description:
      'The appliance sends its request with the code of the invite. Nothing else is sent until an administrator of the hub approves. Without a network, carry the file of GET /v1/system/hub/file there.',
    body: joinHubSchema,
    answers: { 200: { description: 'The request is made', schema: hubSchema } },
    problems: [409],
  },
  changeHub: {
    at: 'PATCH /v1/system/hub',
    summary: 'Set what this appliance reports to the hub',
    description: 'It applies to what happens from now on.',
    body: changeHubSchema,
    answers: { 200: { description: 'The new state', schema: hubSchema } },
    problems: [409],
  },
  leaveHub: {
    at: 'DELETE /v1/system/hub',
    summary: 'Leave the hub',
    description: 'What waits for it is deleted. The hub keeps what it has.',
    answers: { 204: { description: 'The appliance has no hub' } },
    problems: [409],
  },
  contactHub: {
    at: 'POST /v1/system/hub/contact',
    summary: 'Contact the hub now',
    answers: { 200: { description: 'The result', schema: hubContactSchema } },
  },
  openHubLine: {
    at: 'POST /v1/system/hub/line',
    summary: 'Begin a new line after a restore',
    description:
      'A restored appliance no longer knows what it sent after the backup. The hub keeps that, and the new line follows it.',
    answers: { 200: { description: 'The new state', schema: hubSchema } },
    problems: [409],
  },
  downloadHubFile: {
    at: 'GET /v1/system/hub/file',
    summary: 'Download what waits for the hub, to carry it there',
    description:
      'The file holds the same sealed parcels that the network would carry. It may be made again at any time.',
    answers: { 200: { description: 'The file for the hub', type: 'application/zip' } },
    problems: [409],
  },
  takeHubFile: {
    at: 'POST /v1/system/hub/file',
    summary: 'Take a file from the hub: receipts, directives and packs',
    form: hubFileFormSchema,
    slow: true,
    answers: { 200: { description: 'What the file brought', schema: hubFileTakenSchema } },
    problems: [409],
  },
});
