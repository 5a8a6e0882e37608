/** What the windows of one browser tell each other, since they share one session. Never who it is. */
type Word = 'alive' | 'locked' | 'logged_out' | 'changed';

const channel = new BroadcastChannel('custos.session');

export function tellWindows(word: Word): void {
  channel.postMessage(word);
}

/** Hears the other windows. Returns how to stop. */
export function hearWindows(on: (word: Word) => void): () => void {
  const hear = ({ data }: MessageEvent<Word>): void => on(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
