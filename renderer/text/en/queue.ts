export const queue = {} as const;
