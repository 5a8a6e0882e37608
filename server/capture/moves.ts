import { randomInt } from 'node:crypto';
import type { Move } from '../../models/ports.ts';
import { MOVES_OF_CHALLENGE } from './types.ts';

const ALL: readonly Move[] = ['left', 'right', 'up', 'down'];

/**
 * Draws the moves of a challenge: no two alike in a row. All 36 sequences are equally likely, so one fixed recording fits 1 in 36 attempts.
 * @param draw returns a whole number from 0 up to, and without, its argument
 */
export function drawMoves(draw: (below: number) => number = randomInt): Move[] {
  const moves: Move[] = [];
  while (moves.length < MOVES_OF_CHALLENGE) {
    const others = ALL.filter((move) => move !== moves.at(-1));
    moves.push(others[draw(others.length)] as Move);
  }
  return moves;
}
