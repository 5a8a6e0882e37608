import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, type Engines } from '../../../models/ports.ts';
import type { Person } from '../../checks/calibration/calibrate.ts';
import { facesToCompare } from '../../checks/face.ts';
import type { Policy } from '../../checks/policy.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { invalidCommand } from '../io.ts';

/** People, and which pictures of the folder could not be used. */
export interface Gathered {
  people: Person[];
  /** Number of pictures that cannot be read or have no face to compare. */
  leftOut: number;
}

/**
 * Returns the people of a folder with one subfolder of pictures for each person. The face in a picture is chosen as for a selfie. `told` is called
 * after each picture with the number done and the total. Throws `AppError('unreadable_file')`, and `AppError('invalid_command')` if the folder has
 * another layout or too many pictures.
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
