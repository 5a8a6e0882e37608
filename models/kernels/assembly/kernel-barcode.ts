export { edgeStrengths } from './barcode-edges';
export { shrinkGrey } from './barcode-shrink';
export { toGrey } from './grey';
