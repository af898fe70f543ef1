import type { Kernel } from '#kernel/kernel.ts'
import { openBackend } from './backends/open.ts'
import type { Storage } from './storage.ts'

/** Opens the service for this process's kernel. */
export const openStorage = (kernel: Kernel): Storage => ({ kernel, files: openBackend(kernel.config) })
