import type { ServerOptions } from 'node:http';
import { LIMITS } from './limits.ts';

/** What every server of the appliance is made with, on this machine and in the office network. */
export const HTTP_OPTIONS = {
  // A list or register may take so long; bodies of other routes have a clock of their own.
  requestTimeout: LIMITS.datasetUploadTimeoutMs + LIMITS.lingerMs,
  headersTimeout: LIMITS.headersTimeoutMs,
  connectionsCheckingInterval: LIMITS.headersCheckMs,
  maxHeaderSize: LIMITS.headersBytesMax,
  // One that is missing is told where the others are looked at, and as they are.
  requireHostHeader: false,
} as const satisfies ServerOptions;
