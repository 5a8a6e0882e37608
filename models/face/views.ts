import { LEFT_EYE, LEFT_MOUTH, type Place, type Point, RIGHT_EYE, RIGHT_MOUTH } from './align.ts';
import type { CropForm } from './crops.ts';
import { FACE_NETS } from './nets.ts';

/** A crop in which a net sees a face. */
export interface View {
  /** The places for the alignment. */
  places: readonly Place[];
  form: CropForm;
}

const mirrored = ({ places, form }: View): View => ({ places, form: { ...form, mirrored: true } });

/** faceres' mean face, in distances between its eyes: how far its mouth is below them, and how wide it is. */
const MOUTH_BELOW = 1.05;
const MOUTH_WIDTH = 0.8;
/** The input of the VGGFace networks: blue, green, red, minus the mean of each (Parkhi and others, "Deep face recognition", 2015). */
const FACERES_FORM: CropForm = { less: [123.68, 116.779, 103.939], gain: 1, blueFirst: true };

/** Returns the positions of eyes and mouth in a crop for faceres. */
function facePlaces({ eyeDistance, eyeY }: { eyeDistance: number; eyeY: number }): Place[] {
  const centre = FACE_NETS.faceres.size / 2;
  const eye = eyeDistance / 2;
  const mouth = eye * MOUTH_WIDTH;
  const mouthY = eyeY + MOUTH_BELOW * eyeDistance;
  return [
    { vertices: LEFT_EYE, at: { x: centre - eye, y: eyeY } },
    { vertices: RIGHT_EYE, at: { x: centre + eye, y: eyeY } },
    { vertices: LEFT_MOUTH, at: { x: centre - mouth, y: mouthY } },
    { vertices: RIGHT_MOUTH, at: { x: centre + mouth, y: mouthY } },
  ];
}

/**
 * faceres needs a loose crop. Two that differ in scale and mirroring distinguish better than one and its mirror image, at the same cost; four are
 * hardly better. On Labeled Faces in the Wild the share of true pairs found at 1 and 0.1 % of the 299 listed false ones, then of all 624,014, and
 * what the score would cost in bits (Cllr: Brümmer and du Preez, "Application-independent evaluation of speaker detection", 2006; all false pairs,
 * the score fitted again). One true pair is 0.3 %, so single columns mean little:
 *
 *   eyes 60, and 76 mirrored   97.7 %   91.3 %   97.7 %   89.7 %   0.0715   2 passes
 *   eyes 60, and 72 mirrored   99.0 %   91.3 %   96.3 %   88.0 %   0.0714   2 passes
 *   eyes 60, and 78 mirrored   98.0 %   91.7 %   97.7 %   89.3 %   0.0703   2 passes
 *   eyes 62, and 80 mirrored   98.3 %   92.7 %   97.0 %   89.3 %   0.0656   2 passes, as here
 *   eyes 62, and 84 mirrored   97.0 %   92.3 %   96.0 %   89.0 %   0.0697   2 passes
 *
 * Earlier, with landmarks in whole pixels: one of 68 and its mirror image found 97.0 and 87.3 % at all false ones, of 84 94.0 and
 * 87.0, the face's box without alignment 96.3 and 88.7, four passes no more than two.
 */
export const FACERES_VIEWS: readonly View[] = [
  { places: facePlaces({ eyeDistance: 62, eyeY: 95.3 }), form: FACERES_FORM },
  mirrored({ places: facePlaces({ eyeDistance: 80, eyeY: 88 }), form: FACERES_FORM }),
];

/** The margin around dlib's mean face, as a share of its side. */
const PADDING = 0.25;
/**
 * dlib's mean face without brows and lower lip, of width 1 (`get_face_chip_details` of dlib,
 * `dlib/image_transforms/interpolation.h`), and the mesh vertex at each of its points.
 */
