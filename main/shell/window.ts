/** The window's settings: a plain browser page, walled off from Node and from this process. */
export const WINDOW_OPTIONS = {
  width: 1280,
  height: 860,
  minWidth: 960,
  minHeight: 640,
  show: false,
  autoHideMenuBar: true,
  webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
} as const;

/** Whether the window may show `url`: pages of the appliance at `base` only, never another origin or scheme. */
export function mayShow(url: string, base: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(base).origin;
}

/** What the pages of the appliance may use of the machine: the camera without its microphone, and the clipboard to write to. */
export function mayUse(permission: string, mediaTypes: readonly string[] = []): boolean {
  if (permission === 'media') return mediaTypes.length > 0 && mediaTypes.every((type) => type === 'video');
  return permission === 'clipboard-sanitized-write';
}
