// npm run new block NAME: creates a folder with a small working block, and adds its four lines to the lists
// of blocks/.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { newBlock, nameFault } from './new-block/new-block.ts'
import { ROOT } from './test-results.ts'

const [kind, name, ...rest] = process.argv.slice(2)

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status || 1)
}

if (kind !== 'block' || !name || rest.length) {
  console.error('Usage: npm run new block NAME, for example npm run new block guestbook')
  process.exit(1)
}
const fault = await nameFault(name)
if (fault) {
  console.error(fault)
  process.exit(1)
}
const files = newBlock(ROOT, name, new Date())
run(join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), `blocks/${name}`, ...files.lists)
run('scripts/generate.ts')
console.log(`blocks/${name} has ${files.made.length} files. Start with blocks/README.md, then change block.ts.
npm run check and npm test -- blocks/${name} are green now.`)
