/** A box over what was read, named by what it gave. */
export interface PictureBox {
  key: string;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ViewedDocument {
  id: string;
  label: string;
  /** null: not looked at yet, or unreadable. */
  pages: number | null;
  /** Degrees clockwise by which its picture is made upright. */
  turn: number;
  /** On its first page, once it is upright. */
  boxes: readonly PictureBox[];
  /** Another file counts in its place. */
  replaced?: boolean;
}

/** What is lit, in a picture and beside it. `go`: shown even where another file must be opened for it. */
export interface Lit {
  document: string;
  key: string;
  go?: boolean;
  /** Pointed out in the picture: what stands beside takes the focus. */
  picked?: boolean;
}
