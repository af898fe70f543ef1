import { CallError } from '#kernel/browser/call.ts'
import type { DoorSheet, Scan, ScanResult } from '../endpoints-door.ts'
import { decideOffline, usedHere } from './decide-offline.ts'
import { mergedSheet } from './merged-sheet.ts'
import type { DoorStorage, Pairing, QueuedScan, Refused, Shown, Stored } from './door-types.ts'

/** Scans in one request; the server accepts as many. */
const BATCH = 500
/** A sheet that is older is removed: names must not stay on a phone that was used for one evening. */
const SHEET_MS = 2 * 86_400_000
/** Refused admissions that a device remembers. */
const MOST_REFUSED = 50

/** The server's calls for one device. Each rejects with a CallError. */
export interface DoorApi {
  pair(publicKey: string, pairing: string): Promise<{ token: string; name: string }>
  scan(of: Credentials, scans: Scan[]): Promise<ScanResult[]>
  /** @param since version of the sheet that the device has */
  sheet(of: Credentials, since?: string): Promise<DoorSheet>
  undo(of: Credentials, scan: string): Promise<unknown>
}
export type Credentials = Pick<Pairing, 'publicKey' | 'token'>

export interface DoorState {
  pairing?: Pairing | undefined
  sheet?: DoorSheet | undefined
  marks: Stored['marks']
  queue: readonly QueuedScan[]
  refused: readonly Refused[]
  isQuiet: boolean
  /** The last call got a response. */
  isOnline: boolean
  /** The server no longer accepts the device. */
  isRevoked: boolean
  /** Admissions that could not be sent before the device was revoked. */
  lost: number
}

export interface DoorOptions {
  storage: DoorStorage
  api: DoorApi
  newId: () => string
  /** ISO 8601. */
  now: () => string
}

export type Door = ReturnType<typeof createDoor>

const isOffline = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
const isRefusal = (error: unknown) => error instanceof CallError && error.code === 'device_revoked'

/**
 * A device at the door: it asks the server about each code, decides by its sheet without a connection, and sends later what
 * it decided. An admission is stored before it is shown, so that a closed page loses none.
 */
