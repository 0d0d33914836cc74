// What the package exports.
export { type CallArguments, Dailies } from './client.ts'
export {
  DailiesConnectionError,
  DailiesError,
  DailiesTimeoutError,
  type FieldError,
  type Problem,
} from './errors.ts'
export type * from './generated/catalogue.ts'
export { type OperationInfo, type OperationName, operations } from './generated/operations.ts'
export type * from './generated/records.ts'
export type * from './generated/resources.ts'
export { CursorList, type CursorPage, type CursorQuery, NumberedList, type NumberedPage } from './lists.ts'
export type { CallOptions, DailiesOptions, TokenSource } from './options.ts'
