import { join } from 'node:path';
import { createCanvas, type ImageData, loadImage } from '@napi-rs/canvas';
import { CONFIDENCE_MIN, findDocument } from '../../renderer/guide/corners.ts';
import { SHIFT_MAX, SHOOT_SAMPLES } from '../../renderer/guide/guide.ts';
import { type Outline, shiftOf } from '../../renderer/guide/outline.ts';
import { frameOf, photographsOf, type Setting, sceneOf, settingsOf, worstCorner } from './corners/measure-corners.ts';
import { drawnDocuments, realDocuments } from './corners/pictures.ts';
import type { Scene } from './corners/scenes.ts';
import { spread } from './corpus.ts';
import type { ScenesPart } from './options.ts';
import { type Share, shareOf } from './rates.ts';
import { table } from './report.ts';

/** A found corner may be this far from the true one, as a share of the document's diagonal; the second shows what is nearly right. */
const NEAR_MAX = 0.02;
const ROUGH_MAX = 0.05;
/** Noise of a scene from one frame to the next, in grey values of the small frame. */
const FRAME_GRAIN = 1.5;
/** Real documents are few, so each is composed more often. */
const TIMES = { real: 3, drawn: 2 };

interface CornersOptions {
  corpus: string;
  seed: number;
  limit: number;
  /** A folder with `scanic` installed, to measure it beside ours; null: ours alone. */
  peer: string | null;
  /** Only these parts of the scenes are measured. */
  scenes: readonly ScenesPart[];
  onProgress: (what: string, done: number, of: number) => void;
}

interface CornersRow {
  data: string;
  scenes: number;
  /** Scenes with all four corners near the true ones. */
  near: Share;
  rough: Share;
  /** Scenes in which the shutter could release: with corners near the true ones, not near, and not even nearly right. */
  released: { right: Share; wrong: Share; far: Share };
  peer_near: Share | null;
  peer_rough: Share | null;
  /** Time per frame of ours, the middle one and the 95th of 100. */
  ms_a_frame: { median: number; p95: number };
  peer_ms: { median: number; p95: number } | null;
}

/** How one finder did on one scene. */
interface Attempt {
  /** The worst corner's distance, as a share of the document's diagonal. */
  error: number;
  tookMs: number;
}

/** `released`: the distance when the shutter could release; null: it could not. */
interface OurAttempt extends Attempt {
  released: number | null;
}

type Peer = (scene: Scene) => Promise<Attempt>;

/** Composes documents on backgrounds, finds their corners, and returns rows for a table: real documents that were kept back come first. */
export async function measureCorners({
  corpus,
  seed,
  limit,
  peer,
  scenes,
  onProgress,
}: CornersOptions): Promise<CornersRow[]> {
  const [photographs, other] = [photographsOf(corpus), peer === null ? null : await loadPeer(peer)];
  const documents = { real: await realDocuments(corpus), drawn: await drawnDocuments(seed) };
  const rows: CornersRow[] = [];
  for (const part of scenes)
    for (const kind of ['real', 'drawn'] as const) {
      const data = `${kind}, ${part === 'kept' ? 'kept back' : 'used for tuning'}`;
      const settings = spread(settingsOf(documents[kind], part, seed, TIMES[kind]), limit);
      const all: { setting: Setting; ours: OurAttempt; peers: Attempt | null }[] = [];
      for (const setting of settings) {
        const scene = await sceneOf(setting, photographs);
        all.push({ setting, ours: await tryOurs(scene, setting.seed), peers: other && (await other(scene)) });
        onProgress(data, all.length, settings.length);
      }
      rows.push(rowOf(data, all));
      for (const background of new Set(settings.map((setting) => setting.background)))
        rows.push(
          rowOf(
            `  ${background}`,
            all.filter(({ setting }) => setting.background === background),
          ),
        );
    }
  return rows;
}

export function cornersTable(rows: readonly CornersRow[]): string[] {
  const near = (share: Share | null): string =>
    share
      ? `${share.count} (${share.percent?.toFixed(1)} %, ${share.interval_percent?.map((end) => end.toFixed(1)).join(' to ')})`
      : '-';
  const ms = (time: CornersRow['ms_a_frame'] | null): string =>
    time ? `${time.median.toFixed(1)}, ${time.p95.toFixed(1)}` : '-';
  const rough = (share: Share | null): string => (share ? `${share.percent?.toFixed(1)} %` : '-');
  return table([
    [
      'corners, shares of the diagonal',
      'scenes',
      'ours within 2 % (95 % interval)',
      '5 %',
      'released: right',
      'over 2 %',
      'over 5 %',
      'scanic 2 %',
      '5 %',
      'ours, ms: median, p95',
      'scanic',
    ],
    ...rows.map((row) => [
      row.data,
      String(row.scenes),
      near(row.near),
      rough(row.rough),
      ...Object.values(row.released).map(rough),
      near(row.peer_near),
      rough(row.peer_rough),
      ms(row.ms_a_frame),
      ms(row.peer_ms),
    ]),
  ]);
}