export function createDoor({ storage, api, newId, now }: DoorOptions) {
  let state: DoorState = {
    marks: {},
    queue: [],
    refused: [],
    isQuiet: false,
    isOnline: true,
    isRevoked: false,
    lost: 0,
  }
  const listeners = new Set<() => void>()
  let flushing: Promise<void> | undefined

  function change(more: Partial<DoorState>): void {
    state = { ...state, ...more }
    for (const listener of listeners) listener()
  }
  async function store(more: Parameters<DoorStorage['set']>[0]): Promise<void> {
    // First the state, synchronously: what runs until it is stored continues from it.
    change(more)
    await storage.set(more)
  }
  /** Runs a call for the paired device and notes whether it got a response. */
  async function online<T>(run: () => Promise<T>): Promise<T> {
    try {
      const result = await run()
      change({ isOnline: true })
      return result
    } catch (error) {
      change({ isOnline: !isOffline(error) })
      throw error
    }
  }
  /** Ends the pairing: the token is worthless, and the names on the sheet must not stay on the device. */
  async function revoke(): Promise<void> {
    await store({ pairing: undefined, sheet: undefined, marks: {}, refused: [] })
    change({ isRevoked: true })
  }

  async function load(): Promise<void> {
    const { pairing, sheet, marks = {}, queue = [], refused = [], isQuiet = false } = await storage.get()
    change({ pairing, sheet, marks, queue, refused, isQuiet })
    if (sheet && Date.parse(now()) - Date.parse(sheet.at) > SHEET_MS)
      await store({ sheet: undefined, refused: [] })
  }

  async function pair(publicKey: string, code: string): Promise<void> {
    const { token, name } = await api.pair(publicKey, code)
    await store({ pairing: { publicKey, token, name }, sheet: undefined, marks: {}, refused: [] })
    change({ isRevoked: false, isOnline: true, lost: 0 })
  }

  async function refresh(): Promise<void> {
    const { pairing, marks } = state
    if (!pairing) return
    try {
      const read = await online(() => api.sheet(pairing, state.sheet?.version))
      if (state.pairing?.token !== pairing.token) return
      // The sheet contains what was admitted before it was requested.
      const later = Object.entries(state.marks).filter(
        ([hash, mark]) => marks[hash]?.scan_id !== mark.scan_id,
      )
      await store({ sheet: mergedSheet(state.sheet, read), marks: Object.fromEntries(later) })
    } catch (error) {
      if (isRefusal(error)) await revoke()
      else if (!isOffline(error)) throw error
    }
  }

  /** Checks a code. Undefined when the device was revoked. */
  async function check(code_hash: string): Promise<Shown | undefined> {
    const { pairing } = state
    if (!pairing) return undefined
    const scan = { id: newId(), code_hash, at: now() }
    // The server does not know yet what this device admitted.
    if (state.queue.some((one) => one.code_hash === code_hash && !one.undone))
      return decideOffline(scan, state)
    try {
      const [result] = await online(() => api.scan(pairing, [{ id: scan.id, code_hash }]))
      if (!result) throw new Error('The server returned no result')
      if (result.result === 'admitted')
        await store({
          marks: { ...state.marks, [code_hash]: { scan_id: scan.id, at: result.at ?? scan.at } },
        })
      return shownOf(result, code_hash)
    } catch (error) {
      if (isRefusal(error)) {
        await revoke()
        return undefined
      }
      if (!isOffline(error)) throw error
    }
    const shown = decideOffline(scan, state)
    if (shown.result === 'admitted') {
      const { publicKey, token } = pairing
      await store({ queue: [...state.queue, { ...scan, publicKey, token }] })
    }
    return shown
  }

  function shownOf({ device, ...result }: ScanResult, codeHash: string): Shown {
    const used = result.result === 'admitted' ? undefined : usedHere(codeHash, state)
    const isOwn = device !== undefined && (device === state.sheet?.device || (used?.by && 'self' in used.by))
    return {
      ...result,
      code_hash: codeHash,
      by: isOwn ? { self: true } : device === undefined ? undefined : { name: device },
    }
  }

  /** Takes back an admission of this device. @throws {CallError} without a connection, if the server has it */
  async function undo({ id: scanId, code_hash }: Pick<Shown, 'id' | 'code_hash'>): Promise<void> {
    const { pairing, queue } = state
    if (queue.some(({ id }) => id === scanId)) {
      await store({ queue: queue.map((one) => (one.id === scanId ? { ...one, undone: true } : one)) })
      return
    }
    if (!pairing) return
    await online(() => api.undo(pairing, scanId))
    const { [code_hash]: _, ...marks } = state.marks
    const tickets = state.sheet?.tickets.map((ticket) =>
      ticket.code_hash === code_hash ? { ...ticket, used_at: undefined, used_by: undefined } : ticket,
    )
    await store({ marks, ...(tickets && { sheet: { ...state.sheet!, tickets } }) })
  }

  /** Sends what was decided without a connection. One run at a time; ends early without a connection. */
  const flush = (): Promise<void> =>
    (flushing ??= sendQueue().finally(() => {
      flushing = undefined
    }))

  async function sendQueue(): Promise<void> {
    for (let first = state.queue[0]; first; first = state.queue[0]) {
      const { publicKey, token, undone } = first
      const batch = undone
        ? [first]
        : state.queue.filter((scan) => scan.token === token && !scan.undone).slice(0, BATCH)
      try {
        const results = await online(() => send({ publicKey, token }, batch))
        await settle(batch, results)
      } catch (error) {
        if (isOffline(error)) return
        if (!isRefusal(error)) throw error
        const left = state.queue.filter((scan) => scan.token !== token)
        const lost = state.queue.length - left.length
        await store({ queue: left })
        change({ lost: state.lost + lost })
        if (state.pairing?.token === token) await revoke()
      }
    }
  }

  async function send(of: Credentials, batch: QueuedScan[]): Promise<ScanResult[]> {
    if (!batch[0]!.undone)
      return api.scan(
        of,
        batch.map(({ id, code_hash, at }) => ({ id, code_hash, at, offline: true })),
      )
    await api.undo(of, batch[0]!.id)
    return []
  }

  /** Removes sent scans from the queue, and remembers those that the server would have refused. */
  async function settle(batch: QueuedScan[], results: ScanResult[]): Promise<void> {
    const sent = new Map(batch.map((scan) => [scan.id, scan]))
    // Undone while it was being sent: the server has to be told now.
    const queue = state.queue.filter(
      (scan) => !sent.has(scan.id) || (scan.undone && !sent.get(scan.id)!.undone),
    )
    const marks = { ...state.marks }
    const refused: Refused[] = []
    for (const { id, result, holder_name, type_name } of results) {
      const scan = sent.get(id)
      if (!scan || queue.some((one) => one.id === id)) continue
      if (result === 'admitted') marks[scan.code_hash] = { scan_id: id, at: scan.at }
      // Conflicts are on the sheet of both devices.
      else if (result !== 'conflict')
        refused.push({ scan_id: id, result, holder_name, type_name, at: scan.at })
    }
    await store({ queue, marks, refused: [...refused, ...state.refused].slice(0, MOST_REFUSED) })
  }

  /** Sends and reads; called on a schedule and when the network is back. */
  async function sync(): Promise<void> {
    await flush()
    await refresh()
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    pair,
    check,
    undo,
    sync,
    setQuiet: (isQuiet: boolean) => store({ isQuiet }),
  }
}
