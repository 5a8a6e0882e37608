import { pick } from '../run.ts';
import { ODD_ACTIONS } from './odd-actions.ts';
import { ODD_BOMBS } from './odd-bombs.ts';
import { ODD_BYTES } from './odd-bytes.ts';
import { ODD_CONTENT } from './odd-content.ts';
import { ODD_IMAGES } from './odd-images.ts';
import { ODD_TREES } from './odd-trees.ts';
import type { OddPdf, OddPdfKind } from './types.ts';

const FAMILIES: readonly Record<string, OddPdfKind>[] = [
  ODD_ACTIONS,
  ODD_BOMBS,
  ODD_BYTES,
  ODD_CONTENT,
  ODD_IMAGES,
  ODD_TREES,
];

/** A PDF that is damaged, hostile or rare in one seeded way. Some are valid. */
export async function oddPdf(random: () => number, port: number): Promise<OddPdf & { kind: string }> {
  const family = pick(random, FAMILIES);
  const kind = pick(random, Object.keys(family));
  const odd = await family[kind]?.(random, port);
  return { kind, ...(odd ?? { bytes: Buffer.alloc(0) }) };
}
