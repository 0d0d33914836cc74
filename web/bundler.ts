// The bundler for other workspaces: Vite brings it, so it is found wherever the packages that build the web app are.
export { build } from 'rolldown'
