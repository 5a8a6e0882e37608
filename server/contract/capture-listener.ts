import { z } from 'zod';
import { routes } from './route.ts';

const PORT_MAX = 65_535;
const portField = z
  .int()
  .min(0, { error: `must be from 0 to ${PORT_MAX}` })
  .max(PORT_MAX, { error: `must be from 0 to ${PORT_MAX}` });

/** The addresses at which a pairing code can be typed. */
export const kioskUrlsField = z
  .array(z.string())
  .meta({ description: 'The addresses of the kiosk page; this machine comes first' });

export const captureListenerSchema = z
  .object({
    object: z.literal('capture_listener'),
    on: z.boolean().meta({ description: 'Whether applicants can capture by themselves' }),
    port: z.int().meta({ description: 'The port on this machine' }),
    office: z.boolean().meta({ description: 'Whether tablets and phones can connect over the office network' }),
    office_port: z.int(),
    listening: z.boolean(),
    office_listening: z.boolean(),
    problem: z.string().nullable().meta({ description: 'If a port is not open: the reason, and what to do' }),
    kiosk_urls: kioskUrlsField,
    phones: z
      .boolean()
      .meta({ description: 'Whether links open on any device. They need an imported certificate that phones trust' }),
  })
  .meta({ id: 'CaptureListener', description: 'The state of the listener for applicants' });

export const captureListenerChangeSchema = z
  .object({
    on: z.boolean(),
    port: portField.exactOptional().meta({ description: '0: any free port, which then stays the same' }),
    office: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Uses the address and the certificate of the office network, which must be on' }),
    office_port: portField.exactOptional(),
  })
  .meta({ id: 'CaptureListenerChange', description: 'Fields that you leave out do not change' });

export type CaptureListenerAnswer = z.output<typeof captureListenerSchema>;

/** The listener that serves applicants. */
export const captureListenerRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The capture listener serves live data. Use a live key with the scope admin.',
})({
  getCaptureListener: {
    at: 'GET /v1/system/capture',
    summary: 'Retrieve the state of the capture listener',
    answers: { 200: { description: 'The current state', schema: captureListenerSchema } },
  },
  changeCaptureListener: {
    at: 'PUT /v1/system/capture',
    summary: 'Switch the capture listener on or off',
    description:
      'It has its own ports and serves the pages for applicants only. The change applies immediately. If it cannot listen on a port, the request fails and nothing is stored.',
    body: captureListenerChangeSchema,
    answers: { 200: { description: 'The new state', schema: captureListenerSchema } },
    problems: [409],
  },
});
