export { scale, sharpen } from './line/scale';
