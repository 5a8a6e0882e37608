import type { ServerOptions } from 'node:http';
import { LIMITS } from './limits.ts';

/** The options of every server of the appliance, on this machine and in the office network. */
export const HTTP_OPTIONS = {
  // A list or register may take this long; bodies of other routes have their own time limit.
  requestTimeout: LIMITS.datasetUploadTimeoutMs + LIMITS.lingerMs,
  headersTimeout: LIMITS.headersTimeoutMs,
  connectionsCheckingInterval: LIMITS.headersCheckMs,
  maxHeaderSize: LIMITS.headersBytesMax,
  // A missing one is reported by the code that checks the others, in the same way.
  requireHostHeader: false,
} as const satisfies ServerOptions;
