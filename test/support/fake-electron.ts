import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ShellElectron } from '../../main/shell/contract.ts';

/** One call: the name and its arguments. */
export interface Call {
  name: string;
  args: unknown[];
}

/** An emitter that records what is called on it. */
export class Recorder extends EventEmitter {
  readonly calls: Call[] = [];
  protected record(name: string, ...args: unknown[]): void {
    this.calls.push({ name, args });
  }
  /** The arguments of each call of that name. */
  argsOf(name: string): unknown[][] {
    return this.calls.filter((call) => call.name === name).map(({ args }) => args);
  }
}

/** Electron's event, with only what refusing it needs. */
export class FakeEvent {
  defaultPrevented = false;
  preventDefault = (): void => {
    this.defaultPrevented = true;
  };
}

export class FakeApp extends Recorder {
  isPackaged = false;
  hasLock = true;
  locale = 'en-GB';
  loginItem: { openAtLogin: boolean; args?: string[] } = { openAtLogin: false };
  paths: Record<string, string> = {};
  readonly ready = Promise.withResolvers<void>();
  whenReady = (): Promise<void> => this.ready.promise;
  requestSingleInstanceLock = (): boolean => this.hasLock;
  getAppPath = (): string => '/app';
  getPath = (name: string): string => this.paths[name] ?? `/paths/${name}`;
  getVersion = (): string => '0.0.0';
  getName = (): string => 'Custos';
  getLocale = (): string => this.locale;
  getPreferredSystemLanguages = (): string[] => [this.locale];
  wasOpenedAtLogin = false;
  getLoginItemSettings = (): { openAtLogin: boolean; wasOpenedAtLogin: boolean } => ({
    ...this.loginItem,
    wasOpenedAtLogin: this.wasOpenedAtLogin,
  });
  setLoginItemSettings = (settings: { openAtLogin: boolean }): void => {
    this.record('setLoginItemSettings', settings);
    this.loginItem = settings;
  };
  /** Each switch with its value. */
  readonly switches: [name: string, value?: string][] = [];
  readonly commandLine = {
    appendSwitch: (name: string, value?: string): void => {
      this.switches.push(value === undefined ? [name] : [name, value]);
    },
  };
  setAppUserModelId = (id: string): void => this.record('setAppUserModelId', id);
  setBadgeCount = (count: number): boolean => {
    this.record('setBadgeCount', count);
    return true;
  };
  setAsDefaultProtocolClient = (scheme: string): boolean => {
    this.record('setAsDefaultProtocolClient', scheme);
    return true;
  };
  enableSandbox = (): void => this.record('enableSandbox');
  focus = (): void => this.record('focus');
  quit = (): void => {
    this.record('quit');
    this.emit('before-quit', new FakeEvent());
  };
  exit = (code?: number): void => this.record('exit', code);
}

export class FakeWebContents extends Recorder {
  id = 1;
  url = '';
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  mainFrame = { url: '', origin: '', processId: 1, routingId: 1, parent: null };
  readonly navigationHistory = {
    goBack: (): void => this.record('goBack'),
    goForward: (): void => this.record('goForward'),
  };
  crashed = false;
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }): void => {
    this.openHandler = handler;
  };
  getURL = (): string => this.url;
  isCrashed = (): boolean => this.crashed;
  isDestroyed = (): boolean => false;
  setWebRTCIPHandlingPolicy = (policy: string): void => this.record('setWebRTCIPHandlingPolicy', policy);
  reload = (): void => this.record('reload');
  forcefullyCrashRenderer = (): void => this.record('forcefullyCrashRenderer');
  print = (...args: unknown[]): void => this.record('print', ...args);
  send = (...args: unknown[]): void => this.record('send', ...args);
  openDevTools = (): void => this.record('openDevTools');
}

