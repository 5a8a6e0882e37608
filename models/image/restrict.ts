import sharp from 'sharp';

/**
 * Leaves libvips only its loaders of JPEG, PNG, WebP and TIFF: it would also open SVG, PDF, GIF and other formats, each
 * an attack surface for hostile files. The state belongs to the whole process, so this runs once, as a worker starts.
 * Also turns the cache off, because no picture of a person may outlive its call.
 */
export function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
}
