export const screening = {} as const;
