import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { moveOf, RULES, turnedFrom } from '../../../models/liveness/rules.ts';
import type { Engines, FrameMeasure, Move, RasterImage } from '../../../models/ports.ts';
import { encode } from './attacks.ts';
import { FRAME, sample } from './sheet.ts';

/** One person of a clip: the whole pictures, or a half of them if its name says that there are two people. */
export interface Clip {
  name: string;
  frames: RasterImage[];
}

/** What the clips of real people gave. */
export interface TurnsReport {
  clips: string[];
  /** Runs of frames with an apparent yaw from 20 degrees on, in clips in which the same person also looks ahead; and how many pass as that move. */
  moves: { clip: string; move: Move; frames: number; passed: boolean }[];
  /** Clips that cannot be judged, because the person never looks ahead in them. */
  never_ahead: string[];
  /** Moves that were seen where there is none. */
  false_moves: number;
}

const FOLDER = join('faces', 'turns');
const FACE_PX = 210;
const YAW_LABEL = 20;
const AHEAD = { yaw: 10, roll: 20 };

/** Decodes the clips. Before the engines start: they leave this process no loader of GIF. */
export async function readClips(corpus: string): Promise<Clip[]> {
  const folder = join(corpus, FOLDER);
  if (!existsSync(folder)) return [];
  const clips: Clip[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.gif'))
    .sort()) {
    const path = join(folder, file);
    const { pages = 1 } = await sharp(path).metadata();
    const frames: RasterImage[] = [];
    for (let page = 0; page < pages; page++) {
      const { data, info } = await sharp(path, { page })
        .flatten()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      frames.push({ width: info.width, height: info.height, pixels: new Uint8Array(data) });
    }
    if (!file.includes('-and-')) clips.push({ name: file, frames });
    else
      for (const half of [0, 1])
        clips.push({
          name: `${file}, ${half ? 'right' : 'left'} half`,
          frames: frames.map((frame) => halfOf(frame, half)),
        });
  }
  return clips;
}

export async function measureTurns(engines: Engines, clips: readonly Clip[]): Promise<TurnsReport> {
  const report: TurnsReport = { clips: clips.map(({ name }) => name), moves: [], never_ahead: [], false_moves: 0 };
  for (const { name, frames } of clips) {
    const enlarged = await enlarge(engines, frames);
    const measures = await engines.liveness.measure(await Promise.all(enlarged.map(encode)));
    judgeClip(name, measures, report);
  }
  return report;
}

function judgeClip(clip: string, measures: readonly FrameMeasure[], report: TurnsReport): void {
  const faces = measures.flatMap(({ face }) => (face ? [face] : []));
  const ahead = faces.toSorted((a, b) => Math.abs(a.yaw) - Math.abs(b.yaw))[0];
  if (!ahead || Math.abs(ahead.yaw) > AHEAD.yaw || Math.abs(ahead.roll) > AHEAD.roll) {
    report.never_ahead.push(clip);
    return;
  }
  const turned = faces.map((face) => turnedFrom(ahead, face));
  const isStep = (i: number): boolean => {
    const [a, b] = [turned[i - 1], turned[i]];
    if (!a || !b) return true;
    const angle = Math.max(Math.abs(b.yaw - a.yaw), Math.abs(b.pitch - a.pitch));
    return angle <= RULES.stepMax && Math.hypot(b.noseX - a.noseX, b.noseY - a.noseY) <= RULES.noseStepMax;
  };
  const labels = faces.map(({ yaw }): Move | null => (Math.abs(yaw) < YAW_LABEL ? null : yaw > 0 ? 'left' : 'right'));
  for (const { label: move, from, to } of runsOf(labels)) {
    const length = to - from;
    if (move === null || length < RULES.moveFrames) continue;
    const seen = turned.slice(from, to).map(moveOf);
    const proving = seen.filter((one) => one === move).length;
    const others = seen.filter((one) => one !== move && one !== null).length;
    const steady = labels.slice(from, to).every((_, i) => isStep(from + i));
    const passed = proving >= RULES.moveFrames && others < RULES.moveFrames && steady;
    report.moves.push({ clip, move, frames: length, passed });
  }
  const still = turned.map((one, i) => (Math.abs(faces[i]?.yaw ?? 0) < AHEAD.yaw ? moveOf(one) : null));
  report.false_moves += runsOf(still).filter(
    ({ label, from, to }) => label !== null && to - from >= RULES.moveFrames,
  ).length;
}

function runsOf<T>(labels: readonly T[]): { label: T; from: number; to: number }[] {
  const runs: { label: T; from: number; to: number }[] = [];
  for (const [i, label] of labels.entries()) {
    const last = runs.at(-1);
    if (last && last.label === label) last.to = i + 1;
    else runs.push({ label, from: i, to: i + 1 });
  }
  return runs;
}

function halfOf({ width, height, pixels }: RasterImage, half: number): RasterImage {
  const own = Math.floor(width / 2);
  const part = new Uint8Array(3 * own * height);
  for (let y = 0; y < height; y++) {
    const from = 3 * (y * width + half * own);
    part.set(pixels.subarray(from, from + 3 * own), 3 * y * own);
  }
  return { width: own, height, pixels: part };
}

/** Cuts one place out of all frames, around the middle of the face, enlarged until the face is as high as a camera would show it. */
async function enlarge(engines: Engines, frames: readonly RasterImage[]): Promise<RasterImage[]> {
  const [first] = frames;
  if (!first) return [];
  const whole = frames.map((frame) => cut(frame, { x: frame.width / 2, y: frame.height / 2 }, fitOf(first)));
  const seen = (await engines.liveness.measure(await Promise.all(whole.map(encode)), { embeddings: false })).flatMap(
    ({ face }) => (face ? [face] : []),
  );
  const middle = (of: (face: (typeof seen)[number]) => number): number =>
    seen.map(of).sort((a, b) => a - b)[seen.length >> 1] ?? 0;
  const scale = fitOf(first);
  const centre = {
    x: first.width / 2 + (middle(({ box }) => box.x + box.width / 2) - FRAME.width / 2) / scale,
    y: first.height / 2 + (middle(({ box }) => box.y + box.height / 2) - FRAME.height / 2) / scale,
  };
  const enlargement = (scale * FACE_PX) / (middle(({ heightPx }) => heightPx) || FACE_PX);
  return frames.map((frame) => cut(frame, centre, enlargement));
}

const fitOf = ({ width, height }: RasterImage): number => Math.min(FRAME.width / width, FRAME.height / height);

/** Beyond the picture its edge goes on. */
function cut(picture: RasterImage, centre: { x: number; y: number }, scale: number): RasterImage {
  const pixels = new Uint8Array(3 * FRAME.width * FRAME.height);
  for (let y = 0, to = 0; y < FRAME.height; y++)
    for (let x = 0; x < FRAME.width; x++, to += 3) {
      const u = (centre.x + (x + 0.5 - FRAME.width / 2) / scale) / picture.width;
      const v = (centre.y + (y + 0.5 - FRAME.height / 2) / scale) / picture.height;
      sample(picture, u, v, pixels, to);
    }
  return { ...FRAME, pixels };
}
