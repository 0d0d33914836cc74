/** How people call the commands of the server: in the repository, and where the package `dailies` is installed. */
export const program = import.meta.url.endsWith('.ts') ? 'npm run -s dailies --' : 'dailies'
