const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function sizeInWords(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
