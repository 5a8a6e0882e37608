import { expect, test } from 'vitest';
import { readTrace, strayAddresses, strayFiles } from '../../support/package/trace.ts';

const TRACE = `10 openat(AT_FDCWD</work>, "server/a.js", O_RDONLY|O_CLOEXEC) = 17</app/server/a.js>
10 openat(AT_FDCWD</work>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 18</etc/passwd>
10 openat(AT_FDCWD</work>, "/not/there", O_RDONLY) = -1 ENOENT (No such file or directory)
11 openat(AT_FDCWD</work>, "/home/x/secret", O_RDONLY <unfinished ...>
11 <... openat resumed>)                = 19</home/x/secret>
11 connect(20<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0
11 connect(20<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
11 connect(21<TCP:[2]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16) = -1 ENETUNREACH
11 connect(22<TCPv6:[3]>, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = 0
11 +++ exited with 0 +++`;

test('a trace tells which files were opened, and what was connected to, in vain or not', () => {
  const { opened, connected } = readTrace(TRACE);
  expect(opened).toEqual(['/app/server/a.js', '/etc/passwd', '/home/x/secret']);
  expect(connected).toEqual(['127.0.0.1', '192.0.2.1', '2001:db8::1', 'unix']);
});

test('files are strange that lie neither below the folders nor with the system', () => {
  const opened = [
    '/app/a',
    '/apple',
    '/usr/lib/x.so',
    '/usr/libexec/x',
    '/proc/1/stat',
    '/home/x',
    '/etc/shadow',
    '/data',
    '/usr/share/fonts/x.ttf',
  ];
  const strange = ['/apple', '/usr/libexec/x', '/home/x', '/etc/shadow', '/usr/share/fonts/x.ttf'];
  expect(strayFiles(opened, ['/app', '/data'])).toEqual(strange);
});

test("addresses are strange that are not this machine's own", () => {
  expect(strayAddresses(['unix', '127.0.0.1', '::1', '10.0.0.1', 'unknown (x)'])).toEqual(['10.0.0.1', 'unknown (x)']);
});
