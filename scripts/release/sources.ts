import { globSync } from 'node:fs'

/** Folders whose files the server reads at run time. */
const FOLDERS = ['kernel', 'services', 'features', 'blocks', 'ui', 'embed', 'server', 'sandbox']

/** Commands that an operator runs beside the server. */
export const COMMANDS = ['keys', 'plans', 'reseal', 'rotate-keys', 'users'] as const

/** What is started in a release. */
export const PROGRAMS = ['server/main.ts', 'sandbox/main.ts', ...COMMANDS.map((name) => `scripts/${name}.ts`)]

/** Tests, and what only the build for browsers reads. */
const NOT_READ = /\.test\.tsx?$|\.tsx$|(^|\/)vite[\w.]*\.config\.ts$|\.DS_Store$|^embed\/browser-tests\//

/** Paths of the product's own files in a release, relative to the root. Node runs TypeScript without a build, so these are the sources. */
export function sourcesOf(root: string): string[] {
  const inFolders = globSync(`{${FOLDERS.join(',')}}/**/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length + 1)}/${entry.name}`)
  return [...inFolders, ...PROGRAMS.filter((path) => path.startsWith('scripts/')), 'scripts/instance.ts']
    .filter((file) => !NOT_READ.test(file))
    .toSorted()
}
