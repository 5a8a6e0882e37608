export { edgeStrengths } from './barcode-edges';
export { toReadersGrey } from './barcode-grey';
export { shrinkGrey } from './barcode-shrink';
