import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..')

/** For `node --import`: a program started with an IPC channel ends when its parent process ends. */
export const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts', 'end-with-parent.mjs')).href
