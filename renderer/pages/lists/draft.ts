import { nowMs } from '../../client/clock.ts';
import type { Dataset, Kind } from './dataset.ts';
import { guessDataset, guessDay, guessName, isPack, tellsItsDay } from './guess.ts';
import { EMPTY_IMPORT, fieldsOf, type ImportForm } from './import-form.ts';
import { headingOf, isPlainHeading } from './sniff.ts';

/** A file before it is sent, and what is to be said of it. */
export interface Draft {
  file: File;
  form: ImportForm;
  /** Names of its columns, of a table that is not of our own form; null: not known. */
  heading: readonly string[] | null;
}

/** Looks at files for what their names and first lines tell. What they tell by themselves is left to the appliance. */
export function lookAt(kind: Kind, files: readonly File[], datasets: readonly Dataset[]): Promise<Draft[]> {
  return Promise.all(
    files.map(async (file) => {
      const heading = await headingOf(file);
      const known = guessDataset(file.name, datasets);
      // The forms of publishers tell what list they are; a table of our own does not.
      const isPlain = heading !== null && isPlainHeading(kind, heading);
      const fresh = isPlain ? guessName(file.name) : null;
      const { code, name } = known ?? fresh ?? EMPTY_IMPORT;
      const publishedAt = tellsItsDay(file.name) ? null : guessDay(file.name, today());
      return {
        file,
        heading: isPlain ? null : heading,
        form: { ...EMPTY_IMPORT, code, name, publishedAt: publishedAt ?? '' },
      };
    }),
  );
}

/** What is sent with the files of one list, told by `form`. */
export const fieldsFor = (form: ImportForm, drafts: readonly Draft[]): [name: string, value: string][] =>
  fieldsOf(form, drafts.length === 1 && isPack(drafts[0]?.file.name ?? ''));

const today = (): string => new Date(nowMs()).toISOString().slice(0, 10);
