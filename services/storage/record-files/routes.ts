import { allowAnyone } from '../guards.ts'
import type { StorageRoute } from '../route-table.ts'
import { receiveRecordFile } from './receive.ts'
import { serveRecordFile } from './serve.ts'

/** Files of rows of own tables (docs/decisions/071). Who may is in the token, which features/tables and forms issue. */
export const recordFileRoutes: StorageRoute[] = [
  {
    method: 'POST',
    path: '/record-files/:token',
    guard: allowAnyone,
    limit: 'write',
    handle: async (call) => call.c.json(await receiveRecordFile(call, call.c.req.param('token')!)),
  },
  {
    method: 'GET',
    path: '/record-files/:token',
    guard: allowAnyone,
    limit: 'read',
    handle: (call) => serveRecordFile(call, call.c.req.param('token')!),
  },
]
