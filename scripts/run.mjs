// Starts every npm script. Runs on any Node >= 18: installs missing packages, then starts the script with the
// pinned Node 24, which npm installs as a binary, so that users need not install a runtime.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { watchNpm } from './npm-watch.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [script, ...args] = process.argv.slice(2)
/** Set up first, because npm may exit while packages are installed. */
const onNpmEnd = watchNpm(`node scripts/run.mjs ${script}`)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Whether the Node that runs this file can also run the project. */
const isNew = Number(process.versions.node.split('.')[0]) >= 24

/** Whether node_modules matches the current package-lock.json. */
function installed() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(marker)) return false
  if (statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return true
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(marker, 'utf8')).packages
  // Optional packages of other platforms may be missing, but installed ones must have the right version.
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    present[path] ? present[path].version === version : path === '' || optional,
  )
}

/** The pinned Node binary; undefined if there is none for this platform. */
function pinnedNode() {
  const exe = process.platform === 'win32' ? 'node.exe' : 'bin/node'
  const names = [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`, 'node']
  for (const name of names) {
    const path = join(root, 'node_modules', name, exe)
    if (existsSync(path)) return path
  }
  return isNew ? process.execPath : undefined
}

function install() {
  console.error('Installing packages (once) ...')
  // --ignore-scripts: no package needs its script; the start of embedded PostgreSQL does the work of its
  // script.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(npm, flags, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    console.error('npm could not install the packages. Check the network and run the same command again.')
    process.exit(done.status || 1)
  }
}

/**
 * Runs the script, forwards signals to it and exits with its code. The script also ends when this process
 * exits.
 */
function run(node) {
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href
  const flags = ['--disable-warning=ExperimentalWarning', '--import', preload]
  const child = spawn(node, [...flags, join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The compile cache stores code with its types stripped, which saves half a second and 20 MB at the next
    // start.
    env: { NODE_COMPILE_CACHE: join(root, '.tmp', 'compile-cache'), ...process.env },
  })
  child.once('error', (error) => {
    // This machine cannot run the binary, for example because it needs another C library.
    if (node !== process.execPath && isNew) return run(process.execPath)
    console.error(`${node} does not run here (${error.message}): install Node 24 and run the command again.`)
    process.exit(1)
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  onNpmEnd(() => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

if (!installed()) install()
const node = pinnedNode()
if (!node) {
  console.error(
    `No Node 24 is packed for ${process.platform}-${process.arch}: install Node 24 and run the command again.`,
  )
  process.exit(1)
}
run(node)
