/** What the desktop shell provides to the console as `window.custos`. In a browser it is missing, and the console works without it. */
export interface DesktopBridge {
  desktop(): Promise<DesktopInfo>;
  /** Changes the settings for this computer and returns the new ones. Rejects if they cannot be stored. */
  set(change: DesktopChange): Promise<DesktopInfo>;
  /** Shows the system's file dialog; null if the person chose nothing. */
  choosePath(wish: PathWish): Promise<string | null>;
  /** Shows the system's print dialog for the window's content; false if nothing was printed. */
  print(): Promise<boolean>;
  act(act: 'show_log'): Promise<void>;
  /** Opens the window for applicants. `pairingCode`: of the session that begins there. False: applicants cannot capture on this machine. */
  openKiosk(pairingCode: string | null): Promise<boolean>;
}

export interface DesktopInfo {
  /** Null: the program cannot start at login on this system. */
  start_at_login: boolean | null;
  /** Null: this system shows no notifications. */
  notifications: boolean | null;
}

/** Omitted settings stay unchanged. */
export interface DesktopChange {
  start_at_login?: boolean;
  notifications?: boolean;
}

export interface PathWish {
  kind: 'open_file' | 'save_file' | 'open_folder';
  /** The path in the field so far, where the dialog opens; empty if there is none. */
  start: string;
}
