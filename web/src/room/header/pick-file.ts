/** Asks for one file. */
export function pickFile(take: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) take(file)
  })
  input.click()
}
