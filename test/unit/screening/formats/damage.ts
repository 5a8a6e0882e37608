const PIECES = [
  ...['<', '>', '"', '&', '&#x0;', '&#0;', '<!--', '<![CDATA[', ']]>', '\u0000', '\u001a', '\ud800', '\r\n', '\n'],
  ...[',', ';', '|', '{', '}', '[', ']', '(', "'", ':', '/', '=', '-', '-0-', 'null', '9999999999'],
];

/** The results of a bad disk, a broken download or an attacker: bytes changed, removed, cut off, doubled or inserted. */
export function damage(bytes: Buffer, random: () => number): Buffer {
  let damaged = bytes;
  for (let change = 0; change < 1 + random() * 3; change += 1) {
    const at = Math.floor(random() * damaged.length);
    const until = at + Math.floor(random() * 30);
    const piece = Buffer.from(PIECES[Math.floor(random() * PIECES.length)] ?? '');
    const inserts = [piece, Buffer.alloc(0), damaged.subarray(at, until), Buffer.from([Math.floor(random() * 256)])];
    const insert = inserts[Math.floor(random() * inserts.length)] ?? piece;
    const rest = random() < 0.1 ? damaged.length : random() < 0.5 ? at : until;
    damaged = Buffer.concat([damaged.subarray(0, at), insert, damaged.subarray(rest)]);
  }
  return damaged;
}
