import { setImmediate } from 'node:timers/promises';
import type { EngineVersion } from '../../models/ports.ts';
import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { isPassing } from '../lib/transient-errors.ts';
import { genuine } from '../rows/guard.ts';
import type { VerificationDeps } from './deps.ts';
import type { Verification } from './types.ts';

/** A face of a document as an embedding. It is comparable only with embeddings of the same model. */
export interface MarkedFace {
  documentId: string;
  embedding: readonly number[];
  model: EngineVersion;
}

/** A face of this record and the most similar face of another record. */
export interface SameFace {
  documentId: string;
  otherId: string;
  model: EngineVersion;
  /** As returned by `similarity`. */
  similarity: number;
}

/** The similarity of two embeddings of one model, 0..1. */
export type Similarity = (a: ArrayLike<number>, b: ArrayLike<number>) => number;

/** The faces of this appliance's verifications. It exists only if the configuration enables it. */
export interface FaceIndex {
  /** Stores the faces of a record, encrypted with a separate key. May be called twice. */
  keep(verification: Verification, faces: readonly MarkedFace[]): void;
  /** Drops the erased faces of this record from memory. */
  forget(verificationId: string): void;
  /**
   * Returns other records of the same mode with a face whose similarity to one of these is at least `from`. Each appears once with its most similar
   * face, at most `LIMITS.duplicatesMax`, the most similar first. Searches the newest `LIMITS.duplicateFacesMax` faces.
   */
  search(
    verification: Verification,
    faces: readonly MarkedFace[],
    similarity: Similarity,
    from: number,
  ): Promise<SameFace[]>;
  /** Returns the records of this mode with a face of this model, the newest first. */
  records(livemode: boolean, model: EngineVersion): Promise<{ verificationId: string; embeddings: Float32Array[] }[]>;
  /** Returns the records of both modes with a face of another model, which is not compared. Opens each face once. */
  ofOtherModels(model: EngineVersion): Promise<{ id: string; livemode: boolean }[]>;
  /** Replaces the stored faces of a record with these. */
  renew(verification: Verification, faces: readonly MarkedFace[]): void;
}

type Deps = Pick<VerificationDeps, 'db' | 'vault' | 'keys' | 'clock'> & { log: Logger };

interface OpenedFace {
  verificationId: string;
  model: EngineVersion;
  embedding: Float32Array;
}

interface SealedFace {
  model: EngineVersion;
  /** Base64 of 32-bit floats. */
  embedding: string;
}

interface FaceRow {
  seq: number;
  verification_id: string;
}

/** The number of faces opened and compared before yielding to other work: about 15 ms if all are opened. */
const FACES_AT_ONCE = 100;

