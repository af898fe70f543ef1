import { allowAnyone } from '../guards.ts'
import type { StorageRoute } from '../route-table.ts'
import type { Call } from '../storage.ts'
import { receiveRecordFile } from './receive.ts'
import { serveRecordFile } from './serve.ts'

/** In the query, because paths are logged. */
const tokenOf = ({ c }: Call) => c.req.query('token') ?? ''

/** Files of rows of own tables (docs/decisions/071). Who may is in the token, which features/tables and forms issue. */
export const recordFileRoutes: StorageRoute[] = [
  {
    method: 'POST',
    path: '/record-files/:file',
    guard: allowAnyone,
    limit: 'write',
    handle: async (call) => call.c.json(await receiveRecordFile(call, tokenOf(call))),
  },
  {
    method: 'GET',
    path: '/record-files/:file',
    guard: allowAnyone,
    limit: 'read',
    handle: (call) => serveRecordFile(call, tokenOf(call)),
  },
]
