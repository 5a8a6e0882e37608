import sharp from 'sharp';

/**
 * Leaves libvips its JPEG and PNG loaders only: it would also open SVG, PDF, TIFF and what else it was built with, each
 * a way in for hostile files. The state is the whole process's, so this is done once, as the worker starts; no cache
 * either, for no picture of a person is to outlive its call.
 */
export function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
  sharp.cache(false);
  sharp.concurrency(1);
}
