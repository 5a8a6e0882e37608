/** What is said of files before they are sent, as it was typed. */
export interface ImportForm {
  /** Empty: the files tell it. */
  code: string;
  name: string;
  publishedAt: string;
  ageDaysMax: string;
  acceptSmaller: boolean;
  allowOlder: boolean;
  /** Countries all of whose companies a register holds. */
  completeFor: string;
  /** A line each: `our column = the file's`. */
  columns: string;
}

export const EMPTY_IMPORT: ImportForm = {
  code: '',
  name: '',
  publishedAt: '',
  ageDaysMax: '',
  acceptSmaller: false,
  allowOlder: false,
  completeFor: '',
  columns: '',
};

/** The form's text fields; only what was filled in. Of a signed pack only whether it may be smaller or older: it says the rest itself. */
export function fieldsOf(form: ImportForm, isPack: boolean): [name: string, value: string][] {
  const acceptance: [string, string][] = [
    ['accept_smaller', form.acceptSmaller ? 'true' : ''],
    ['allow_older', form.allowOlder ? 'true' : ''],
  ];
  if (isPack) return acceptance.filter(([, value]) => value !== '');
  const countries = form.completeFor.toUpperCase().match(/[A-Z]{2}/g) ?? [];
  const columns = columnsOf(form.columns);
  const said: [string, string][] = [
    ['code', form.code.trim()],
    ['name', form.name.trim()],
    ['published_at', form.publishedAt],
    ['age_days_max', form.ageDaysMax.trim()],
    ['complete_for', countries.length > 0 ? JSON.stringify(countries) : ''],
    ['columns', Object.keys(columns).length > 0 ? JSON.stringify(columns) : ''],
    ...acceptance,
  ];
  return said.filter(([, value]) => value !== '');
}

/** `name = Full name` on each line: our column to the file's. */
function columnsOf(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}
