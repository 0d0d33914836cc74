// Sizes in words: of files in powers of 1,000, of quotas in powers of 1,024, as they are set.

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function sizeInWords(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

const binaryUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function binarySizeInWords(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < binaryUnits.length - 1) [size, unit] = [size / 1024, unit + 1]
  return `${size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${binaryUnits[unit]}`
}
