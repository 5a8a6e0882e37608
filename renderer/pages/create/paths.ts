/** Where the appliance has a record. */
export const progressPathOf = (kind: 'kyc' | 'kyb', id: string): string =>
  `/v1/${kind === 'kyc' ? 'verifications' : 'kyb/verifications'}/${id}`;

/** Where the console shows it. */
export const recordPathOf = (kind: 'kyc' | 'kyb', id: string): string =>
  `/${kind === 'kyc' ? 'verifications' : 'companies'}/${id}`;
