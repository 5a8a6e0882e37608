import type { LdapSettings } from '../ldap/directory.ts';
import type { Role } from '../vocabulary/roles.ts';

/** How the directory is asked. */
export const DIRECTORY_KINDS = ['oidc', 'ldap'] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** One row of the table of groups. */
export interface GroupRole {
  /** The group as the directory names it: compared without case. */
  group: string;
  role: Role;
}

/** An OpenID Connect provider, such as Keycloak or AD FS. */
export interface OidcSettings {
  /** `https://`, exactly as the provider names itself. */
  issuer: string;
  clientId: string;
  /** null: a public client, which has no secret. */
  clientSecret: string | null;
  /** The claim with a person's groups. */
  groupsClaim: string;
  /** Separated by spaces; contains `openid`. */
  scope: string;
}

/** Servers of LDAP or Active Directory. */
export type LdapDirectorySettings = Omit<LdapSettings, 'ca'>;

/** The stored settings, sealed as a whole. */
export interface DirectorySettings {
  on: boolean;
  kind: DirectoryKind;
  /** As the login page names it. */
  name: string;
  /** Who asks for the second factor of the directory's operators. */
  secondFactor: 'directory' | 'custos';
  /** PEM: the only authorities whose certificates count; null: those of this machine. */
  ca: string | null;
  groups: GroupRole[];
  oidc: OidcSettings | null;
  ldap: LdapDirectorySettings | null;
}

/** A person as the directory describes them now. Texts are as they arrived. */
export interface DirectoryPerson {
  /** Identifies the person in this directory and no other, for ever: never a name that another person may get later. */
  uniqueId: string;
  login: string;
  name: string;
  groups: string[];
}

/** A person whom the directory has confirmed. */
export interface Confirmed {
  person: DirectoryPerson;
  /** With it `recheck` asks again, such as a refresh token or the id of an entry; null: the person must log in again. */
  grant: string | null;
}

/** What a test of the connection tries, each with a text in the console. */
export const TEST_STEPS = ['discovery', 'keys', 'client', 'server'] as const;

export interface TestStep {
  step: (typeof TEST_STEPS)[number];
  /** Which of several servers, as the settings name it. */
  server?: string;
  /** A sentence: what is wrong and what to do; null: it worked. */
  problem: string | null;
}

/** What each kind of directory can do. Every call ends within `LIMITS.directoryTimeoutMs` for each of its requests. */
export interface DirectoryClient {
  /**
   * Asks about a person again. Returns null if the directory no longer lets them in. Throws `directory_unavailable` if it does not say so: then the
   * session ends when its time is over.
   */
  recheck(grant: string): Promise<Confirmed | null>;
  /** Tries the connection without a person. Never throws an `AppError`. */
  test(): Promise<TestStep[]>;
}
