import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, type Engines } from '../../../models/ports.ts';
import type { Person } from '../../checks/calibration/calibrate.ts';
import { facesToCompare } from '../../checks/face.ts';
import type { Policy } from '../../checks/policy.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { invalidCommand } from '../io.ts';

/** People, and what of the folder could not be taken. */
export interface Gathered {
  people: Person[];
  /** Pictures without a face that could be compared, or that cannot be read. */
  leftOut: number;
}

/**
 * The people of a folder that holds one folder for each of them, with pictures in it. A picture's face is chosen as a selfie's is. `told`
 * hears after each picture how many of how many were looked at. Throws `AppError('unreadable_file')`, `AppError('invalid_command')` where the
 * folder is laid out otherwise or holds too many pictures.
 */
export async function peopleOfFolder(
  { engines, policy }: { engines: Engines; policy: Policy },
  folder: string,
  told: (done: number, of: number) => void,
): Promise<Gathered> {
  const files = await listPictures(folder);
  const all = files.reduce((sum, { pictures }) => sum + pictures.length, 0);
  if (all > LIMITS.calibrationPicturesMax)
    throw invalidCommand(`The folder contains ${all} pictures. Use at most ${LIMITS.calibrationPicturesMax}.`);
  const gathered: Gathered = { people: [], leftOut: 0 };
  let done = 0;
  for (const { pictures } of files) {
    const embeddings: Float32Array[] = [];
    for (const path of pictures) {
      const face = await faceOf(engines, policy, path);
      if (face) {
        embeddings.push(Float32Array.from(face.embedding));
      } else gathered.leftOut += 1;
      told(++done, all);
    }
    if (embeddings.length > 0) gathered.people.push({ embeddings });
  }
  return gathered;
}

async function listPictures(folder: string): Promise<{ pictures: string[] }[]> {
  const list = async (path: string) =>
    (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  try {
    const people = (await list(folder)).filter((entry) => entry.isDirectory());
    if (people.length < 2) throw invalidCommand(LAYOUT);
    return await Promise.all(
      people.map(async ({ name }) => ({
        pictures: (await list(join(folder, name)))
          .filter((entry) => entry.isFile())
          .map((file) => join(folder, name, file.name)),
      })),
    );
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unreadable_file', 'The folder cannot be read. Check its path and permissions.', cause);
  }
}

const LAYOUT = 'The folder must contain one subfolder with pictures for each person, and at least two people.';

async function faceOf(
  engines: Engines,
  policy: Policy,
  path: string,
): Promise<ReturnType<typeof facesToCompare>[number] | null> {
  try {
    if ((await stat(path)).size > LIMITS.fileSizeBytesMax) return null;
    const { image } = await engines.image.decode(await readFile(path));
    const reading = await engines.face.recognise(image, { within: 'whole', turn: 0 });
    const picture = { document_id: '', type: 'selfie', side: null, reading } as const;
    return facesToCompare({ selfies: [picture], portraits: [], policy })[0] ?? null;
  } catch (error) {
    if (error instanceof EngineError && error.failure === 'bad_input') return null;
    throw error;
  }
}