/** Opens each face once and then holds it in memory. A face whose row or key is gone is neither found nor held any more. */
export function createFaceIndex(deps: Deps): FaceIndex {
  const { db, vault, keys, clock } = deps;
  const held = { live: new Map<number, OpenedFace>(), test: new Map<number, OpenedFace>() };
  const damaged = new Set<number>();
  /** Yields the faces of one mode, the newest first. Other work runs in between, and may erase some meanwhile. */
  async function* openedFaces(livemode: boolean): AsyncGenerator<OpenedFace> {
    const faces = held[livemode ? 'live' : 'test'];
    for (const [i, row] of newestRows(deps, livemode).entries()) {
      if (i % FACES_AT_ONCE === FACES_AT_ONCE - 1) await setImmediate();
      const face = faces.get(row.seq) ?? openFace(deps, row, damaged);
      if (!face) continue;
      faces.set(row.seq, face);
      yield face;
    }
    const rows = new Set(newestRows(deps, livemode).map(({ seq }) => seq));
    for (const seq of faces.keys()) if (!rows.has(seq)) faces.delete(seq);
  }
  const index: FaceIndex = {
    keep(verification, faces) {
      const insert = db.prepare(
        `INSERT OR IGNORE INTO face_marks (document_id, verification_id, livemode, record_created_at, sealed_face)
         VALUES (?, ?, ?, ?, ?)`,
      );
      if (faces.length === 0) return;
      // Committed before the rows, like every key.
      const key = keys.ensureFaceKey(verification.id, clock.now());
      for (const { documentId, embedding, model } of faces) {
        const face: SealedFace = { model, embedding: toText(embedding) };
        const sealed = vault.sealJson(verification.id, 'face_marks.face', face, key);
        insert.run(documentId, verification.id, Number(verification.livemode), verification.createdAtMs, sealed);
      }
    },
    forget(id) {
      for (const faces of Object.values(held)) {
        for (const [seq, { verificationId }] of faces) if (verificationId === id) faces.delete(seq);
      }
    },
    async search(verification, faces, similarity, from) {
      const best = new Map<string, SameFace>();
      for await (const other of openedFaces(verification.livemode)) {
        if (other.verificationId === verification.id) continue;
        const otherId = other.verificationId;
        for (const { documentId, embedding, model } of faces) {
          if (!isSameModel(model, other.model)) continue;
          const value = similarity(embedding, other.embedding);
          if (value < from || value <= (best.get(otherId)?.similarity ?? -1)) continue;
          best.set(otherId, { documentId, otherId, model, similarity: value });
        }
      }
      return [...best.values()].sort((a, b) => b.similarity - a.similarity).slice(0, LIMITS.duplicatesMax);
    },
    async records(livemode, model) {
      const records = new Map<string, { verificationId: string; embeddings: Float32Array[] }>();
      for await (const { verificationId, model: of, embedding } of openedFaces(livemode)) {
        if (!isSameModel(of, model)) continue;
        const known = records.get(verificationId);
        if (known) known.embeddings.push(embedding);
        else records.set(verificationId, { verificationId, embeddings: [embedding] });
      }
      return [...records.values()];
    },
    async ofOtherModels(model) {
      const records = new Map<string, boolean>();
      for (const livemode of [true, false])
        for await (const { verificationId, model: of } of openedFaces(livemode))
          if (!isSameModel(of, model)) records.set(verificationId, livemode);
      return [...records].map(([id, livemode]) => ({ id, livemode }));
    },
    renew(verification, faces) {
      transact(db, () => {
        db.prepare('DELETE FROM face_marks WHERE verification_id = ?').run(verification.id);
        index.keep(verification, faces);
      });
      index.forget(verification.id);
    },
  };
  return index;
}

/** Returns the rows whose key exists, newest first. */
function newestRows({ db, keys }: Pick<VerificationDeps, 'db' | 'keys'>, livemode: boolean): FaceRow[] {
  const keyed = new Set(keys.dataKeyIds());
  const rows = db
    .prepare('SELECT seq, verification_id FROM face_marks WHERE livemode = ? ORDER BY seq DESC LIMIT ?')
    .all(Number(livemode), LIMITS.duplicateFacesMax) as FaceRow[];
  return rows.filter((row) => keyed.has(row.verification_id));
}

const isSameModel = (a: EngineVersion, b: EngineVersion): boolean => a.name === b.name && a.version === b.version;

/** Returns null if the record was erased since the rows were listed, or if it is damaged. Damage is logged once and does not stop a search. */
function openFace(deps: Deps, row: FaceRow, damaged: Set<number>): OpenedFace | null {
  if (damaged.has(row.seq)) return null;
  try {
    return unsealFace(deps, row);
  } catch (error) {
    if (isPassing(error)) throw error;
    damaged.add(row.seq);
    deps.log.error('duplicates.face_unreadable', { verification: row.verification_id }, error);
    return null;
  }
}

function unsealFace({ db, vault, keys }: Deps, row: FaceRow): OpenedFace | null {
  const { seq, verification_id: verificationId } = row;
  const kept = db.prepare('SELECT * FROM face_marks WHERE seq = ?').get(seq) as { sealed_face: Buffer } | undefined;
  // Faces stored before they had separate keys use the record's key.
  const key = keys.faceKey(verificationId) ?? keys.dataKey(verificationId);
  if (!kept || key === null) return null;
  const sealed = genuine(db, 'face_marks', kept).sealed_face;
  const face = vault.openJson<SealedFace>(verificationId, 'face_marks.face', sealed, key);
  return { verificationId, model: face.model, embedding: toNumbers(face.embedding) };
}

function toText(embedding: readonly number[]): string {
  return Buffer.from(Float32Array.from(embedding).buffer).toString('base64');
}

function toNumbers(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}
