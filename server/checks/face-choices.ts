import type { FacePlace } from './types.ts';

/** The place in its file of a face chosen for comparison. */
export type ChosenPlace = Pick<FacePlace, 'box' | 'turn'>;

/** A reviewer's choice of the face in a file that is compared. */
export interface FaceChoice {
  /** `fch_...` */
  id: string;
  documentId: string;
  /** null: the face that Custos picks automatically. */
  face: ChosenPlace | null;
  note: string;
  /** A key id or an operator id. */
  chosenBy: string;
  chosenAtMs: number;
}

/**
 * Returns the faces that reviewers chose, by file: the newest choice of each file.
 * @param choices oldest first
 */
export function facesChosen(
  choices: readonly Pick<FaceChoice, 'documentId' | 'face'>[],
): ReadonlyMap<string, ChosenPlace> {
  const newest = new Map(choices.map(({ documentId, face }) => [documentId, face]));
  return new Map([...newest].flatMap(([documentId, face]) => (face === null ? [] : [[documentId, face] as const])));
}
