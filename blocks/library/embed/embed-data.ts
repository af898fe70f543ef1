import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'

export async function loadLibraryData(_kernel: Kernel, _request: EmbedRequest): Promise<object> {
  return {}
}
