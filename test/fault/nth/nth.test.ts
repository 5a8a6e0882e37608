import { failPiece } from './pieces.ts';

failPiece(0);
