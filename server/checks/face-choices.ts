import type { FacePlace } from './types.ts';

/** Where a face that is to be compared lies in its file. */
export type ChosenPlace = Pick<FacePlace, 'box' | 'turn'>;

/** A person's word on which face of a file is compared. */
export interface FaceChoice {
  /** `fch_...` */
  id: string;
  documentId: string;
  /** null: the one that the appliance itself takes. */
  face: ChosenPlace | null;
  note: string;
  /** A key id or an operator id. */
  chosenBy: string;
  chosenAtMs: number;
}

/** The faces that people chose, by their files: of each file the newest word. `choices` are oldest first. */
export function facesChosen(
  choices: readonly Pick<FaceChoice, 'documentId' | 'face'>[],
): ReadonlyMap<string, ChosenPlace> {
  const newest = new Map(choices.map(({ documentId, face }) => [documentId, face]));
  return new Map([...newest].flatMap(([documentId, face]) => (face === null ? [] : [[documentId, face] as const])));
}