export class FakeBrowserWindow extends Recorder {
  static readonly opened: FakeBrowserWindow[] = [];
  /** Called, as in Electron, with each page and window before anything is loaded into it. */
  static onContents: (contents: FakeWebContents) => void = () => {};
  static onWindow: (window: FakeBrowserWindow) => void = () => {};
  static fromWebContents = (contents: FakeWebContents): FakeBrowserWindow | null =>
    FakeBrowserWindow.opened.find((window) => window.webContents === contents) ?? null;
  readonly webContents = new FakeWebContents();
  readonly options: Record<string, unknown>;
  minimized = false;
  maximized = false;
  visible = false;
  destroyed = false;
  bounds = { x: 0, y: 0, width: 1280, height: 860 };
  focused = false;
  fullScreen = false;
  /** Whether the page may object when it is asked to close: it then emits an event first. */
  guardsUnload = false;
  constructor(options: Record<string, unknown> = {}) {
    super();
    this.options = options;
    FakeBrowserWindow.opened.push(this);
    FakeBrowserWindow.onContents(this.webContents);
    FakeBrowserWindow.onWindow(this);
  }
  loadURL = async (url: string): Promise<void> => {
    this.record('loadURL', url);
    this.webContents.url = url;
    this.webContents.mainFrame.url = url;
  };
  show = (): void => {
    this.record('show');
    this.visible = true;
  };
  hide = (): void => {
    this.record('hide');
    this.visible = false;
  };
  focus = (): void => this.record('focus');
  restore = (): void => {
    this.record('restore');
    this.minimized = false;
  };
  maximize = (): void => {
    this.record('maximize');
    this.maximized = true;
  };
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isVisible = (): boolean => this.visible;
  isDestroyed = (): boolean => this.destroyed;
  isFocused = (): boolean => this.focused;
  minimize = (): void => this.record('minimize');
  setFullScreen = (on: boolean): void => {
    this.record('setFullScreen', on);
    this.fullScreen = on;
  };
  isFullScreen = (): boolean => this.fullScreen;
  getBounds = () => this.bounds;
  getNormalBounds = () => this.bounds;
  setBounds = (bounds: typeof this.bounds): void => {
    this.record('setBounds', bounds);
    this.bounds = bounds;
  };
  removeMenu = (): void => this.record('removeMenu');
  setMenuBarVisibility = (visible: boolean): void => this.record('setMenuBarVisibility', visible);
  flashFrame = (on: boolean): void => this.record('flashFrame', on);
  setOverlayIcon = (...args: unknown[]): void => this.record('setOverlayIcon', ...args);
  close = (): void => {
    const event = new FakeEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    const unload = new FakeEvent();
    if (this.guardsUnload) this.webContents.emit('will-prevent-unload', unload);
    if (!this.guardsUnload || unload.defaultPrevented) this.destroy();
  };
  destroy = (): void => {
    this.destroyed = true;
    this.emit('closed');
  };
}

export class FakeUtilityProcess extends Recorder {
  pid: number | undefined = 4711;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly entry: string;
  readonly args: string[];
  readonly options: Record<string, unknown>;
  constructor(entry: string, args: string[], options: Record<string, unknown>) {
    super();
    this.entry = entry;
    this.args = args;
    this.options = options;
  }
  postMessage = (message: unknown): void => this.record('postMessage', message);
  kill = (): boolean => {
    this.record('kill');
    return true;
  };
  /** The server ends with `code`. */
  end(code: number): void {
    this.pid = undefined;
    this.emit('exit', code);
  }
  /** What the shell sent it, in order. */
  get sent(): Record<string, unknown>[] {
    return this.argsOf('postMessage').map(([message]) => message as Record<string, unknown>);
  }
}

export class FakeUtilityProcesses {
  readonly forked: FakeUtilityProcess[] = [];
  fork = (entry: string, args: string[] = [], options: Record<string, unknown> = {}): FakeUtilityProcess => {
    const child = new FakeUtilityProcess(entry, args, options);
    this.forked.push(child);
    return child;
  };
  get last(): FakeUtilityProcess {
    const child = this.forked.at(-1);
    if (!child) throw new Error('nothing was forked');
    return child;
  }
}

