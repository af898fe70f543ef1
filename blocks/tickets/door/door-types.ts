import type { DoorSheet, ScanResult } from '../endpoints-door.ts'

/** What a device keeps of its link: the tenant's public key, and the token that its code was exchanged for. */
export interface Pairing {
  publicKey: string
  token: string
  /** Name of the list. */
  name: string
}

/** An admission that the server has not confirmed yet. It carries its pairing, because the device may be paired again. */
export interface QueuedScan {
  id: string
  code_hash: string
  /** ISO 8601, by the device's clock. */
  at: string
  /** The admission was taken back. The server may have it already, so that it has to be told. */
  undone?: true
  publicKey: string
  token: string
}

/** An admission of this device that the sheet does not contain yet. */
export interface Mark {
  scan_id: string
  at: string
}

/** Someone who was let in without network and whom the server would have refused. */
export interface Refused {
  scan_id: string
  result: ScanResult['result']
  holder_name?: string | undefined
  type_name?: string | undefined
  at: string
}

/** What a device stores, by key. */
export interface Stored {
  pairing: Pairing
  sheet: DoorSheet
  /** By code hash. */
  marks: Record<string, Mark>
  queue: QueuedScan[]
  refused: Refused[]
  isQuiet: boolean
}

/** Storage of the device; all entries of one `set` are stored together. */
export interface DoorStorage {
  get(): Promise<Partial<Stored>>
  set(entries: Partial<{ [Key in keyof Stored]: Stored[Key] | undefined }>): Promise<void>
}

/** A result to show. Without a server, the sheet decides. */
export interface Shown extends Omit<ScanResult, 'device'> {
  code_hash: string
  /** The device that admitted the ticket before; `self` is this one. */
  by?: { self: true } | { name: string } | undefined
  /** Time of the sheet that decided, because there was no connection. */
  sheetAt?: string | undefined
}
