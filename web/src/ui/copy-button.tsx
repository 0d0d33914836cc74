import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

/** Copies a text, and confirms it on the button. */
export function CopyButton({
  text,
  children,
  ...rest
}: Omit<ButtonProps, 'onClick'> & {
  text: string
}) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button {...rest} onClick={() => void copy()}>
      {copied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{copied ? 'Copied' : children}</span>
    </Button>
  )
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Browsers have a clipboard API on https and localhost only, and may refuse it in embedded pages.
    copySelected(text)
  }
}

function copySelected(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  // In the dialog, if there is one: it does not let the focus leave.
  const place = document.activeElement?.parentElement ?? document.body
  place.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
