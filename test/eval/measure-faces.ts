import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Face } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { compareByModel } from '../../server/pipeline/face.ts';
import { type Compare, type Embeddings, judgeAllPairs, scoreAllPairs } from './all-pairs.ts';
import type { FaceSet } from './corpus.ts';
import { FACE_DAMAGES } from './face-damage.ts';
import { chooseFace, type DamagedFaces, type DamageThresholds, scoreDamaged, scoreFaces, scorePairs } from './faces.ts';
import { judgeGroups } from './groups.ts';
import type { Bench } from './measure.ts';
import { type People, peopleOf } from './people.ts';
import { lookAtAll, type Outcome, type Picture, reportOf } from './pictures.ts';
import type { DamageReport, FaceReport } from './report.ts';

const POLICY = POLICY_V1.face;

/** By the calibration of the nets that make the embeddings. */
const compareOf =
  ({ engines }: Bench): Compare =>
  (a, b) =>
    compareByModel(a, b, engines.face.model);

/** Faces of one set, each picture analysed once: the listed pairs, all pairs, groups if the set has some, and true pairs with one damaged picture. */
export async function measureFaces(bench: Bench, set: FaceSet): Promise<FaceReport> {
  const files = [...new Set([...set.pairs.flatMap(({ a, b }) => [a, b]), ...(set.groups?.keys() ?? [])])];
  const cpuBefore = process.cpuUsage();
  const outcomes = await findFaces(
    bench,
    set.name,
    files.map((file) => ({ name: file, load: () => load(set, file) })),
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  const embeddings = embeddingsOf(outcomes);
  const people = peopleOf(files, set.pairs);
  const compare = compareOf(bench);
  const pairs = scoreAllPairs(embeddings, people, compare);
  const all = judgeAllPairs(pairs, people, POLICY);
  return {
    set: set.name,
    ...scoreFaces(scorePairs(set.pairs, embeddings, compare), POLICY),
    no_face: files.filter((file) => !embeddings.has(file)),
    ...reportOf(outcomes),
    cpu_ms_per_picture: Math.round((user + system) / 1000 / Math.max(1, files.length)),
    all_pairs: all,
    ...(set.groups
      ? judgeGroups(pairs, people, set.groups, POLICY)
      : { groups: null, across_groups: null, worst_group: null }),
    damages: await measureDamages(bench, set, { outcomes, people, thresholds: { ...POLICY, ...all } }),
  };
}

/** Damages the first picture of each true pair; the other stays unchanged. */
async function measureDamages(
  bench: Bench,
  set: FaceSet,
  {
    outcomes,
    people,
    thresholds,
  }: { outcomes: readonly Outcome<Seen>[]; people: People; thresholds: DamageThresholds },
): Promise<DamageReport[]> {
  const embeddings = embeddingsOf(outcomes);
  const pairs = set.pairs.filter(({ a, b, same }) => same && embeddings.has(a) && embeddings.has(b));
  const damaged = new Set(pairs.map(({ a }) => a));
  const faces = outcomes.flatMap(({ name, result }) =>
    result?.face && damaged.has(name) ? [{ name, height: result.face.box.height }] : [],
  );
  const reports: DamageReport[] = [];
  for (const { name: what, damage } of FACE_DAMAGES) {
    const begin = performance.now();
    const pictures = faces.map(({ name, height }) => ({
      name,
      load: async () => damage(await load(set, name), height),
    }));
    const after: DamagedFaces = {
      before: embeddings,
      after: embeddingsOf(await findFaces(bench, `${set.name}, ${what}`, pictures)),
    };
    const scores = scoreDamaged(pairs, after, people, compareOf(bench), thresholds);
    reports.push({ damage: what, ...scores, seconds: Math.round((performance.now() - begin) / 1000) });
  }
  return reports;
}

interface Seen {
  face: Face | null;
}

function findFaces(
  { engines, workers, onProgress }: Bench,
  what: string,
  pictures: readonly Picture[],
): Promise<Outcome<Seen>[]> {
  return lookAtAll({
    engines,
    pictures,
    atOnce: workers.face,
    look: async (image) => ({ face: chooseFace((await engines.face.recognise(image)).faces, POLICY) }),
    onProgress: (done) => onProgress(what, done, pictures.length),
  });
}

function embeddingsOf(outcomes: readonly Outcome<Seen>[]): Embeddings {
  return new Map(
    outcomes.flatMap(({ name, result }) =>
      result?.face ? [[name, Float32Array.from(result.face.embedding)] as const] : [],
    ),
  );
}

const load = ({ folder }: FaceSet, file: string): Promise<Buffer> => readFile(join(folder, file));
