/** What the desktop shell gives the console as `window.custos`. In a browser there is none, and the console does without. */
export interface DesktopBridge {
  desktop(): Promise<DesktopInfo>;
  /** Changes what is set for this computer, and tells what then holds. Rejects where it could not be stored. */
  set(change: DesktopChange): Promise<DesktopInfo>;
  /** Shows the system's own dialog; null where the person chose nothing. */
  choosePath(wish: PathWish): Promise<string | null>;
  /** Shows the system's print dialog for what the window shows; false where nothing was printed. */
  print(): Promise<boolean>;
  act(act: 'show_log'): Promise<void>;
}

export interface DesktopInfo {
  /** Null: the program cannot be started at login here. */
  start_at_login: boolean | null;
  /** Null: this system shows no notifications. */
  notifications: boolean | null;
}

/** What is left out stays as it is. */
export interface DesktopChange {
  start_at_login?: boolean;
  notifications?: boolean;
}

export interface PathWish {
  kind: 'open_file' | 'save_file' | 'open_folder';
  /** The path the field holds so far, where the dialog begins; empty where there is none. */
  start: string;
}