function rowOf(data: string, all: readonly { ours: OurAttempt; peers: Attempt | null }[]): CornersRow {
  const ours = all.map((one) => one.ours);
  const peers = all.flatMap((one) => one.peers ?? []);
  const releasedWith = (is: (error: number) => boolean): Share =>
    shareOf(ours.filter(({ released }) => released !== null && is(released)).length, ours.length);
  return {
    data,
    scenes: all.length,
    near: withinOf(ours, NEAR_MAX),
    rough: withinOf(ours, ROUGH_MAX),
    released: {
      right: releasedWith((error) => error <= NEAR_MAX),
      wrong: releasedWith((error) => error > NEAR_MAX),
      far: releasedWith((error) => error > ROUGH_MAX),
    },
    peer_near: peers.length > 0 ? withinOf(peers, NEAR_MAX) : null,
    peer_rough: peers.length > 0 ? withinOf(peers, ROUGH_MAX) : null,
    ms_a_frame: timesOf(ours),
    peer_ms: peers.length > 0 ? timesOf(peers) : null,
  };
}

const withinOf = (attempts: readonly Attempt[], most: number): Share =>
  shareOf(attempts.filter(({ error }) => error <= most).length, attempts.length);

function timesOf(attempts: readonly Attempt[]): CornersRow['ms_a_frame'] {
  const sorted = attempts.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

async function tryOurs(scene: Scene, seed: number): Promise<OurAttempt> {
  const frame = await frameOf(scene);
  const { result, tookMs } = await timed(() => findDocument(frame));
  const error = result ? worstCorner(result.outline, scene) : Number.POSITIVE_INFINITY;
  return { error, tookMs, released: await release(scene, seed) };
}

/**
 * Shows the finder as many frames in a row as the shutter waits for, each with noise of its own, and returns the last distance. null: an outline was
 * missing, too uncertain, or moved. What else the shutter waits for (size, sharpness, glare) does not count.
 */
async function release(scene: Scene, seed: number): Promise<number | null> {
  let last: Outline | null = null;
  for (let sample = 0; sample < SHOOT_SAMPLES; sample++) {
    const found = findDocument(await frameOf(scene, { deviation: FRAME_GRAIN, seed: seed + sample }));
    if (!found || found.confidence < CONFIDENCE_MIN || (last && shiftOf(last, found.outline) > SHIFT_MAX)) return null;
    last = found.outline;
  }
  return last && worstCorner(last, scene);
}

/** The time by the clock: what else this process does, such as compiling, is no part of a frame. */
async function timed<T>(act: () => T | Promise<T>): Promise<{ result: T; tookMs: number }> {
  const before = performance.now();
  const result = await act();
  return { result, tookMs: performance.now() - before };
}

interface Scanic {
  scanDocument(image: ImageData): Promise<{
    corners: Record<'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft', { x: number; y: number }> | null;
  }>;
}

/** scanic draws on the browser's canvas, for which the canvas package stands in. It gets the camera's whole picture, as it scales by itself. */
async function loadPeer(folder: string): Promise<Peer> {
  function OffscreenCanvas(width: number, height: number) {
    return createCanvas(width, height);
  }
  Object.assign(globalThis, { OffscreenCanvas });
  const scanic: Scanic = await import(join(folder, 'node_modules/scanic/dist/scanic.js'));
  return async (scene) => {
    const { width, height } = scene;
    const pen = createCanvas(width, height).getContext('2d');
    pen.drawImage(await loadImage(scene.picture), 0, 0);
    const image = pen.getImageData(0, 0, width, height);
    const { result, tookMs } = await timed(() => scanic.scanDocument(image));
    const { topLeft, topRight, bottomRight, bottomLeft } = result.corners ?? {};
    if (!topLeft || !topRight || !bottomRight || !bottomLeft) return { error: Number.POSITIVE_INFINITY, tookMs };
    const found = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x: x / width, y: y / height }));
    return { error: worstCorner(found, scene), tookMs };
  };
}
