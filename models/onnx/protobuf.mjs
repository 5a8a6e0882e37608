// @ts-check

/**
 * The three kinds of fields of a protocol buffer that ONNX needs (protobuf.dev, "Encoding"): integers, 32-bit floats
 * and fields with a length. A message is the list of its fields, in the order they are written.
 *
 * @typedef {Buffer} Field
 */

const VARINT = 0;
const LENGTH = 2;
const FIXED32 = 5;

/** @param {Field[]} fields @returns {Buffer} */
export function message(...fields) {
  return Buffer.concat(fields);
}

/** Encodes an integer from 0 on. @param {number} field @param {number} value @returns {Field} */
export function whole(field, value) {
  return Buffer.concat([tag(field, VARINT), varint(value)]);
}

/** @param {number} field @param {number} value @returns {Field} */
export function float(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([tag(field, FIXED32), bytes]);
}

/**
 * Encodes bytes, a text in UTF-8, or a nested message.
 * @param {number} field
 * @param {Uint8Array | string} value
 * @returns {Field}
 */
export function bytes(field, value) {
  const body = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([tag(field, LENGTH), varint(body.length), body]);
}

/** Encodes integers from 0 on, in one field. @param {number} field @param {number[]} values @returns {Field} */
export function wholes(field, values) {
  return bytes(field, Buffer.concat(values.map(varint)));
}

/** @param {number} field @param {number} wireType */
function tag(field, wireType) {
  return varint(field * 8 + wireType);
}

/** Encodes seven bits per byte, the lowest first. @param {number} value */
function varint(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from 0 on`);
  const septets = [];
  let rest = value;
  while (rest > 127) {
    septets.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  septets.push(rest);
  return Buffer.from(septets);
}
