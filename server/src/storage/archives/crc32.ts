// The CRC-32 of two parts from the CRC-32 of each, so that bytes which were sent in several ranges are read once.
export { crc32 } from 'node:zlib'

/** The polynomial of ZIP, with its bits reversed. */
const polynomial = 0xedb88320

/** The CRC-32 of bytes with CRC `first`, followed by `length` bytes with CRC `second`. */
export function joinedCrc32(first: number, second: number, length: number): number {
  // A CRC is a polynomial over GF(2). Appending n bytes multiplies the one before by x^(8n).
  return (multiply(powerOfX(8 * length), first) ^ second) >>> 0
}

/** x^exponent, by squaring. */
function powerOfX(exponent: number): number {
  let power = 0x80000000
  let square = 0x40000000
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(square, power)
    square = multiply(square, square)
  }
  return power
}

/** The product of two polynomials, modulo that of CRC-32. The highest bit is the lowest power. */
function multiply(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1
  }
  return product
}
