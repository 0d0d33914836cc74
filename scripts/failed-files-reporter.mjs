// A reporter for `node --test` that writes the files of failed tests, a line each.
export async function* reportFailedFiles(source) {
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.file) yield `${data.file}\n`
  }
}

// Node takes a reporter by its default export only.
// biome-ignore lint/style/noDefaultExport: see above.
export default reportFailedFiles
