export { compactPixels } from './quality/blobs';
export { countValues } from './quality/counts';
export { findExtremes } from './quality/extremes';
export { varianceOfLaplacian } from './quality/laplacian';
