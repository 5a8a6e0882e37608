export { chainPlaces } from './decode/chains';
export { takeWindow } from './decode/window';
