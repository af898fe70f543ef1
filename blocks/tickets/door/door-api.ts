import { createCaller, noConnection } from '#kernel/browser/call.ts'
import { pairDevice, readSheetAsDevice, scanAsDevice, undoAsDevice } from '../endpoints-door.ts'
import type { DoorApi } from './door-device.ts'

/** After this time without a response the sheet decides, because a queue waits behind the guest. */
const PATIENCE_MS = 4000
/** A sheet of thousands of tickets on a slow network. */
const SHEET_MS = 30_000

const callerOf = (publicKey: string) => createCaller({ url: '/functions/v1', apiKey: publicKey })

/** Rejects like a lost connection when no response arrives in time. */
function inTime<T>(run: Promise<T>, ms = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noConnection()), ms)
  })
  return Promise.race([run, late]).finally(() => clearTimeout(timer))
}

/** The calls of a paired device, with the tenant's public key and the device's token. */
export const doorApi: DoorApi = {
  pair: (publicKey, pairing) => callerOf(publicKey)(pairDevice, { pairing }),
  scan: async ({ publicKey, token }, scans) =>
    (await inTime(callerOf(publicKey)(scanAsDevice, { token, scans }), PATIENCE_MS + scans.length * 50))
      .results,
  sheet: ({ publicKey, token }, since) =>
    inTime(callerOf(publicKey)(readSheetAsDevice, { token, ...(since && { since }) }), SHEET_MS),
  undo: ({ publicKey, token }, scan) => inTime(callerOf(publicKey)(undoAsDevice, { token, scan })),
}
