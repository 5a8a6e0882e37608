import type { MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './text/texts.ts';

type Item = MenuItemConstructorOptions;

export interface MenuActs {
  /** Opens one of the console's paths. */
  go: (path: string) => void;
  print: () => void;
  reload: () => void;
  back: () => void;
  forward: () => void;
  /** Opens the kiosk window, or closes it. */
  kiosk: () => void;
  close: () => void;
  quit: () => void;
  showLog: () => void;
}

export interface MenuNeeds {
  platform: NodeJS.Platform;
  texts: ShellTexts;
  acts: MenuActs;
  /** A package has no developer tools. */
  isPackaged: boolean;
}

const LINE: Item = { type: 'separator' };

/**
 * Returns the menus of the window and, on macOS, of the program. Their keys all use Ctrl, Cmd or Alt: plain keys belong
 * to the console (`renderer/parts/keys.ts`).
 */
export function menuTemplate({ platform, texts, acts, isPackaged }: MenuNeeds): Item[] {
  const isMac = platform === 'darwin';
  const { menu } = texts;
  return [
    ...(isMac ? [programMenu(texts, acts)] : []),
    { label: menu.file, submenu: fileItems(texts, acts, isMac) },
    { label: menu.edit, submenu: editItems(texts) },
    { label: menu.view, submenu: viewItems(texts, acts, isPackaged) },
    { label: menu.go, submenu: goItems(texts, acts, isMac) },
    ...(isMac
      ? [
          {
            label: menu.window,
            role: 'window' as const,
            submenu: [{ role: 'minimize' as const, label: menu.minimize }],
          },
        ]
      : []),
    { label: menu.help, role: 'help', submenu: helpItems(texts, acts, isMac) },
  ];
}

/** Returns the macOS menu of the program itself. */
function programMenu({ menu }: ShellTexts, { quit }: MenuActs): Item {
  return {
    label: 'Custos',
    submenu: [
      { role: 'about', label: menu.about },
      LINE,
      { role: 'services', label: menu.services },
      LINE,
      { role: 'hide', label: menu.hide },
      { role: 'hideOthers', label: menu.hide_others },
      { role: 'unhide', label: menu.show_all },
      LINE,
      { label: menu.quit, accelerator: 'Cmd+Q', click: quit },
    ],
  };
}

function fileItems({ menu }: ShellTexts, acts: MenuActs, isMac: boolean): Item[] {
  return [
    { label: menu.new_person, accelerator: 'CmdOrCtrl+N', click: () => acts.go('/new') },
    { label: menu.new_company, accelerator: 'CmdOrCtrl+Shift+N', click: () => acts.go('/new/company') },
    LINE,
    { label: menu.kiosk, click: acts.kiosk },
    LINE,
    { label: menu.print, accelerator: 'CmdOrCtrl+P', click: acts.print },
    LINE,
    { label: menu.close, accelerator: 'CmdOrCtrl+W', click: acts.close },
    ...(isMac ? [] : [{ label: menu.quit, accelerator: 'Ctrl+Q', click: acts.quit }]),
  ];
}

const editItems = ({ menu }: ShellTexts): Item[] => [
  { role: 'undo', label: menu.undo },
  { role: 'redo', label: menu.redo },
  LINE,
  ...clipboardItems(menu),
  { role: 'selectAll', label: menu.select_all },
];

const clipboardItems = (menu: ShellTexts['menu']): Item[] => [
  { role: 'cut', label: menu.cut },
  { role: 'copy', label: menu.copy },
  { role: 'paste', label: menu.paste },
];

function viewItems({ menu }: ShellTexts, { reload }: MenuActs, isPackaged: boolean): Item[] {
  return [
    { label: menu.reload, accelerator: 'CmdOrCtrl+R', click: reload },
    LINE,
    { role: 'zoomIn', label: menu.zoom_in },
    { role: 'zoomOut', label: menu.zoom_out },
    { role: 'resetZoom', label: menu.zoom_reset },
    LINE,
    { role: 'togglefullscreen', label: menu.full_screen },
    ...(isPackaged ? [] : [LINE, { role: 'toggleDevTools' as const, label: menu.developer_tools }]),
  ];
}

/** The screens in the menu, in the order of their keys (Ctrl+1 to 7); the console refuses a person without access. */
export const SCREENS = [
  ['work_list', '/'],
  ['alerts', '/alerts'],
  ['screening', '/screening'],
  ['lists', '/lists'],
  ['registers', '/registers'],
  ['policy', '/policy'],
  ['system', '/system'],
] as const;

const goItems = ({ menu }: ShellTexts, { go, back, forward }: MenuActs, isMac: boolean): Item[] => [
  { label: menu.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: back },
  { label: menu.forward, accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: forward },
  LINE,
  ...SCREENS.map(([name, path], index) => ({
    label: menu[name],
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => go(path),
  })),
];

const helpItems = ({ menu }: ShellTexts, acts: MenuActs, isMac: boolean): Item[] => [
  { label: menu.api, click: () => acts.go('/docs') },
  { label: menu.show_log, click: acts.showLog },
  ...(isMac ? [] : [LINE, { role: 'about' as const, label: menu.about }]),
];

/** Returns the context menu: text actions, or nothing. */
export function editTemplate(
  { isEditable, selectionText }: { isEditable: boolean; selectionText: string },
  { menu }: ShellTexts,
): Item[] {
  if (isEditable) return [...clipboardItems(menu), LINE, { role: 'selectAll', label: menu.select_all }];
  return selectionText === '' ? [] : [{ role: 'copy', label: menu.copy }];
}
