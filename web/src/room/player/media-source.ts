// The class of media sources that this browser has. Beside parts.ts, because it is known before a video is opened.

type SourceClass = { new (): MediaSource; isTypeSupported(type: string): boolean }

export function sourceClass(): SourceClass | undefined {
  const { ManagedMediaSource, MediaSource } = globalThis as {
    ManagedMediaSource?: SourceClass
    MediaSource?: SourceClass
  }
  // iPhones have only the managed one.
  return ManagedMediaSource ?? MediaSource
}

export function canPlayParts(mimeType: string): boolean {
  return sourceClass()?.isTypeSupported(mimeType) === true
}
