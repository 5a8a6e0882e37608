import { readMrz } from '../../models/mrz/read.ts';
import { EngineError } from '../../models/ports.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { CaptureStep, GuidanceCode } from '../capture/types.ts';
import type { FindingCode } from '../checks/findings.ts';
import { checkQuality } from '../checks/quality.ts';
import type { PreviewAnswer } from '../contract/capture-page.ts';
import { isoTime } from '../lib/clock.ts';

const NOTHING: PreviewAnswer = { message: null, zone: null };

/** What an applicant can do about what is wrong with a picture. */
const REMEDIES: Partial<Record<FindingCode, GuidanceCode>> = {
  image_blank: 'document_not_found',
  image_resolution_too_low: 'too_far',
  image_blurred: 'blurred',
  image_too_dark: 'too_dark',
  image_too_bright: 'too_bright',
  image_glare: 'glare',
};

/** Says what is wrong with a preview of a step, and whether its machine-readable zone can be read. It only guides: nothing depends on it. */
export async function previewPicture(
  { engines, clock, policies }: Pick<Appliance, 'engines' | 'clock' | 'policies'>,
  step: Pick<CaptureStep, 'documentType' | 'side'> | undefined,
  jpeg: Buffer,
): Promise<PreviewAnswer> {
  try {
    const { image, original, damaged } = await engines.image.decode(jpeg);
    const [measures, found] = await Promise.all([engines.quality.measure(image), engines.mrz.read(image)]);
    const zone = found && readMrz(found, isoTime(clock.now()).slice(0, 10));
    const { width, height } = original;
    const document = {
      document_id: 'doc_',
      type: step?.documentType ?? 'unknown',
      width,
      height,
      damaged,
      measures,
    } as const;
    const { findings } = checkQuality({ documents: [document], policy: policies.current() });
    const remedy = findings.map(({ code }) => REMEDIES[code]).find((code) => code !== undefined);
    // The zone of a card of ID-1 size has three lines and stands on its back (ICAO Doc 9303, part 5).
    const isBack = zone?.lines.length === 3;
    const isWrong = isBack && step?.side === 'front' && step.documentType !== 'passport';
    return {
      message: isWrong ? 'wrong_side' : (remedy ?? null),
      zone: zone?.valid ? 'read' : found ? 'seen' : 'none',
    };
  } catch (error) {
    if (error instanceof EngineError) return NOTHING;
    throw error;
  }
}
