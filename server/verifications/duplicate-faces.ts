import type { EngineVersion } from '../../models/ports.ts';
import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import type { Verification } from './types.ts';

/** A face of a document, as numbers that only those of the same model can be compared with. */
export interface MarkedFace {
  documentId: string;
  embedding: readonly number[];
  model: EngineVersion;
}

/** A face of this record and the most alike one of another record. */
export interface SameFace {
  documentId: string;
  otherId: string;
  model: EngineVersion;
  /** As `likeness` gave it. */
  likeness: number;
}

/** How alike two embeddings of one model are, 0..1. */
export type Likeness = (a: ArrayLike<number>, b: ArrayLike<number>) => number;

/** The faces of this appliance's verifications. There is none unless the configuration enables it. */
export interface FaceIndex {
  /** Keeps the faces of a record, sealed with its key. May be called twice. */
  keep(verification: Verification, faces: readonly MarkedFace[]): void;
  /**
   * Other records of the same mode with a face at least `from` like one of these, each once by its most alike face, at
   * most `LIMITS.duplicatesMax`, the most alike first. Looks at the newest `LIMITS.duplicateFacesMax` faces.
   */
  search(verification: Verification, faces: readonly MarkedFace[], likeness: Likeness, from: number): SameFace[];
}

interface OpenedFace {
  verificationId: string;
  model: EngineVersion;
  embedding: Float32Array;
}

interface FaceRow {
  seq: number;
  verification_id: string;
}

/** Opens each face once and then holds it in memory; one whose row or key is gone is neither found nor held any more. */
export function createFaceIndex(deps: Pick<VerificationDeps, 'db' | 'vault' | 'keys'>): FaceIndex {
  const { db, vault, keys } = deps;
  const held = { live: new Map<number, OpenedFace>(), test: new Map<number, OpenedFace>() };
  const facesOf = (livemode: boolean): OpenedFace[] => {
    const mode = livemode ? 'live' : 'test';
    const keyed = new Set(keys.dataKeyIds());
    const rows = db
      .prepare('SELECT seq, verification_id FROM face_marks WHERE livemode = ? ORDER BY seq DESC LIMIT ?')
      .all(Number(livemode), LIMITS.duplicateFacesMax) as FaceRow[];
    const readable = rows.filter((row) => keyed.has(row.verification_id));
    held[mode] = new Map(readable.map((row) => [row.seq, held[mode].get(row.seq) ?? openFace(deps, row)]));
    return [...held[mode].values()];
  };
  return {
    keep(verification, faces) {
      const insert = db.prepare(
        'INSERT OR IGNORE INTO face_marks (document_id, verification_id, livemode, sealed_face) VALUES (?, ?, ?, ?)',
      );
      for (const { documentId, embedding, model } of faces) {
        const sealed = vault.sealJson(verification.id, 'face_marks.face', { model, embedding: toText(embedding) });
        insert.run(documentId, verification.id, Number(verification.livemode), sealed);
      }
    },
    search(verification, faces, likeness, from) {
      const best = new Map<string, SameFace>();
      for (const other of facesOf(verification.livemode)) {
        if (other.verificationId === verification.id) continue;
        for (const face of faces) addIfAlike(best, face, other, likeness, from);
      }
      return [...best.values()].sort((a, b) => b.likeness - a.likeness).slice(0, LIMITS.duplicatesMax);
    },
  };
}

function addIfAlike(
  best: Map<string, SameFace>,
  { documentId, embedding, model }: MarkedFace,
  other: OpenedFace,
  likeness: Likeness,
  from: number,
): void {
  if (model.name !== other.model.name || model.version !== other.model.version) return;
  const value = likeness(embedding, other.embedding);
  const otherId = other.verificationId;
  if (value < from || value <= (best.get(otherId)?.likeness ?? -1)) return;
  best.set(otherId, { documentId, otherId, model, likeness: value });
}

function openFace({ db, vault }: Pick<VerificationDeps, 'db' | 'vault'>, row: FaceRow): OpenedFace {
  const { seq, verification_id: verificationId } = row;
  const sealed = db.prepare('SELECT sealed_face FROM face_marks WHERE seq = ?').pluck().get(seq) as Buffer;
  const kept = vault.openJson<{ model: EngineVersion; embedding: string }>(verificationId, 'face_marks.face', sealed);
  return { verificationId, model: kept.model, embedding: toNumbers(kept.embedding) };
}

function toText(embedding: readonly number[]): string {
  return Buffer.from(Float32Array.from(embedding).buffer).toString('base64');
}

function toNumbers(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}
