import sharp from 'sharp';
import { type Engines, type FrameMeasure, MOVES, type Move, type RasterImage } from '../../../models/ports.ts';
import { drawMoves } from '../../../server/capture/moves.ts';
import { reliefOf } from './relief.ts';
import { drawSheet, FRAME, type SheetPose } from './sheet.ts';
import { asNew, looksAhead, type Player, type Poses, playPoses, runChallenge } from './simulate.ts';

export const ATTACKS = [
  'flat',
  'bent',
  'swapped',
  'wrong_order',
  'frozen',
  'repeated',
  'right_order',
  'soundboard',
] as const;
/** `head`: a drawn head that does as it is asked, which is no attack. */
export type Kind = (typeof ATTACKS)[number] | 'head';

/** One presentation to the camera and what became of it. */
export interface Presentation {
  kind: Kind;
  /** What sets it apart from others of its kind. */
  form: string;
  accepted: boolean;
  verdict: string;
  reasons: string[];
}

/** Height of the face in the frames. */
const FACE_PX = 250;
const SHEETS = [
  { bend: 0, upright: false },
  { bend: 25, upright: false },
  { bend: 40, upright: false },
  { bend: 25, upright: true },
  { bend: 40, upright: true },
];
/** A photograph is tilted step by step up to one of the last three. */
const TILTS = [9, 18, 27, 36, 45];
const TILTS_MAX = [27, 36, 45];
/** Turns of drawn heads, the last at the end. */
const TURNS = { sideways: [8, 16, 24, 32], upward: [7, 14, 21, 28], downward: [6, 12, 18, 24] };
const AHEAD_FRAMES = 4;
/** Two pictures alternate, so that none is frozen. */
const END_FRAMES = 2;
const WRONG_ORDERS = 18;
/** Frames without a face while one photograph is swapped for another: at once, and in 0.1 and 0.3 s. */
const SWAP_GAPS = [0, 1, 3];

export interface Portrait {
  picture: RasterImage;
  measure: FrameMeasure;
}

/**
 * Shows everything that is drawn from one portrait, under challenges that the appliance's own generator draws. null: the photograph is not even taken
 * for a face that looks ahead, so attacks with it would prove nothing.
 */
export async function attackWith(
  engines: Engines,
  portrait: Portrait,
  random: () => number,
): Promise<Presentation[] | null> {
  const { model } = engines.liveness;
  const moves = (): Move[] => drawMoves((below) => Math.floor(random() * below));
  const shown: Presentation[] = [];
  const show = (kind: Kind, form: string, asked: readonly Move[], play: Player): void => {
    const { verdict, reasons } = runChallenge(model, asked, play);
    shown.push({ kind, form, accepted: verdict === 'proven', verdict, reasons });
  };
  const studio = createStudio(engines, portrait, random);
  for (const { bend, upright } of SHEETS) {
    const tilted = await studio.sheet(bend, upright);
    if (bend === 0 && !looksAhead(model, tilted(TILTS_MAX[0] ?? 0))) return null;
    for (const most of TILTS_MAX)
      show(
        bend === 0 ? 'flat' : 'bent',
        `${bend}${upright ? ' upright' : ''}, tilted by ${most}`,
        moves(),
        playPoses(tilted(most), obey),
      );
  }
  const head = await studio.head();
  const heads = head.poses;
  if (!looksAhead(model, heads)) return null;
  show('head', 'drawn', moves(), playPoses(heads, obey));
  for (const gap of SWAP_GAPS)
    show('swapped', `gap of ${gap} frames`, moves(), swapping(await studio.photographs(head.turned), gap));
  for (let i = 0; i < WRONG_ORDERS; i++) {
    const [asked, played] = [moves(), moves()];
    if (`${asked}` !== `${played}`)
      show('wrong_order', 'waits for each move', asked, playPoses(heads, following(played)));
  }
  const order = moves();
  show('right_order', 'waits for each move', order, playPoses(heads, following(order)));
  show('soundboard', 'a clip for each move', moves(), playPoses(heads, obey));
  const still = heads.ahead[0] as FrameMeasure;
  let tick = 0;
  show('frozen', 'one picture, encoded again', moves(), () => asNew(still, tick++));
  const loop = [...heads.ahead, ...heads.way.left, ...heads.end.left];
  show('repeated', 'the same files in a loop', moves(), () => loop[tick++ % loop.length] as FrameMeasure);
  return shown;
}

const obey = (asked: Move | 'ahead'): Move | 'ahead' => asked;

/** A recording that is stopped until the next move is asked for. */
const following =
  (played: readonly Move[]) =>
  (asked: Move | 'ahead', movesTold: number): Move | 'ahead' =>
    asked === 'ahead' ? 'ahead' : (played[movesTold - 1] as Move);

/** Photographs of one person ahead and turned, held still and swapped; between two, `gap` frames without a face. */
function swapping({ ahead, end }: Poses, gap: number): Player {
  let [shown, wait, tick]: [Move | 'ahead', number, number] = ['ahead', 0, 0];
  return (asked) => {
    tick += 1;
    if (asked !== shown) [shown, wait] = [asked, gap];
    const list = shown === 'ahead' ? ahead : end[shown];
    const frame = asNew(list[tick % list.length] as FrameMeasure, tick);
    return wait-- > 0 ? { ...frame, face: null, faces: 0 } : frame;
  };
}

