import type { Engines, RasterImage } from '../../models/ports.ts';
import { type Meter, metered } from '../../models/runtime/meter.ts';

/** One engine call, from its request to its answer or failure. */
export interface EngineCall {
  /** `mrz.read` */
  name: string;
  /** By `performance.now()`. It includes the time spent waiting for a free worker. */
  startMs: number;
  durationMs: number;
  /** CPU time of the engine's own threads. */
  cpuMs: number;
  /** Size of the file or of the pixels passed to it. */
  bytes: number;
}

/** Wraps engines so that each finished call is passed to `observe`. */
export function observeEngines(engines: Engines, observe: (call: EngineCall) => void): Engines {
  const told = async <T>(name: string, bytes: number, call: () => Promise<T>): Promise<T> => {
    const meter: Meter = { cpuMs: 0 };
    const startMs = performance.now();
    try {
      return await metered(meter, call);
    } finally {
      observe({ name, startMs, durationMs: performance.now() - startMs, cpuMs: meter.cpuMs, bytes });
    }
  };
  const ofPixels = <T>(name: string, { pixels }: RasterImage, call: () => Promise<T>) =>
    told(name, pixels.length, call);
  const { image, pdf, quality, text, secondText, mrz, barcode, face, liveness } = engines;
  return {
    image: {
      inspect: (head) => told('image.inspect', head.length, () => image.inspect(head)),
      decode: (file, options) => told('image.decode', file.length, () => image.decode(file, options)),
      decodeJpeg2000: (file) => told('image.decodeJpeg2000', file.length, () => image.decodeJpeg2000(file)),
      show: (raster, showing) => ofPixels('image.show', raster, () => image.show(raster, showing)),
    },
    pdf: {
      inspect: (file) => told('pdf.inspect', file.length, () => pdf.inspect(file)),
      render: (file, page) => told('pdf.render', file.length, () => pdf.render(file, page)),
      text: (file, limits) => told('pdf.text', file.length, () => pdf.text(file, limits)),
    },
    quality: {
      measure: (raster, options) => ofPixels('quality.measure', raster, () => quality.measure(raster, options)),
      measureText: (raster, words, options) =>
        ofPixels('quality.measureText', raster, () => quality.measureText(raster, words, options)),
    },
    text: { read: (raster, hint) => ofPixels('text.read', raster, () => text.read(raster, hint)) },
    secondText: { read: (raster, hint) => ofPixels('secondText.read', raster, () => secondText.read(raster, hint)) },
    mrz: { read: (raster) => ofPixels('mrz.read', raster, () => mrz.read(raster)) },
    barcode: { read: (raster) => ofPixels('barcode.read', raster, () => barcode.read(raster)) },
    face: {
      model: face.model,
      recognise: (raster, search) => ofPixels('face.recognise', raster, () => face.recognise(raster, search)),
    },
    liveness: {
      model: liveness.model,
      measure: (jpegs, options) => {
        const bytes = jpegs.reduce((sum, jpeg) => sum + jpeg.length, 0);
        return told('liveness.measure', bytes, () => liveness.measure(jpegs, options));
      },
    },
    warm: () => engines.warm(),
    states: () => engines.states(),
    useLanguages: (codes, added) => engines.useLanguages(codes, added),
    close: () => engines.close(),
  };
}
