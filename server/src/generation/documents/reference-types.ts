/** What sharp and the models decode alike. SVG is left out: it can hold anything. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export const textTypes = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'text/vtt',
  'application/json',
  'application/x-subrip',
]

export function isPicture({ mimeType }: { mimeType: string }): boolean {
  return pictureTypes.includes(mimeType)
}

export function isText({ mimeType }: { mimeType: string }): boolean {
  return textTypes.includes(mimeType)
}
