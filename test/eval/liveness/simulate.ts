import { createHash } from 'node:crypto';
import { createLiveJudge, judge } from '../../../models/liveness/judge.ts';
import type { Proof, ProofFrame } from '../../../models/liveness/types.ts';
import type { EngineVersion, FrameMeasure, Move } from '../../../models/ports.ts';

/** What a camera sees at each moment: told what is asked for, a frame. */
export type Player = (asked: Move | 'ahead', movesTold: number) => FrameMeasure;

/** Frames of somebody or something: looking ahead, and for each move the frames on the way there, and those at its end. */
export interface Poses {
  ahead: readonly FrameMeasure[];
  way: Readonly<Record<Move, readonly FrameMeasure[]>>;
  end: Readonly<Record<Move, readonly FrameMeasure[]>>;
}

const INTERVAL_MS = 100;
const CHALLENGE_MS = 60_000;

/** Runs a challenge by the appliance's own rules at ten frames a second, then judges it as a whole. Accepted: the verdict is `proven`. */
export function runChallenge(
  model: EngineVersion,
  moves: readonly Move[],
  play: Player,
): Pick<Proof, 'verdict' | 'reasons'> {
  const live = createLiveJudge({ model });
  live.expect('ahead', 0);
  const frames: ProofFrame[] = [];
  const told: { move: Move; serverMs: number; pageFrame: number }[] = [];
  let asked: Move | 'ahead' = 'ahead';
  for (let ms = 0; ms < CHALLENGE_MS; ms += INTERVAL_MS) {
    const frame = { measure: play(asked, told.length), pageMs: ms, serverMs: ms, batch: frames.length };
    frames.push(frame);
    const { seen, failed } = live.add(frame.measure, ms, ms);
    if (failed) return { verdict: judge({ model, moves, frames, told }).verdict, reasons: [failed] };
    if (!seen) continue;
    if (asked !== 'ahead') {
      if (told.length === moves.length) return judge({ model, moves, frames, told });
      asked = 'ahead';
    } else {
      asked = moves[told.length] as Move;
      told.push({ move: asked, serverMs: ms, pageFrame: frames.length });
    }
    live.expect(asked, ms);
  }
  return { verdict: 'not_proven', reasons: ['move_not_seen'] };
}

/** Returns whether the first step of a challenge is passed, the head straight ahead. */
export function looksAhead(model: EngineVersion, { ahead }: Poses): boolean {
  const live = createLiveJudge({ model });
  live.expect('ahead', 0);
  return ahead.some((measure, i) => live.add(asNew(measure, i), i * INTERVAL_MS, i * INTERVAL_MS).seen);
}

/** Plays poses as a person moves: along the way to the end, where they stay, and back. Each frame is a picture of its own. */
export function playPoses(poses: Poses, wanted: (asked: Move | 'ahead', movesTold: number) => Move | 'ahead'): Player {
  let [at, level, tick]: [Move, number, number] = ['left', 0, 0];
  return (asked, movesTold) => {
    const target = wanted(asked, movesTold);
    tick += 1;
    const top = poses.way[at].length + 1;
    if (level > 0 && target !== at) level -= 1;
    else if (target !== 'ahead') {
      at = target;
      level = Math.min(level + 1, level === 0 ? 1 : top);
    }
    const list = level === 0 ? poses.ahead : level < top ? [poses.way[at][level - 1] as FrameMeasure] : poses.end[at];
    return asNew(list[tick % list.length] as FrameMeasure, tick);
  };
}

/** The same measure as of another picture: a camera's noise gives each frame its own hash. */
export function asNew(measure: FrameMeasure, tick: number): FrameMeasure {
  return { ...measure, sha256: createHash('sha256').update(`${measure.sha256} ${tick}`).digest('hex') };
}
