/** Image types that sharp and the models can decode. SVG is excluded because it can embed anything. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export const textTypes = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'text/vtt',
  'application/json',
  'application/x-subrip',
]

export function isImage({ mimeType }: { mimeType: string }): boolean {
  return imageTypes.includes(mimeType)
}

export function isText({ mimeType }: { mimeType: string }): boolean {
  return textTypes.includes(mimeType)
}
