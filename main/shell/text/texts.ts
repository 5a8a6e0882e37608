/** Every text of the shell itself, in one language. `{…}` is filled in by `fill`. */
export interface ShellTexts {
  language: 'en' | 'fr';
  menu: {
    file: string;
    edit: string;
    view: string;
    go: string;
    window: string;
    help: string;
    new_person: string;
    new_company: string;
    print: string;
    close: string;
    quit: string;
    undo: string;
    redo: string;
    cut: string;
    copy: string;
    paste: string;
    select_all: string;
    reload: string;
    zoom_in: string;
    zoom_out: string;
    zoom_reset: string;
    full_screen: string;
    minimize: string;
    about: string;
    services: string;
    hide: string;
    hide_others: string;
    show_all: string;
    back: string;
    forward: string;
    work_list: string;
    alerts: string;
    screening: string;
    lists: string;
    registers: string;
    policy: string;
    system: string;
    api: string;
    show_log: string;
    developer_tools: string;
  };
  tray: {
    open: string;
    quit: string;
    waiting: string;
    alerts: string;
    working: string;
    starting: string;
    ready: string;
    attention: string;
    failed: string;
    stopping: string;
    passphrase: string;
  };
  notification: { one_waiting: string; more_waiting: string };
  /** Of an installer that the server handed over. */
  update: {
    app_image_replaced: string;
    app_image_unknown: string;
    setup_started: string;
    image_opened: string;
    deb_command: string;
    failed: string;
  };
  /** What is shown once. */
  secret: { first_key: string; setup_code: string; copy: string; close: string };
  dialog: {
    ok: string;
    save_title: string;
    all_files: string;
    open_file: string;
    save_file: string;
    open_folder: string;
    start_failed: string;
    start_failed_why: string;
    download_failed: string;
    download_failed_why: string;
    leave: string;
    leave_why: string;
    leave_go: string;
    leave_stay: string;
    tray: string;
    tray_why: string;
    quit: string;
    quit_why: string;
    quit_go: string;
    quit_hide: string;
    cancel: string;
  };
}

/** Puts values in the place of `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
