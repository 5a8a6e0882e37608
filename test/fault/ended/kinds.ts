import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BARCODE_WORKER } from '../../../models/barcode/engine.ts';
import { FACE_WORKER } from '../../../models/face/engine.ts';
import { PICTURE_WORKER } from '../../../models/image/engine.ts';
import { MRZ_WORKER } from '../../../models/mrz/engine.ts';
import { TEXT_WORKER } from '../../../models/ocr/options.ts';
import { PDF_WORKER } from '../../../models/pdf/engine.ts';
import { EngineError } from '../../../models/ports.ts';
import { PPOCR_WORKER } from '../../../models/ppocr/options.ts';
import { WorkerSlot } from '../../../models/runtime/slot.ts';
import { makeArchive } from '../../../server/backup/in-thread.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { readInThread } from '../../../server/registries/import/import-register.ts';
import { createReportDrawer } from '../../../server/reports/report/drawer.ts';
import type { Report } from '../../../server/reports/report/layout/blocks.ts';
import { loadInThread } from '../../../server/screening/loader/load.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import type { SigningKey } from '../../../server/vault/signing-key.ts';
import { writeSmallList } from '../../support/lists.ts';
import { openScreening } from '../../unit/screening/setup.ts';

/** A thread of the product: a promise that it has loaded and done its first work, and the function that ends it. */
export interface Begun {
  loaded: Promise<unknown>;
  end(): Promise<unknown>;
}

const WEIGHTS = fileURLToPath(new URL('../../../models/weights', import.meta.url));
const LOG = { info() {}, warn() {}, error() {} };
const PICTURES = { imagePixelsMax: 1e7, workingSidePixelsMax: 2000, renderDpi: 100 };

const REPORT: Report = {
  head: {
    title: 'T',
    subject: 'S',
    keywords: 'K',
    madeAt: '2026-01-31T12:00:00.000Z',
    headLeft: '',
    headRight: '',
    foot: '',
  },
  blocks: [{ kind: 'pictures', items: [0, 1, 2].map((picture) => ({ picture, caption: `Picture ${picture}` })) }],
};

/** Pictures of a report, one after the other. */
async function* pictures(signal: AbortSignal) {
  for (let i = 0; i < 3; i++) {
    yield { width: 400, height: 300, pixels: new Uint8Array(400 * 300 * 3).fill(128) };
    await Promise.race([setTimeout(20), once(signal, 'abort')]);
    signal.throwIfAborted();
  }
}

/** Work that a signal ends. It settles when its thread is gone. */
function ofSignal(work: (signal: AbortSignal) => Promise<unknown>): Begun {
  const ending = new AbortController();
  const loaded = work(ending.signal);
  loaded.catch(() => {});
  return {
    loaded,
    end: async () => {
      ending.abort();
      await loaded.catch(() => {});
    },
  };
}

/** A worker of an engine. */
function ofEngine(script: URL, data: unknown): (folder: string) => Promise<() => Begun> {
  return async () => () => {
    const slot = new WorkerSlot({ name: 'ended', script, data, loadTimeoutMs: 120_000 });
    const loaded = slot.load();
    loaded.catch(() => {});
    return { loaded, end: () => slot.end(new EngineError('crashed', 'ended')) };
  };
}

/** Each kind of product thread that loads native code. */
export const KINDS = {
  lists: async () => {
    const screening = openScreening();
    await screening.importList({ paths: [writeSmallList(screening.dir)] });
    const { db, dir } = screening;
    const versions = activeVersions(db);
    let number = 0;
    return () =>
      ofSignal((signal) =>
        loadInThread({ db, cacheFolder: join(dir, `index-${number++}`), log: LOG, signal }, versions),
      );
  },
  register: async (folder: string) => {
    const path = join(folder, 'register.csv');
    writeFileSync(path, 'number,name,country\n1,Company 1 Ltd,GB\n2,Company 2 Ltd,GB\n');
    let number = 0;
    return () => {
      const order = {
        id: `reg_${number++}`,
        folder,
        paths: [path],
        options: { code: 'uk', name: 'uk' },
        nowMs: 0,
        known: [],
      };
      return ofSignal((signal) => readInThread(order, signal, () => {}));
    };
  },
  backup: async (folder: string) => {
    openDatabase(join(folder, 'keys.db')).exec('CREATE TABLE data_keys (a TEXT) STRICT');
    const signing = { sign: () => Buffer.alloc(64) } as unknown as SigningKey;
    const secret = randomBytes(32);
    let number = 0;
    return () => {
      const path = join(folder, `keys-${number++}`);
      const order = { kind: 'keys', path, header: secret, key: secret, masterKey: secret, dataDir: folder } as const;
      return ofSignal((signal) => makeArchive(order, signing, { signal }));
    };
  },
  report: async () => {
    const patient = createReportDrawer();
    const hasty = createReportDrawer({ timeoutMs: 30 });
    let number = 0;
    // The first report is measured. Every third one after it times out while it is drawn, unless it ends before.
    return () => ofSignal((signal) => (number++ % 3 === 1 ? hasty : patient).draw(REPORT, pictures(signal)));
  },
  image: ofEngine(PICTURE_WORKER, PICTURES),
  pdf: ofEngine(PDF_WORKER, PICTURES),
  barcode: ofEngine(BARCODE_WORKER, { weightsDir: WEIGHTS }),
  mrz: ofEngine(MRZ_WORKER, { weightsDir: WEIGHTS, backend: 'native' }),
  secondText: ofEngine(PPOCR_WORKER, { weightsDir: WEIGHTS }),
  text: ofEngine(TEXT_WORKER, { backend: 'native', languageDir: join(WEIGHTS, 'text'), languages: ['fra'] }),
  face: ofEngine(FACE_WORKER, { weightsDir: WEIGHTS, backend: 'native' }),
} satisfies Record<string, (folder: string) => Promise<() => Begun>>;

export type Kind = keyof typeof KINDS;
