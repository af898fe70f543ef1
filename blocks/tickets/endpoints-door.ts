import { endpoint } from '#kernel/browser/endpoint.ts'

/** One scan. `id` is a UUID that the device makes; a repeated scan gets its first result. */
export interface Scan {
  id: string
  /** The code as scanned, or what the sheet has of it. */
  code?: string
  code_hash?: string
  /** ISO 8601; for scans without network, when they were made. */
  at?: string
  offline?: boolean
}

export interface ScanResult {
  id: string
  /** `conflict`: this device admitted it without network, after another one had; both sheets name both. */
  result:
    | 'admitted'
    | 'already_used'
    | 'conflict'
    | 'unknown'
    | 'wrong_list'
    | 'ended'
    | 'test'
    | 'event_canceled'
  ticket_id?: string
  holder_name?: string
  type_name?: string
  /** When it was admitted, and by which device unless it is this scan. */
  at?: string
  device?: string
}

/** What a device needs for a day without network. */
export interface DoorSheet {
  list_id: string
  name: string
  event_id: string
  event_title: string
  /** Name of the device that reads the sheet; absent for staff. */
  device?: string
  at: string
  /** Sent as `since`, it asks for what has changed after this sheet. */
  version: string
  /** Ids of the tickets that changed since; those of them that are not among `tickets` are not on the sheet any more. Absent: all are sent. */
  changed?: string[]
  tickets: SheetTicket[]
  conflicts: SheetConflict[]
}

export interface SheetTicket {
  id: string
  /** SHA-256 of the code in hexadecimal, so that the sheet contains no code. */
  code_hash: string
  type_name: string
  holder_name?: string
  used_at?: string
  /** Name of the device that admitted it; absent for staff. */
  used_by?: string
}

/** Two devices admitted the same ticket. */
export interface SheetConflict {
  ticket_id: string
  holder_name?: string
  first: Admission
  second: Admission
}

interface Admission {
  scan_id: string
  at: string
  device?: string
}

/*
 * Two ways in: a member of the staff with the right `door`, and a device that was paired by a link, with the tenant's public key and
 * its token. A revoked device gets 401 `device_revoked` with its next call.
 */

/** Makes the code of a pairing link, valid for a day and once. Right `door`. */
export const addDevice = endpoint<
  { tenantId: string; listId: string; name: string },
  { device_id: string; pairing: string }
>('POST', '/check-in/:tenantId/lists/:listId/devices')

export const revokeDevice = endpoint<{ tenantId: string; deviceId: string }, { revoked: true }>(
  'POST',
  '/check-in/:tenantId/devices/:deviceId/revoke',
)

/** Redeems the code. */
export const pairDevice = endpoint<
  { pairing: string },
  { token: string; list_id: string; event_id: string; name: string }
>('POST', '/door/pair')

export const scanAsStaff = endpoint<
  { tenantId: string; listId: string; scans: Scan[] },
  { results: ScanResult[] }
>('POST', '/check-in/:tenantId/lists/:listId/scan')
export const scanAsDevice = endpoint<{ token: string; scans: Scan[] }, { results: ScanResult[] }>(
  'POST',
  '/door/scan',
)

export const readSheetAsStaff = endpoint<{ tenantId: string; listId: string }, DoorSheet>(
  'GET',
  '/check-in/:tenantId/lists/:listId/sheet',
)
export const readSheetAsDevice = endpoint<{ token: string; since?: string }, DoorSheet>('POST', '/door/sheet')

/** Takes an admission back. */
export const undoAsStaff = endpoint<{ tenantId: string; listId: string; scan: string }, { undone: boolean }>(
  'POST',
  '/check-in/:tenantId/lists/:listId/undo',
)
export const undoAsDevice = endpoint<{ token: string; scan: string }, { undone: boolean }>(
  'POST',
  '/door/undo',
)
