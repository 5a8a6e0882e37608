/** A traced program's use of files and sockets. */
export interface Traced {
  /** Files that it opened, each once, with the paths that the system resolved. */
  opened: string[];
  /** Addresses that it connected to or tried to connect to: `127.0.0.1`, `::1`, `unix`. */
  connected: string[];
}

/** An opened file; strace's `-y` prints its path behind the number. The end of an interrupted call looks the same. */
const OPENED = /\bopenat?2?(?:\(| resumed>).* = \d+<(.*)>$/;
const CONNECT = /\bconnect\((.*)/;
const INET = /sin_addr=inet_addr\("([^"]+)"\)/;
const INET6 = /inet_pton\(AF_INET6, "([^"]+)"/;

/** Reads the output of `strace -f -y -e trace=open,openat,openat2,connect`. */
export function readTrace(text: string): Traced {
  const opened = new Set<string>();
  const connected = new Set<string>();
  for (const line of text.split('\n')) {
    const path = OPENED.exec(line)?.[1];
    if (path !== undefined) opened.add(path);
    const call = CONNECT.exec(line)?.[1];
    if (call !== undefined) connected.add(addressOf(call));
  }
  return { opened: [...opened].toSorted(), connected: [...connected].toSorted() };
}

function addressOf(call: string): string {
  const inet = INET.exec(call)?.[1] ?? INET6.exec(call)?.[1];
  if (inet !== undefined) return inet;
  return /sa_family=AF_(?:UNIX|LOCAL)/.test(call) ? 'unix' : `unknown (${call})`;
}

/** The system's own: shared libraries, the kernel's files about itself, times, names, certificates' settings. */
const SYSTEM = [
  /^\/(?:usr\/)?lib(?:64|32)?\//,
  /^\/(?:proc|sys|dev)(?:\/|$)/,
  /^\/etc\/(?:ld\.so\.cache|ld\.so\.preload|localtime|nsswitch\.conf|passwd|group|hosts|resolv\.conf|host\.conf|gai\.conf|os-release|ssl\/openssl\.cnf)$/,
  /^\/usr\/share\/zoneinfo\//,
  // Read, not run: sharp detects the C library from it.
  /^\/usr\/bin\/ldd$/,
  /^(?:pipe|socket|anon_inode|\/memfd):/,
];

/** The opened files that are neither below `folders` nor part of the system. */
export function strayFiles(opened: readonly string[], folders: readonly string[]): string[] {
  const isInside = (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return opened.filter((path) => !isInside(path) && !SYSTEM.some((pattern) => pattern.test(path)));
}

/** The addresses outside this machine. */
export function strayAddresses(connected: readonly string[]): string[] {
  return connected.filter((address) => address !== 'unix' && address !== '::1' && !address.startsWith('127.'));
}