export class FakeDialog extends Recorder {
  /** The person's answer. */
  response = 0;
  openPaths: string[] = [];
  savePath: string | undefined = undefined;
  showMessageBox = async (...args: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
    this.record('showMessageBox', ...args);
    return { response: this.response, checkboxChecked: false };
  };
  showMessageBoxSync = (...args: unknown[]): number => {
    this.record('showMessageBoxSync', ...args);
    return this.response;
  };
  showErrorBox = (title: string, content: string): void => this.record('showErrorBox', title, content);
  showOpenDialog = async (...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> => {
    this.record('showOpenDialog', ...args);
    return { canceled: this.openPaths.length === 0, filePaths: this.openPaths };
  };
  showSaveDialog = async (...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> => {
    this.record('showSaveDialog', ...args);
    return { canceled: this.savePath === undefined, filePath: this.savePath ?? '' };
  };
}

type PermissionRequest = (
  contents: unknown,
  permission: string,
  decide: (yes: boolean) => void,
  details: unknown,
) => void;
type PermissionCheck = (contents: unknown, permission: string, origin: string, details: unknown) => boolean;

export class FakeSession extends Recorder {
  permissionRequest: PermissionRequest | null = null;
  permissionCheck: PermissionCheck | null = null;
  devicePermission: ((details: unknown) => boolean) | null = null;
  cookieJar: Record<string, unknown>[] = [];
  beforeRequest: ((details: { url: string }, decide: (answer: { cancel?: boolean }) => void) => void) | null = null;
  headersReceived: ((details: unknown, decide: (answer: unknown) => void) => void) | null = null;
  readonly cookies = {
    set: async (cookie: Record<string, unknown>): Promise<void> => void this.cookieJar.push(cookie),
    get: async (): Promise<Record<string, unknown>[]> => this.cookieJar,
    remove: async (url: string, name: string): Promise<void> => this.record('cookies.remove', url, name),
  };
  readonly webRequest = {
    onBeforeRequest: (handler: typeof this.beforeRequest): void => {
      this.beforeRequest = handler;
    },
    onHeadersReceived: (handler: typeof this.headersReceived): void => {
      this.headersReceived = handler;
    },
  };
  readonly protocol = new FakeProtocol();
  setPermissionRequestHandler = (handler: PermissionRequest | null): void => {
    this.permissionRequest = handler;
  };
  setPermissionCheckHandler = (handler: PermissionCheck | null): void => {
    this.permissionCheck = handler;
  };
  setDevicePermissionHandler = (handler: ((details: unknown) => boolean) | null): void => {
    this.devicePermission = handler;
  };
  setBluetoothPairingHandler = (handler: unknown): void => this.record('setBluetoothPairingHandler', handler);
  setDisplayMediaRequestHandler = (handler: unknown): void => this.record('setDisplayMediaRequestHandler', handler);
  clearCache = async (): Promise<void> => this.record('clearCache');
  clearData = async (): Promise<void> => this.record('clearData');
  setSpellCheckerEnabled = (on: boolean): void => this.record('setSpellCheckerEnabled', on);
  setSpellCheckerDictionaryDownloadURL = (url: string): void =>
    this.record('setSpellCheckerDictionaryDownloadURL', url);
  setProxy = async (config: unknown): Promise<void> => this.record('setProxy', config);
  flushStorageData = (): void => this.record('flushStorageData');
}

export class FakeSessions {
  readonly defaultSession = new FakeSession();
  /** Sessions by the name of their partition. */
  readonly parts = new Map<string, FakeSession>();
  fromPartition = (name: string): FakeSession => {
    const session = this.parts.get(name) ?? new FakeSession();
    this.parts.set(name, session);
    return session;
  };
}

export class FakeImage {
  readonly representations: { scaleFactor: number; width: number; height: number; buffer: Buffer }[] = [];
  isTemplate = false;
  addRepresentation = (one: FakeImage['representations'][number]): void => void this.representations.push(one);
  setTemplateImage = (on: boolean): void => {
    this.isTemplate = on;
  };
}

/** A keystore that reverses text: the sealed bytes contain none of the original. */
export class FakeSafeStorage {
  available = true;
  backend: 'basic_text' | 'gnome_libsecret' | 'kwallet6' | 'unknown' = 'gnome_libsecret';
  /** A keystore of another user or a new system cannot open what this one sealed. */
  owner = 'this user';
  /** Chromium's mark on what a keystore sealed (`v11`), and on what the password in its own source sealed (`v10`). */
  tag = 'v11';
  shouldReEncrypt = false;
  encrypted = 0;
  isAsyncEncryptionAvailable = async (): Promise<boolean> => this.available;
  getSelectedStorageBackend = (): string => this.backend;
  encryptStringAsync = async (text: string): Promise<Buffer> => {
    this.encrypted += 1;
    const turned = Buffer.from([this.owner, ...text].reverse().join('\u0000'), 'utf16le');
    return Buffer.concat([Buffer.from(this.tag), turned]);
  };
  decryptStringAsync = async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    const [owner, ...signs] = sealed.subarray(this.tag.length).toString('utf16le').split('\u0000').reverse();
    if (owner !== this.owner) throw new Error('Error while decrypting the ciphertext provided');
    return { result: signs.join(''), shouldReEncrypt: this.shouldReEncrypt };
  };
}

export class FakeMenu {
  static applicationMenu: unknown = null;
  static readonly built: unknown[][] = [];
  readonly template: unknown[];
  constructor(template: unknown[]) {
    this.template = template;
  }
  static buildFromTemplate = (template: unknown[]): FakeMenu => {
    FakeMenu.built.push(template);
    return new FakeMenu(template);
  };
  static setApplicationMenu = (menu: unknown): void => {
    FakeMenu.applicationMenu = menu;
  };
  popup = (): void => {};
}

export class FakeTray extends Recorder {
  static readonly made: FakeTray[] = [];
  menu: unknown = null;
  tip = '';
  image: unknown;
  destroyed = false;
  constructor(image: unknown) {
    super();
    this.image = image;
    FakeTray.made.push(this);
  }
  setContextMenu = (menu: unknown): void => {
    this.menu = menu;
  };
  setToolTip = (tip: string): void => {
    this.tip = tip;
  };
  setTitle = (title: string): void => this.record('setTitle', title);
  setImage = (image: unknown): void => {
    this.image = image;
  };
  isDestroyed = (): boolean => this.destroyed;
  destroy = (): void => {
    this.destroyed = true;
  };
}

export class FakeNotification extends Recorder {
  static supported = true;
  static readonly made: FakeNotification[] = [];
  static isSupported = (): boolean => FakeNotification.supported;
  readonly options: Record<string, unknown>;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeNotification.made.push(this);
  }
  show = (): void => this.record('show');
  close = (): void => this.record('close');
}

