// A reporter for `node --test` that writes the file of each failed test on its own line.
export async function* reportFailedFiles(source) {
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.file) yield `${data.file}\n`
  }
}

// Node requires reporters to be default exports.
// biome-ignore lint/style/noDefaultExport: see above.
export default reportFailedFiles
