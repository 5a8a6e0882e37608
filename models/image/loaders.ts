import sharp from 'sharp';

/**
 * Leaves libvips its loaders of JPEG, PNG, WebP and TIFF only: it would also open SVG, PDF, GIF and what else it was built with, each
 * a way in for hostile files. The state is the whole process's, so this is done once, as the worker starts; no cache
 * either, for no picture of a person is to outlive its call.
 */
export function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
}
