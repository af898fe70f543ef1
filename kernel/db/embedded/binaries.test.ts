import assert from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { hydrateLinks } from './binaries.ts'
import { canReach, serverPlace } from './server-user.ts'

const root = mkdtempSync(join(tmpdir(), 'bb-binaries-'))
chmodSync(root, 0o755)
after(() => rmSync(root, { recursive: true, force: true }))

test('missing links of the install script are created, and existing ones are left unchanged', () => {
  const native = join(root, 'package', 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library')
  writeFileSync(join(native, 'lib', 'kept.so'), 'own')
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/kept.so' },
  ]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  hydrateLinks(native)
  hydrateLinks(native)
  assert.equal(readlinkSync(join(native, 'lib', 'libpq.so.5')), 'libpq.so.5.18')
  assert.equal(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8'), 'library')
  assert.equal(readFileSync(join(native, 'lib', 'kept.so'), 'utf8'), 'own')
})

test('a user can reach a folder if every parent folder lets them in', () => {
  const inner = join(root, 'a', 'b', 'c')
  mkdirSync(inner, { recursive: true })
  const { uid, gid } = statSync(inner)
  const otherUser = { uid: uid + 4711, gid: gid + 4711 }
  const colleague = { uid: uid + 4711, gid }
  const modes: [mode: number, owner: boolean, group: boolean, others: boolean][] = [
    [0o755, true, true, true],
    [0o711, true, true, true],
    [0o710, true, true, false],
    [0o700, true, false, false],
    [0o644, false, false, false],
    [0o701, true, false, true],
  ]
  for (const [mode, owner, group, others] of modes) {
    chmodSync(join(root, 'a', 'b'), mode)
    // Checked from above the folder, because this process may not be able to enter it either.
    const path = join(root, 'a', 'b')
    assert.equal(canReach({ uid, gid }, path), owner, `owner ${mode.toString(8)}`)
    assert.equal(canReach(colleague, path), group, `group ${mode.toString(8)}`)
    assert.equal(canReach(otherUser, path), others, `others ${mode.toString(8)}`)
    assert.equal(canReach({}, path), true, 'oneself')
  }
  chmodSync(join(root, 'a', 'b'), 0o755)
  assert.equal(canReach(otherUser, join(inner, 'not', 'there', 'yet')), true)
})

test(
  'as root, data that the database’s user cannot reach are stored elsewhere, with a link to them',
  { skip: userInfo().uid !== 0 && 'needs root' },
  () => {
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    const open = serverPlace(join(root, 'open', 'postgres'))
    assert.equal(open.folder, join(root, 'open', 'postgres'))
    assert.notEqual(open.user.uid, 0)

    const shut = serverPlace(join(home, 'postgres'))
    assert.ok(canReach(shut.user, dirname(shut.folder)), shut.folder)
    assert.ok(lstatSync(join(home, 'postgres')).isSymbolicLink())
    assert.equal(readlinkSync(join(home, 'postgres')), shut.folder)
    assert.equal(serverPlace(join(home, 'postgres')).folder, shut.folder)
  },
)

test(
  'as root, the server for an ordinary user’s data runs as that user',
  { skip: userInfo().uid !== 0 && 'needs root' },
  async () => {
    const { chownSync } = await import('node:fs')
    const folder = join(root, 'of-a-user', 'postgres')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'PG_VERSION'), '18\n')
    chownSync(folder, 4711, 4712)
    assert.deepEqual(serverPlace(folder), {
      user: { uid: 4711, gid: 4712 },
      folder,
      copies: '/var/lib/bolt-blocks',
    })
  },
)
