import { CHANNELS, encodePng } from './png.ts';
import { disc, larger, line, plate, SHIELD, type Shape, TICK, within } from './shapes.ts';

/** What the icon beside the clock says. Each differs by form, not by colour alone. */
export type TrayLook = 'ready' | 'working' | 'attention' | 'failed';

type Colour = readonly [red: number, green: number, blue: number];
interface Layer {
  shape: Shape;
  /** Null: a hole down to what lies under the icon. */
  colour: Colour | null;
}

const FIELD = 32;
/** Points looked at in each pixel, each way: edges of few pixels need more of them. */
const samplesAt = (size: number): number => (size < 128 ? 4 : 2);

const GREEN: Colour = [0x1f, 0x5f, 0x5b];
const WHITE: Colour = [0xff, 0xff, 0xff];
const BLACK: Colour = [0, 0, 0];
const AMBER: Colour = [0xd9, 0x8a, 0x00];
const RED: Colour = [0xc6, 0x28, 0x28];

/** The program's icon, as `renderer/styles/icon.svg` draws it. */
export function appIconPng(size: number): Buffer {
  return draw(size, [
    { shape: plate(8), colour: GREEN },
    { shape: line(SHIELD, 2.2, true), colour: WHITE },
    { shape: line(TICK, 2.2), colour: WHITE },
  ]);
}

const drawn = new Map<string, Buffer>();

/**
 * The icon beside the clock, drawn once for each look and size: the shield with a tick, three dots while records are worked on, and at its corner a dot for what needs a person,
 * a cross where the appliance does not run.
 *
 * @param template in black alone, which macOS colours by its menu bar
 */
export function trayIconPng(look: TrayLook, size: number, template = false): Buffer {
  const name = `${look} ${size} ${template}`;
  const icon = drawn.get(name) ?? drawTrayIcon(look, size, template);
  drawn.set(name, icon);
  return icon;
}

function drawTrayIcon(look: TrayLook, size: number, template: boolean): Buffer {
  const ink = (colour: Colour): Colour => (template ? BLACK : colour);
  // As large as the field allows: the system shows it on 16 to 24 pixels.
  const shield = larger(within(SHIELD), 1.5);
  const layers: Layer[] = [{ shape: shield, colour: ink(GREEN) }];
  if (look === 'working') {
    for (const x of [10.2, 16, 21.8]) layers.push({ shape: disc([x, 15], 2.3), colour: template ? null : WHITE });
  } else {
    layers.push({ shape: larger(line(TICK, 2.4), 1.5), colour: template ? null : WHITE });
  }
  return draw(size, [...layers, ...badge(look, ink)]);
}

function badge(look: TrayLook, ink: (colour: Colour) => Colour): Layer[] {
  if (look !== 'attention' && look !== 'failed') return [];
  const around: Layer = { shape: disc([24, 24], 9), colour: null };
  const cross = [
    line(
      [
        [20.5, 20.5],
        [27.5, 27.5],
      ],
      3,
    ),
    line(
      [
        [27.5, 20.5],
        [20.5, 27.5],
      ],
      3,
    ),
  ] as const;
  if (look === 'attention') return [around, { shape: disc([24, 24], 6.5), colour: ink(AMBER) }];
  return [around, { shape: (x, y) => cross.some((part) => part(x, y)), colour: ink(RED) }];
}

/** Draws the layers one over the other, each pixel by the share of its points that a layer covers. */
function draw(size: number, layers: readonly Layer[]): Buffer {
  const rgba = new Uint8Array(size * size * CHANNELS);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) rgba.set(pixel(x, y, size, layers), (y * size + x) * CHANNELS);
  }
  return encodePng(rgba, size);
}

function pixel(x: number, y: number, size: number, layers: readonly Layer[]): number[] {
  const samples = samplesAt(size);
  const unit = FIELD / size;
  const sum = [0, 0, 0];
  let seen = 0;
  for (let sample = 0; sample < samples * samples; sample += 1) {
    const px = (x + ((sample % samples) + 0.5) / samples) * unit;
    const py = (y + (Math.floor(sample / samples) + 0.5) / samples) * unit;
    const colour = layers.findLast(({ shape }) => shape(px, py))?.colour;
    if (!colour) continue;
    seen += 1;
    colour.forEach((value, channel) => {
      sum[channel] = (sum[channel] ?? 0) + value;
    });
  }
  const mean = sum.map((value) => (seen === 0 ? 0 : Math.round(value / seen)));
  return [...mean, Math.round((seen / (samples * samples)) * 255)];
}
