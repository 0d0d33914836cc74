// Every operation there is, by the name it goes by in metrics, logs, OpenAPI and the SDK. One line each.
export { createFolder } from './folders/create-folder.ts'
export { ping } from './workspace/ping.ts'
