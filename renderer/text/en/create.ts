export const create = {} as const;
