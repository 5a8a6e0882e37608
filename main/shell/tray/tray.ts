import { readFileSync } from 'node:fs';
import type { NativeImage, Tray } from 'electron';
import type { ShellElectron, ShellState } from '../contract.ts';
import type { ShellTexts } from '../text/texts.ts';
import { type TrayLook, type TrayState, trayMenu, trayState } from './tray-state.ts';

export interface TrayNeeds {
  electron: Pick<ShellElectron, 'Menu' | 'Tray' | 'nativeImage'>;
  platform: NodeJS.Platform;
  texts: ShellTexts;
  hasHost: () => Promise<boolean>;
  open: () => void;
  quit: () => void;
}

/** Pixels of the icon, and pixels per point of the screen. */
const SIZES = [
  { size: 16, scaleFactor: 1 },
  { size: 32, scaleFactor: 2 },
] as const;

/**
 * Returns the icon for a state, a PNG drawn from the SVG next to it: the shield with a tick, three dots while records
 * are processed; at its corner a dot if something needs a person, or a cross if the appliance does not run.
 *
 * @param template black only, which macOS colours to match its menu bar
 */
export function trayIconPng(look: TrayLook, size: (typeof SIZES)[number]['size'], template = false): Buffer {
  return readFileSync(new URL(`icons/${look}${template ? '-template' : ''}-${size}.png`, import.meta.url));
}

/** The tray icon, created as soon as something can show it. */
export class TrayIcon {
  #tray: Tray | null = null;
  #state: TrayState | null = null;
  readonly #needs: TrayNeeds;
  readonly #images = new Map<TrayLook, NativeImage>();

  constructor(needs: TrayNeeds) {
    this.#needs = needs;
  }

  /** Returns whether the icon is visible; checked each time, because parts of a desktop may start later than the appliance. */
  async isThere(): Promise<boolean> {
    const there = await this.#needs.hasHost();
    if (there && this.#tray === null && this.#state !== null) this.#make(this.#state);
    return there && this.#tray !== null;
  }

  update(shell: ShellState): void {
    const next = trayState(shell, this.#needs.texts);
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    const looksSame = next.look === this.#state?.look;
    this.#state = next;
    if (this.#tray === null) return;
    if (!looksSame) this.#tray.setImage(this.#image(next.look));
    this.#tell(this.#tray, next);
  }

  remove(): void {
    this.#tray?.destroy();
    this.#tray = null;
  }

  #make(state: TrayState): void {
    const tray = new this.#needs.electron.Tray(this.#image(state.look));
    this.#tray = tray;
    tray.on('click', this.#needs.open);
    this.#tell(tray, state);
  }

  #tell(tray: Tray, state: TrayState): void {
    const { electron, texts, open, quit } = this.#needs;
    tray.setToolTip([state.status, ...state.counts].join('\n'));
    tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(state, texts, { open, quit })));
  }

  /** Read once each. */
  #image(look: TrayLook): NativeImage {
    const known = this.#images.get(look);
    if (known) return known;
    const isTemplate = this.#needs.platform === 'darwin';
    const image = this.#needs.electron.nativeImage.createEmpty();
    for (const { size, scaleFactor } of SIZES) {
      image.addRepresentation({ scaleFactor, width: size, height: size, buffer: trayIconPng(look, size, isTemplate) });
    }
    image.setTemplateImage(isTemplate);
    this.#images.set(look, image);
    return image;
  }
}
