// Requests that carry the bytes of files. How long one takes as a whole is its own affair, where any other request has
// to arrive in time; Node knows one such time for a server only.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const transfers = new WeakMap<Socket, IncomingMessage>()

export function markTransfer(request: IncomingMessage): void {
  transfers.set(request.socket, request)
}

/** Whether the bytes of a file are arriving right now: what comes after them on the connection has to hurry again. */
export function isTransferring(socket: Socket): boolean {
  return transfers.get(socket)?.complete === false
}
