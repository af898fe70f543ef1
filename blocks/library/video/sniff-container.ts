import { open } from 'node:fs/promises'

/** Name of a demuxer of ffmpeg. None of these opens other files: playlists and lists of files have other demuxers. */
export type Container = 'mov' | 'matroska' | 'avi' | 'mpegts'

const TS_PACKET_BYTES = 188

/** The container by the first bytes; the type that the uploader declared is not trusted. */
export function sniffContainer(head: Buffer): Container | undefined {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end)
  if (['ftyp', 'moov', 'wide', 'mdat', 'free', 'skip'].includes(ascii(4, 8))) return 'mov'
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) return 'matroska'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'AVI ') return 'avi'
  if ([0, 1, 2].every((packet) => head[packet * TS_PACKET_BYTES] === 0x47)) return 'mpegts'
  return undefined
}

/** Reads what `sniffContainer` needs. */
export async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