const DLIB_FACE: readonly (readonly [vertex: number, x: number, y: number])[] = [
  // The nose, down its bridge and along its lower edge.
  [168, 0.490127, 0.203352],
  [197, 0.490127, 0.307009],
  [5, 0.490127, 0.409805],
  [4, 0.490127, 0.515625],
  [75, 0.36688, 0.587326],
  [97, 0.426036, 0.609345],
  [2, 0.490127, 0.628106],
  [326, 0.554217, 0.609345],
  [305, 0.613373, 0.587326],
  // The eyes.
  [33, 0.121737, 0.216423],
  [160, 0.187122, 0.178758],
  [158, 0.265825, 0.179852],
  [133, 0.334606, 0.231733],
  [153, 0.260918, 0.245099],
  [144, 0.182743, 0.244077],
  [362, 0.645647, 0.231733],
  [385, 0.714428, 0.179852],
  [387, 0.793132, 0.178758],
  [263, 0.858516, 0.216423],
  [373, 0.79751, 0.244077],
  [380, 0.719335, 0.245099],
  // The upper lip, along its upper edge and its lower one.
  [61, 0.254149, 0.780233],
  [39, 0.340985, 0.745405],
  [37, 0.428858, 0.727388],
  [0, 0.490127, 0.742578],
  [267, 0.551395, 0.727388],
  [269, 0.639268, 0.745405],
  [291, 0.726104, 0.780233],
  [78, 0.290379, 0.784792],
  [82, 0.428096, 0.778746],
  [13, 0.490127, 0.785343],
  [312, 0.552157, 0.778746],
  [308, 0.689874, 0.784792],
];
const DLIB_VIEW: View = {
  places: DLIB_FACE.map(([vertex, ...face]) => {
    const [x, y] = face.map((share) => ((PADDING + share) / (1 + 2 * PADDING)) * FACE_NETS.dlib.size);
    return { vertices: [vertex], at: { x: x as number, y: y as number } };
  }),
  form: { less: [122.782, 117.001, 104.298], gain: 1 / 256 },
};

/**
 * The face as dlib crops it, and its mirror image. With MobileFaceNet, the columns are: true pairs of Labeled Faces in
 * the Wild above the cosine that 1, 0.1 and 0.01 % of all false ones reach, those between the scores 0.2 and 0.99, and
 * the score's cost in bits (as above; `+` is with the mirror image):
 *
 *   dlib,   MobileFaceNet    99.7 %   99.3 %   96.0 %   5.3 %   0.0203   2 passes, 7.7 CPU-ms
 *   dlib,   MobileFaceNet +  99.7 %   99.0 %   96.3 %   5.0 %   0.0192   3 passes
 *   dlib +, MobileFaceNet    99.7 %   99.0 %   96.7 %   6.0 %   0.0209   3 passes
 *   dlib +, MobileFaceNet +  99.7 %   99.0 %   97.0 %   5.0 %   0.0196   4 passes, as here
 *
 * dlib alone finds 92.0 % at 0.1 % with the mirror image, and 91.7 % without; MobileFaceNet 98.7 and 99.0 %. A mirror image that is 6 % larger or
 * smaller than the face as it is changes no more than one true pair.
 */
export const DLIB_VIEWS: readonly View[] = [DLIB_VIEW, mirrored(DLIB_VIEW)];

/** ArcFace's positions of eyes, nose and mouth in a crop of 112 pixels (Deng and others, 2019; `insightface`, `face_align.py`). */
const ARCFACE: readonly (readonly [vertices: readonly number[], x: number, y: number])[] = [
  [LEFT_EYE, 38.2946, 51.6963],
  [RIGHT_EYE, 73.5318, 51.5014],
  [[4], 56.0252, 71.7366],
  [LEFT_MOUTH, 41.5493, 92.3655],
  [RIGHT_MOUTH, 70.7299, 92.2041],
];
/** The crop shows more around the face than ArcFace's: its points are moved towards the centre. */
const SHRUNK = 0.9;
const ABOUT: Point = { x: 56, y: 71.5 };
const MOBILEFACENET_VIEW: View = {
  places: ARCFACE.map(([vertices, x, y]) => ({
    vertices,
    at: { x: ABOUT.x + SHRUNK * (x - ABOUT.x), y: ABOUT.y + SHRUNK * (y - ABOUT.y) },
  })),
  form: { less: [127.5, 127.5, 127.5], gain: 1 / 128 },
};

/** A face for MobileFaceNet, and its mirror image. */
export const MOBILEFACENET_VIEWS: readonly View[] = [MOBILEFACENET_VIEW, mirrored(MOBILEFACENET_VIEW)];
