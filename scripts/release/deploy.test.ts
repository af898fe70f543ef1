// The recipes in deploy/ against the settings that exist, and against the programs that read them, where they are installed.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDataFolder } from '#testing/data-folder.ts'
import { ROOT } from '#testing/test-cluster.ts'

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const settings = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!))
const isMissing = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0
const without = (program: string) => (isMissing(program) ? `${program} is not installed` : false)

test('every setting of a recipe exists', () => {
  const server = /^ {2}server:\n(.+?)\n\n/ms.exec(read('deploy/compose.yaml'))![1]!
  const inCompose = [...server.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
  const ofLine = (line: string) => [...line.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name!)
  const inImage = read('deploy/Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('ENV '))
    .flatMap(ofLine)
  const inUnit = read('deploy/bolt-blocks.service')
    .split('\n')
    .filter((line) => line.startsWith('Environment='))
    .flatMap(ofLine)
  assert.ok(inCompose.includes('DATABASE_URL') && inImage.includes('HOST') && inUnit.includes('DATA_DIR'))
  // Node's own.
  const known = new Set([...settings, 'NODE_COMPILE_CACHE'])
  assert.deepEqual(
    [...inCompose, ...inImage, ...inUnit.slice(1)].filter((name) => !known.has(name)),
    [],
  )
})

test('every setting that production requires is in the recipe of containers', () => {
  const required = [...read('.env.example').matchAll(/^# \[production\][^=]*?\n([A-Z_]+)=/gm)].map(
    ([, name]) => name!,
  )
  assert.ok(required.length >= 5)
  const compose = read('deploy/compose.yaml')
  assert.deepEqual(
    required.filter((name) => !compose.includes(`      ${name}:`)),
    [],
  )
})

test('nginx accepts its configuration', { skip: without('nginx') }, () => {
  const folder = newDataFolder('nginx')
  const certificate = join(folder, 'own.pem')
  const key = join(folder, 'own.key')
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=blocks.example']
  execFileSync('openssl', ['req', '-x509', ...newKey, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const site = read('deploy/nginx.conf')
    .replace('/etc/ssl/blocks.example.pem', certificate)
    .replace('/etc/ssl/blocks.example.key', key)
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${site} }`)
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', main], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})

test('Caddy accepts its configuration', { skip: without('caddy') }, () => {
  const file = join(ROOT, 'deploy/Caddyfile')
  const env = { PATH: process.env.PATH, HOME: newDataFolder('caddy'), BLOCKS_HOST: 'blocks.example' }
  const { status, stderr } = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    env,
  })
  assert.equal(status, 0, stderr)
})

test('systemd accepts the unit', { skip: without('systemd-analyze') }, () => {
  const unit = join(newDataFolder('systemd'), 'bolt-blocks.service')
  // It checks that the program exists.
  writeFileSync(
    unit,
    read('deploy/bolt-blocks.service').replace('/opt/bolt-blocks/bin/bolt-blocks', '/bin/true'),
  )
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})
