import { readName } from '../../screening/names/prepare.ts';
import { scoreNames } from '../../screening/names/score.ts';

/** From this likeness on two names are one owner's, as a confirmed hit of the watchlists would need it. */
const SAME_FROM = 0.9;

/** How alike two names are, 0..1, by the comparison that searches the watchlists: any script, order and legal form. */
export function nameLikeness(a: string, b: string, type: 'person' | 'entity'): number {
  const subject = type === 'entity' ? 'organisation' : 'person';
  const others = readName(b, subject);
  const scores = readName(a, subject).flatMap((own) => others.map((other) => scoreNames(own, other).score));
  return Math.max(0, ...scores);
}

/** Whether a register and a submission mean the same owner by these names. */
export function sameName(a: string, b: string, type: 'person' | 'entity'): boolean {
  return nameLikeness(a, b, type) >= SAME_FROM;
}