export class FakeProtocol extends Recorder {
  readonly handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  registerSchemesAsPrivileged = (schemes: unknown): void => this.record('registerSchemesAsPrivileged', schemes);
  handle = (scheme: string, handler: (request: Request) => Response | Promise<Response>): void => {
    this.handlers.set(scheme, handler);
  };
}

export class FakeIpcMain extends Recorder {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  handle = (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void => {
    this.handlers.set(channel, handler);
  };
  removeHandler = (channel: string): void => void this.handlers.delete(channel);
}

export class FakeScreen extends Recorder {
  displays = [
    { id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 }, workArea: { x: 0, y: 0, width: 1920, height: 1040 } },
  ];
  getAllDisplays = () => this.displays;
  getPrimaryDisplay = () => this.displays[0];
  getDisplayMatching = ({ x }: { x: number }) =>
    this.displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width) ?? this.displays[0];
}

export class FakeShell extends Recorder {
  openPath = async (path: string): Promise<string> => {
    this.record('openPath', path);
    return '';
  };
  openExternal = async (url: string): Promise<void> => this.record('openExternal', url);
  showItemInFolder = (path: string): void => this.record('showItemInFolder', path);
}

export class FakeClipboard extends Recorder {
  writeText = (text: string): void => this.record('writeText', text);
}

export class FakePowerMonitor extends Recorder {}

/** Everything that the shell uses of Electron, without Electron. The test emits events; calls are recorded. */
export function fakeElectron() {
  FakeBrowserWindow.opened.length = 0;
  FakeTray.made.length = 0;
  FakeNotification.made.length = 0;
  FakeNotification.supported = true;
  FakeMenu.built.length = 0;
  FakeMenu.applicationMenu = null;
  const fakes = {
    app: new FakeApp(),
    BrowserWindow: FakeBrowserWindow,
    Menu: FakeMenu,
    Notification: FakeNotification,
    Tray: FakeTray,
    clipboard: new FakeClipboard(),
    dialog: new FakeDialog(),
    ipcMain: new FakeIpcMain(),
    nativeImage: {
      createEmpty: () => new FakeImage(),
      createFromPath: (path: string) => ({ path, setTemplateImage: () => {}, isEmpty: () => false }),
    },
    net: { fetch: async (): Promise<Response> => new Response('') },
    powerMonitor: new FakePowerMonitor(),
    protocol: new FakeProtocol(),
    safeStorage: new FakeSafeStorage(),
    screen: new FakeScreen(),
    session: new FakeSessions(),
    shell: new FakeShell(),
    utilityProcess: new FakeUtilityProcesses(),
  };
  FakeBrowserWindow.onContents = (contents) => fakes.app.emit('web-contents-created', new FakeEvent(), contents);
  FakeBrowserWindow.onWindow = (window) => fakes.app.emit('browser-window-created', new FakeEvent(), window);
  return { ...fakes, asElectron: fakes as unknown as ShellElectron };
}

export type FakeElectron = ReturnType<typeof fakeElectron>;
