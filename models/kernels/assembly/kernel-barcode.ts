export { seekBars } from './barcode-bars';
export { blockThresholds, smoothThresholds, toBits } from './barcode-bits';
export { edgeStrengths } from './barcode-edges';
export { seekFinders } from './barcode-finders';
export { shrinkByThree, toReadersGrey } from './barcode-grey';
export { seekLegs } from './barcode-legs';
export { shrinkGrey } from './barcode-shrink';
