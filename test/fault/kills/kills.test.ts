import { killPiece } from './pieces.ts';

killPiece(0);
