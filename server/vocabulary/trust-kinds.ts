/** The kinds of trust lists, each with what its certificates prove and after how many days a version counts as too old. null: never. */
export const TRUST_KINDS = {
  csca_master_list: { use: 'chip', ageDaysMax: 365 },
  csca: { use: 'chip', ageDaysMax: null },
  crl: { use: 'chip', ageDaysMax: 92 },
  icao_ldif: { use: 'chip', ageDaysMax: 92 },
  vds_signers: { use: 'seal', ageDaysMax: null },
  vical: { use: 'mdoc', ageDaysMax: 92 },
  iaca: { use: 'mdoc', ageDaysMax: null },
  uidai: { use: 'aadhaar', ageDaysMax: null },
} as const satisfies Record<string, { use: 'chip' | 'seal' | 'mdoc' | 'aadhaar'; ageDaysMax: number | null }>;

export type TrustKind = keyof typeof TRUST_KINDS;

export const TRUST_KIND_NAMES = Object.keys(TRUST_KINDS) as [TrustKind, ...TrustKind[]];

/** Hexadecimal digits of a fingerprint that confirm a certificate: five groups of four, 80 bits. */
export const FINGERPRINT_DIGITS_MIN = 20;

/** Days before the end of a certificate from which it counts as expiring soon. */
export const EXPIRES_SOON_DAYS = 180;
