export { toGrey } from './grey';
