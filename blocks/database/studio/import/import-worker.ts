import { ImportSession } from './import-session.ts'
import { FileFault } from './sheet.ts'

/** A call of a method of the session. */
export interface WorkerCall {
  id: number
  method: 'read' | 'describe' | 'check' | 'batch'
  input: unknown[]
}

const session = new ImportSession()

addEventListener('message', ({ data }: MessageEvent<WorkerCall>) => {
  void respond(data)
})

async function respond({ id, method, input }: WorkerCall): Promise<void> {
  try {
    const call = session[method] as (...values: unknown[]) => unknown
    postMessage({ id, result: await call.apply(session, input) })
  } catch (error) {
    postMessage(error instanceof FileFault ? { id, fault: error.fault } : { id, message: String(error) })
  }
}
