// Runs in a page, after `given` is set: opens a video, and returns the visible frame at each of these times,
// as RGBA of the given size. The last expression is the result.
async function look({ video: source, times, width, height }) {
  const video = document.createElement('video')
  document.body.append(video)
  video.muted = true
  // The first frame appears by itself, and must not be confused with the requested one.
  const opened = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  const bytes = await (await fetch(`data:video/mp4;base64,${source}`)).blob()
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve
    video.onerror = () => reject(new Error(video.error.message))
    video.src = URL.createObjectURL(bytes)
  })
  await opened
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  const seen = []
  for (const time of times) {
    // A seek ends before its frame is on the screen.
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
    video.currentTime = time
    await shown
    canvas.drawImage(video, 0, 0, width, height)
    seen.push([...canvas.getImageData(0, 0, width, height).data])
  }
  return { seen, duration: video.duration }
}

look(given)
