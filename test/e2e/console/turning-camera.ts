import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import type { FacePlace } from '../../support/faces.ts';
import { createHead, type Pose } from '../../support/head.ts';
import { drawCard } from '../../support/specimens/card.ts';
import type { SpecimenPerson } from '../../support/specimens/people.ts';

/** Degrees from one drawn pose to the next, and how far the head turns. */
const POSE_STEP = 2;
const TURN_MAX = 26;
const MOVES = ['left', 'right', 'up', 'down'] as const;
type Move = (typeof MOVES)[number];

const CAMERA = { width: 1280, height: 720 };
/** The picture of the face has no more detail than this, so the page enlarges it. */
const DRAWN = { width: 640, height: 360 };
const CARD_WIDTH = 900;
/** A camera exposes white paper as a light grey. */
const EXPOSURE = 0.8;
const TABLE = { r: 70, g: 62, b: 56 };

/** JPEG files in base64: the poses of each move begin with the look ahead. */
interface Film {
  poses: Record<Move, string[]>;
  front: string;
  back: string;
  step: number;
  width: number;
  height: number;
}

/** What a camera on a tablet sees of a person and their identity card. */
export async function filmPerson(place: FacePlace, person: SpecimenPerson, portrait: Buffer): Promise<Film> {
  const head = await createHead(place);
  const turn = async (move: Move): Promise<string[]> => {
    const angles = Array.from({ length: TURN_MAX / POSE_STEP + 1 }, (_, i) => i * POSE_STEP);
    return Promise.all(angles.map(async (angle) => toText(await head.jpeg(poseOf(move, angle), DRAWN))));
  };
  const { front, back } = await drawCard({ person, portrait });
  const poses = Object.fromEntries(
    await Promise.all(MOVES.map(async (move) => [move, await turn(move)] as const)),
  ) as Film['poses'];
  return { poses, front: await onTable(front), back: await onTable(back), step: POSE_STEP, ...CAMERA };
}

function poseOf(move: Move, angle: number): Pose {
  if (move === 'left' || move === 'right') return { left: move === 'left' ? angle : -angle };
  return { up: move === 'up' ? angle : -angle };
}

async function onTable(card: Buffer): Promise<string> {
  const input = await sharp(card).resize({ width: CARD_WIDTH }).linear(EXPOSURE, 0).toBuffer();
  const picture = sharp({ create: { ...CAMERA, channels: 3, background: TABLE } });
  return toText(
    await picture
      .composite([{ input, gravity: 'center' }])
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
}

const toText = (file: Buffer): string => file.toString('base64');

/**
 * Replaces the camera of every page of the context: it shows the side of the card that the page asks for, and a head that turns as the page asks,
 * at the speed of a calm person. Each frame has a grain of its own, as a sensor's.
 */
export async function useTurningCamera(context: BrowserContext, film: Film): Promise<void> {
  await context.addInitScript(playFilm, film);
}

/** Runs in the page, so it knows nothing of this module. */
function playFilm({ poses, front, back, step, width, height }: Film): void {
  const DEGREES_A_SECOND = 20;
  /** On a busy machine the head turns more slowly, because the page takes fewer frames too. */
  const DEGREES_A_FRAME = 1.5;
  const FRAME_MS = 33;
  /** Pixels by which the grain lies elsewhere in each frame, so that no two frames are the same. */
  const GRAIN_SHIFT = 64;
  const toBitmap = (text: string): Promise<ImageBitmap> =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: 'image/jpeg' }));
  const drawGrain = (): OffscreenCanvas => {
    const tile = new OffscreenCanvas(width + GRAIN_SHIFT, height + GRAIN_SHIFT);
    const pen = tile.getContext('2d');
    const grain = pen?.createImageData(tile.width, tile.height);
    if (!pen || !grain) throw new Error('no canvas');
    for (let i = 0; i < grain.data.length; i += 4) {
      grain.data.fill(Math.random() * 255, i, i + 3);
      grain.data[i + 3] = 12;
    }
    pen.putImageData(grain, 0, 0);
    return tile;
  };
  const open = async (): Promise<MediaStream> => {
    const turns = Object.fromEntries(
      await Promise.all(
        Object.entries(poses).map(async ([move, files]) => [move, await Promise.all(files.map(toBitmap))]),
      ),
    ) as Record<string, ImageBitmap[]>;
    const sides = { front: await toBitmap(front), back: await toBitmap(back) };
    const grain = drawGrain();
    const shift = (): number => -Math.floor(Math.random() * GRAIN_SHIFT);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d');
    let [move, angle, lastMs] = ['left', 0, performance.now()];
    const draw = (): void => {
      const nowMs = performance.now();
      const turned = Math.min(DEGREES_A_FRAME, (DEGREES_A_SECOND * (nowMs - lastMs)) / 1_000);
      lastMs = nowMs;
      const shown = document.querySelector<HTMLElement>('main [data-step]')?.dataset['step'];
      const wanted = document.querySelector<HTMLElement>('main [data-move]')?.dataset['move'] ?? 'ahead';
      if (angle === 0 && wanted !== 'ahead') move = wanted;
      const goal = wanted === move ? Number.POSITIVE_INFINITY : 0;
      const last = (turns[move]?.length ?? 1) - 1;
      angle = goal > angle ? Math.min(last * step, angle + turned) : Math.max(0, angle - turned);
      const isBack = /back/i.test(document.querySelector('main h1')?.textContent ?? '');
      const picture = shown === 'document' ? sides[isBack ? 'back' : 'front'] : turns[move]?.[Math.round(angle / step)];
      if (!pen || !picture) return;
      pen.drawImage(picture, 0, 0, width, height);
      pen.drawImage(grain, shift(), shift());
    };
    const timer = setInterval(draw, FRAME_MS);
    const stream = canvas.captureStream(30);
    const [track] = stream.getTracks();
    const stop = track?.stop.bind(track);
    if (track && stop)
      track.stop = () => {
        clearInterval(timer);
        stop();
      };
    return stream;
  };
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = open;
}
