/** Why the directory gave no usable answer. No code says anything about a person. */
export type LdapFaultCode =
  | 'timeout'
  /** The host name has no address now, or not one that Custos may connect to. */
  | 'address_refused'
  | 'connection_refused'
  | 'connection_failed'
  | 'starttls_refused'
  | 'certificate_untrusted'
  | 'certificate_expired'
  | 'certificate_other_host'
  | 'tls_failed'
  /** The answer breaks the protocol. */
  | 'bad_answer'
  | 'answer_too_large'
  /** The server refused the service account. */
  | 'account_refused'
  /** The place where people or groups are searched does not exist, or the account may not see it. */
  | 'base_unknown'
  /** The server names another server instead. Custos follows no referral. */
  | 'referral'
  | 'server_error';

/** A server of the directory that cannot be used now. Its message holds no text of the server. */
export class LdapFault extends Error {
  override name = 'LdapFault';
  readonly code: LdapFaultCode;

  constructor(code: LdapFaultCode) {
    super(code);
    this.code = code;
  }
}

/** Codes of OpenSSL (X509_V_ERR_...) and of Node, as Node names them. */
const OF_CERTIFICATES: Readonly<Record<string, LdapFaultCode>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_host',
};

/** Returns the fault for an error of a socket. Throws any other error again, which is a bug. */
export function faultOf(error: unknown): LdapFault {
  if (error instanceof LdapFault) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') throw error;
  const known = OF_CERTIFICATES[code];
  if (known !== undefined) return new LdapFault(known);
  if (code === 'ECONNREFUSED') return new LdapFault('connection_refused');
  if (/^ERR_(?:SSL|TLS)|EPROTO/.test(code)) return new LdapFault('tls_failed');
  if (/CERT|SELF_SIGNED|^UNABLE_TO|INVALID_(?:CA|PURPOSE)|PATH_LENGTH/.test(code))
    return new LdapFault('certificate_untrusted');
  return new LdapFault('connection_failed');
}