/** Draws and measures frames from one portrait, before one background. */
function createStudio(engines: Engines, { picture, measure }: Portrait, random: () => number) {
  const face = measure.face;
  if (face === null) throw new Error('The portrait shows no face.');
  const background = drawBackground(random);
  const widthPx = (measure.width * FACE_PX) / face.heightPx;
  const middle = {
    x: (0.5 - (face.box.x + face.box.width / 2) / measure.width) * widthPx,
    y: ((measure.height / 2 - face.box.y - face.box.height / 2) / measure.width) * widthPx,
  };
  const around = (spread: number): number => spread * (2 * random() - 1);
  const hold = (pose: Partial<SheetPose>): SheetPose => ({
    bend: 0,
    upright: false,
    roll: around(1),
    x: middle.x + around(3),
    y: middle.y + around(3),
    widthPx: widthPx * (1 + around(0.01)),
    ...pose,
    yaw: (pose.yaw ?? 0) + around(1),
    pitch: (pose.pitch ?? 0) + around(1),
  });
  const measureAll = async (drawn: readonly RasterImage[]): Promise<FrameMeasure[]> =>
    engines.liveness.measure(await Promise.all(drawn.map(encode)));
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const direction = (move: Move, angle: number) => ({
    yaw: move === 'left' ? angle : move === 'right' ? -angle : 0,
    pitch: move === 'up' ? angle : move === 'down' ? -angle : 0,
  });
  const each = async <T>(make: (move: Move) => Promise<T>): Promise<Record<Move, T>> =>
    Object.fromEntries(await Promise.all(MOVES.map(async (move) => [move, await make(move)]))) as Record<Move, T>;

  return {
    /** A photograph, tilted step by step. Returns its poses for a greatest tilt. */
    async sheet(bend: number, upright: boolean): Promise<(most: number) => Poses> {
      const drawAt = (pose: Partial<SheetPose>) => drawSheet(picture, hold({ bend, upright, ...pose }), background);
      const ahead = await measureAll(times(AHEAD_FRAMES, () => drawAt({})));
      const tilted = await each((move) =>
        Promise.all(
          TILTS.map((tilt) =>
            measureAll(times(tilt < (TILTS_MAX[0] ?? 0) ? 1 : END_FRAMES, () => drawAt(direction(move, tilt)))),
          ),
        ),
      );
      const upTo = (most: number): Poses => {
        const last = TILTS.indexOf(most);
        const way = (move: Move) => tilted[move].slice(0, last).map(([first]) => first as FrameMeasure);
        const end = (move: Move) => tilted[move][last] as FrameMeasure[];
        return { ahead, way: byMove(way), end: byMove(end) };
      };
      return upTo;
    },

    /** A head in relief that turns, and its pictures at the end of each move. */
    async head(): Promise<{ poses: Poses; turned: Record<Move | 'ahead', RasterImage> }> {
      const draw = reliefOf(
        picture,
        face.points.map((value) => (value * picture.width) / measure.width),
      );
      const drawAt = (move: Move, angle: number): RasterImage =>
        draw({
          ...withNoise(direction(move, angle)),
          roll: around(1),
          x: around(3),
          y: around(3),
          heightPx: FACE_PX * (1 + around(0.01)),
        });
      const withNoise = ({ yaw, pitch }: { yaw: number; pitch: number }) => ({
        yaw: yaw + around(1),
        pitch: pitch + around(1),
      });
      const turnsOf = (move: Move) =>
        move === 'up' ? TURNS.upward : move === 'down' ? TURNS.downward : TURNS.sideways;
      const ahead = await measureAll(times(AHEAD_FRAMES, () => drawAt('left', 0)));
      const way = await each((move) =>
        measureAll(
          turnsOf(move)
            .slice(0, -1)
            .map((angle) => drawAt(move, angle)),
        ),
      );
      const end = await each((move) => measureAll(times(END_FRAMES, () => drawAt(move, turnsOf(move).at(-1) ?? 0))));
      const turned = { ahead: drawAt('left', 0), ...byMove((move) => drawAt(move, turnsOf(move).at(-1) ?? 0)) };
      return { poses: { ahead, way, end }, turned };
    },

    /** Photographs of the turned head, held before the camera one after the other. */
    async photographs(turned: Record<Move | 'ahead', RasterImage>): Promise<Poses> {
      const show = (photo: RasterImage) =>
        measureAll(
          times(END_FRAMES, () =>
            drawSheet(photo, hold({ x: around(3), y: around(3), widthPx: FRAME.width }), background),
          ),
        );
      const none = byMove((): FrameMeasure[] => []);
      return { ahead: await show(turned.ahead), way: none, end: await each((move) => show(turned[move])) };
    },
  };
}

const byMove = <T>(make: (move: Move) => T): Record<Move, T> => ({
  left: make('left'),
  right: make('right'),
  up: make('up'),
  down: make('down'),
});

function drawBackground(random: () => number): RasterImage {
  const pixels = new Uint8Array(3 * FRAME.width * FRAME.height);
  const [across, down, base] = [60 + 80 * random(), 40 + 60 * random(), 90 + 80 * random()];
  for (let y = 0, to = 0; y < FRAME.height; y++)
    for (let x = 0; x < FRAME.width; x++, to += 3) {
      const grey = base + 40 * Math.sin(x / across) + 25 * Math.cos(y / down);
      pixels[to] = grey;
      pixels[to + 1] = 0.96 * grey;
      pixels[to + 2] = 0.9 * grey;
    }
  return { ...FRAME, pixels };
}

const QUALITY = 85;

export function encode({ width, height, pixels }: RasterImage): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
