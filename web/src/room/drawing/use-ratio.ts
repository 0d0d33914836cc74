import { type RefObject, useLayoutEffect, useState } from 'react'

/** The aspect ratio of the displayed image. */
export function useRatio(element: RefObject<HTMLElement | null>): number {
  const [ratio, setRatio] = useState(16 / 9)
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth, offsetHeight } = element.current!
      if (offsetWidth > 0 && offsetHeight > 0)
        setRatio(Math.round((offsetWidth / offsetHeight) * 1000) / 1000)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element])
  return ratio
}
