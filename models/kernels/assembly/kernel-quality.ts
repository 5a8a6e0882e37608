export { compactPixels } from './quality/blobs';
