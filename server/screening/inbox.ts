import { LIMITS } from '../lib/limits.ts';
import { type WatchDeps, type WatchFolder, watchFolder } from './watch-folder.ts';

interface InboxDeps extends Omit<WatchDeps, 'folder'> {
  config: { listsInbox: string | null };
  /** Notifies of each change of the configuration. */
  settings: { onChange(listener: () => void): void };
}

/** Watches the configured folder, whose lists are imported automatically, and follows changes of that setting. */
export function followInbox({ config, settings, ...deps }: InboxDeps): { stop(): void } {
  let stopped = false;
  let folder: string | null = null;
  let watched: WatchFolder | null = null;
  const follow = (): void => {
    if (stopped || folder === config.listsInbox) return;
    watched?.stop();
    folder = config.listsInbox;
    watched = folder === null ? null : watchFolder({ ...deps, folder });
    watched?.start((work, intervalMs) => {
      const timer = setInterval(work, intervalMs);
      return { stop: () => clearInterval(timer) };
    }, LIMITS.inboxPollMs);
  };
  follow();
  settings.onChange(follow);
  return {
    stop() {
      stopped = true;
      watched?.stop();
    },
  };
}
