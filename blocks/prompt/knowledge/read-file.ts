import { Worker } from 'node:worker_threads'

/** A file that cannot be read. The message is for the staff. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Milliseconds and megabytes that reading a file may take: its author is unknown. */
const TIMEOUT_MS = 60_000
const MEMORY_MB = 512
const MOST_TEXT = 2_000_000

/** Text of a PDF, DOCX, Markdown or text file. It is read in a thread of its own, which ends if the file takes too much. @throws {UnreadableFile} */
export async function readFileText(name: string, bytes: Uint8Array): Promise<string> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = ending === 'pdf' || ending === 'docx' ? ending : 'text'
  if (kind === 'text') return textOf(bytes)
  const worker = new Worker(new URL('file-worker.ts', import.meta.url), {
    workerData: { kind, bytes },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    stderr: true,
    stdout: true,
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
  try {
    const text = await new Promise<string>((resolve, reject) => {
      worker.once('message', (result: { text?: string }) =>
        result.text === undefined
          ? reject(new UnreadableFile('The file is damaged, encrypted, or not what its name says.'))
          : resolve(result.text),
      )
      worker.once('error', () => reject(new UnreadableFile('The file is too large to be read.')))
      worker.once('exit', () => reject(new UnreadableFile('Reading the file took too long.')))
    })
    if (!text.trim()) throw new UnreadableFile('The file has no text. Pictures of text are not read.')
    return text.slice(0, MOST_TEXT).replaceAll('\0', '').toWellFormed()
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new UnreadableFile('The file is not a text.')
    return text.slice(0, MOST_TEXT).toWellFormed()
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('The file is not a text in UTF-8.', { cause: error })
  }
}
