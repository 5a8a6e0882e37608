import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { createSecureContext } from 'node:tls';
import { folderFault } from '../backup/folder.ts';
import { factsOf } from '../lan/certificate.ts';
import { type AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

/** Where events go. */
export type ReceiverPlace =
  | { kind: 'tls'; host: string; port: number; ca: string; client: ClientCertificate | null }
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'socket'; path: string }
  | { kind: 'file'; folder: string; fileBytesMax: number; filesKept: number };

export interface ClientCertificate {
  /** PEM: the certificate, then its issuers. */
  chain: string;
  /** PKCS #8 PEM, not encrypted. */
  key: string;
}

/** What an administrator enters. Certificates that are left out stay as they are. */
export type ReceiverInput =
  | {
      kind: 'tls';
      host: string;
      port: number;
      ca?: string | undefined;
      /** null: none. */
      client?: { certificate: string; privateKey: string } | null | undefined;
    }
  | Exclude<ReceiverPlace, { kind: 'tls' }>;

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns what is stored. Throws `invalid_request` naming the field, the fault and the remedy; no message contains any part of a key. */
export function readPlace(input: ReceiverInput, before: ReceiverPlace | null, dataDir: string): ReceiverPlace {
  if (input.kind === 'file') {
    const problem = folderFault(input.folder, { dataDir, mayHold: null });
    if (problem !== null) throw fault('folder', problem);
    return input;
  }
  if (input.kind === 'socket') {
    if (!isAbsolute(input.path)) throw fault('path', 'must be an absolute path that starts at the root');
    return input;
  }
  const host = input.host.toLowerCase();
  // A last label of digits would be an address in another notation.
  if (isIP(host) === 0 && (!HOST_NAME.test(host) || /(?:^|\.)\d+$/.test(host)))
    throw fault('host', 'is not a host name or address; send one such as siem.example.org or 192.168.1.20');
  if (input.kind === 'tcp') return { ...input, host };
  const known = before?.kind === 'tls' ? before : null;
  const ca = input.ca === undefined ? known?.ca : readAuthorities(input.ca);
  if (ca === undefined)
    throw fault('ca', 'is required for TLS; send the certificate of the authority that signed the receiver\u2019s');
  const client = input.client === undefined ? (known?.client ?? null) : input.client && readClient(input.client);
  return { kind: 'tls', host, port: input.port, ca, client };
}

/** Returns the fingerprints of the trusted authorities, and the facts of the client certificate. */
export function certificatesOf(place: ReceiverPlace) {
  if (place.kind !== 'tls') return { ca: [], client: null };
  const ca = blocksOf(place.ca).map((pem) => factsOf({ chain: pem }));
  return { ca, client: place.client && factsOf(place.client) };
}

function readAuthorities(text: string): string {
  const blocks = blocksOf(text);
  if (blocks.length === 0 || blocks.length > LIMITS.lanChainMax)
    throw fault('ca', `must be 1 to ${LIMITS.lanChainMax} certificates in PEM format ("-----BEGIN CERTIFICATE-----")`);
  for (const [i, pem] of blocks.entries()) readCertificate('ca', pem, i + 1);
  return blocks.join('\n');
}

function readClient({ certificate, privateKey }: { certificate: string; privateKey: string }): ClientCertificate {
  const blocks = blocksOf(certificate);
  const [own, ...issuers] = blocks.map((pem, i) => readCertificate('client_certificate', pem, i + 1));
  if (own === undefined || issuers.length >= LIMITS.lanChainMax)
    throw fault('client_certificate', `must be 1 to ${LIMITS.lanChainMax} certificates in PEM format`);
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(privateKey);
  } catch (cause) {
    throw fault(
      'client_key',
      'is no private key in PEM format, or it is encrypted; send it without a passphrase',
      cause,
    );
  }
  if (!own.checkPrivateKey(key))
    throw fault('client_key', 'does not belong to the first certificate of client_certificate; send its key');
  const client = { chain: blocks.join('\n'), key: key.export({ format: 'pem', type: 'pkcs8' }).toString() };
  try {
    createSecureContext({ cert: client.chain, key: client.key });
  } catch (cause) {
    throw fault('client_certificate', 'cannot be used for TLS; get another certificate', cause);
  }
  return client;
}

const blocksOf = (text: string): string[] => [...text.matchAll(PEM)].map(([block]) => block);

function readCertificate(field: string, pem: string, number: number): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw fault(field, `has a damaged certificate, number ${number}; export it again`, cause);
  }
}

function fault(field: string, text: string, cause?: unknown): AppError {
  return Object.assign(invalidField(field, `${field} ${text}.`), { cause });
}
