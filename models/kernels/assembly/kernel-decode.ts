export { chainPlaces } from './decode/chains';
