/** What spreadsheets and publishers write instead of a name. Real names, such as Na or Nil, are not among them. */
const PLACEHOLDER = /^(?:-+|-0-|n\/a\.?|n\.a\.|none|null)$/i;

/** Whether a name only says that there is none. */
export const isPlaceholder = (name: string): boolean => PLACEHOLDER.test(name.trim());
