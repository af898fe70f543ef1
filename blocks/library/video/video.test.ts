// Adaptive video: a real clip becomes HLS, its addresses obey the rule of media, and hostile files open nothing.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, mock, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { clipFolder, ffmpegOfMachine, makeClip, needsFfmpeg, slowFfmpeg } from '#testing/video-clip.ts'
import { sweep } from '#services/storage/removal/sweep.ts'
import { BUCKET } from '../bucket.ts'
import { convertNext } from './convert-next.ts'
import { ConversionFailed } from './failures.ts'
import { renditionsOf } from './ladder.ts'
import { mainPlaylist, readMediaPlaylist } from './playlists.ts'
import { probe } from './probe.ts'
import { claimVideo, dropRenditions, failVideo, finishVideo, reportProgress } from './video-rows.ts'

const ffmpeg = ffmpegOfMachine ? slowFfmpeg() : undefined
const app = await testApp({
  env: {
    AUTH_LIMIT_FACTOR: '1000',
    STORAGE_SWEEP_SECONDS: '1',
    ...(ffmpeg && { FFMPEG_PATH: ffmpeg.path }),
  },
})
const owner = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: owner.user.id, plan: 'pro' })
const mara = functionCall(app, app.anonKey, owner.access_token)
const annSession = await signUp(app, shop.public_key)
const ann = functionCall(app, shop.public_key, annSession.access_token)
const bobSession = await signUp(app, shop.public_key)
const bob = functionCall(app, shop.public_key, bobSession.access_token)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", shop.id)
const give = (id: string) =>
  sql("insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Club')", shop.id, id)
const take = (id: string) => sql('delete from public.role_members where auth_user_id = $1', id)
await give(annSession.user.id)
await give(bobSession.user.id)

const staff = { apikey: app.anonKey, authorization: `Bearer ${owner.access_token}`, 'x-bb-pool': shop.id }

async function upload(bytes: Buffer, name = 'clip.mp4', type = 'video/mp4'): Promise<string> {
  const { body } = await mara('POST', `/library/${shop.id}/uploads`, { name })
  const stored = await app.request(`/storage/v1/object/${BUCKET}/${body.path}`, {
    method: 'POST',
    headers: { ...staff, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  assert.equal(stored.status, 200, await stored.text())
  return body.path as string
}

const given = (path: string, more: object = {}) => ({
  title: 'Loaf',
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: '2026-01-01T00:00:00Z',
  audience: { any: [{ kind: 'role', role: 'Club' }] },
  is_teaser: false,
  is_listed: true,
  counts_from: 'start',
  body: { file: { path, name: 'loaf.mp4' } },
  ...more,
})
async function makeVideo(bytes: Buffer, more: object = {}) {
  const path = await upload(bytes)
  const { status, body } = await mara('POST', `/library/${shop.id}/items`, {
    kind: 'video',
    item: given(path, more),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return { id: body.id as string, path, revision: body.revision as number }
}
const longClip = () => makeClip({ seconds: 60, size: '320x180', framesPerSecond: 5 })
/** While it runs, conversions take as long as their video. */
async function slowly(work: () => Promise<void>): Promise<void> {
  await writeFile(ffmpeg!.slow, '')
  try {
    await work()
  } finally {
    await rm(ffmpeg!.slow)
  }
}
const stateOf = async (id: string) => (await mara('GET', `/library/${shop.id}/items/${id}/video`)).body
const objects = async (path: string) =>
  (
    await sql(
      `select name from storage.objects where pool_id = $1 and name like $2 || '%' order by 1`,
      shop.id,
      path,
    )
  ).rows.map(({ name }) => name as string)
const cookieOf = (response: { headers: Headers }) => response.headers.get('set-cookie')!.split(';')[0]!

describe('[peers C11] a video', { skip: needsFfmpeg }, () => {
  test('[peers C3] of 14 seconds becomes HLS that only its viewer, their session and five minutes open', async () => {
    const clip = makeClip({ seconds: 14, size: '1280x720', framesPerSecond: 5 })
    const video = await makeVideo(await readFile(clip))
    assert.deepEqual(await stateOf(video.id), {
      state: 'waiting',
      progress: 0,
      heights: [],
      can_convert: true,
    })
    // The file itself until then.
    const before = await ann('POST', `/library-items/${video.id}/media`, {})
    assert.deepEqual([before.body.stream, before.body.captions], [undefined, []])
    await convertNext(app.kernel)
    assert.deepEqual(await stateOf(video.id), {
      state: 'ready',
      progress: 100,
      heights: [360, 720],
      can_convert: true,
    })
    const opened = await ann('POST', `/library-items/${video.id}/media`, {})
    const cookie = cookieOf(opened)
    const main: string = opened.body.stream
    const beside = (name: string) => main.replace(/[^/]+$/, name)
    const get = (name: string, headers: Record<string, string> = { cookie }) =>
      app.request(beside(name), { headers })

    const text = await (await get('main.m3u8')).text()
    const streams = [
      ...text.matchAll(/BANDWIDTH=(\d+),.*RESOLUTION=(\d+x\d+),CODECS="avc1\.\w+,mp4a\.40\.2"\n(\d\.m3u8)/g),
    ]
    assert.deepEqual(
      streams.map(([, , size, name]) => [size, name]),
      [
        ['640x360', '0.m3u8'],
        ['1280x720', '1.m3u8'],
      ],
      text,
    )
    assert.ok(Number(streams[0]![1]) < Number(streams[1]![1]))
    for (const at of [0, 1]) {
      const playlist = await get(`${at}.m3u8`)
      assert.equal(playlist.headers.get('content-type'), 'application/vnd.apple.mpegurl')
      assert.equal(playlist.headers.get('cache-control'), 'private, no-store')
      const list = await playlist.text()
      const { seconds, segments } = readMediaPlaylist(list, `${at}.m4s`)
      assert.ok(Math.abs(seconds - 14) < 0.2, `${seconds}`)
      assert.equal(segments, 4)
      const ranges = [...list.matchAll(/BYTERANGE:(\d+)@(\d+)/g)].map(([, length, start]) => [
        Number(length),
        Number(start),
      ])
      // Seeking: each segment alone, by Range, starts with a fragment.
      for (const [length = 0, start = 0] of ranges) {
        const part = await get(`${at}.m4s`, { cookie, range: `bytes=${start}-${start + length - 1}` })
        assert.equal(part.status, 206)
        const bytes = Buffer.from(await part.arrayBuffer())
        assert.equal(bytes.length, length)
        assert.match(bytes.toString('latin1', 4, 8), /^(styp|moof|sidx)$/)
      }
      const whole = join(clipFolder(), `whole-${at}.mp4`)
      await writeFile(whole, Buffer.from(await (await get(`${at}.m4s`)).arrayBuffer()))
      const count = '-v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0'
      const probed = execFileSync(join(dirname(ffmpegOfMachine!), 'ffprobe'), [...count.split(' '), whole])
      assert.equal(Number.parseInt(probed.toString(), 10), 70)
    }
    const poster = await get('poster.jpg')
    assert.equal(poster.headers.get('content-type'), 'image/jpeg')

    // Copied: another browser, none, another member's session who may watch it too, an edited token, a token of another kind.
    const other = cookieOf(await ann('POST', `/library-items/${video.id}/media`, {}))
    const as = ({ access_token }: { access_token: string }) => ({
      apikey: shop.public_key,
      authorization: `Bearer ${access_token}`,
    })
    assert.equal((await bob('POST', `/library-items/${video.id}/media`, {})).status, 200)
    const names = ['main.m3u8', '0.m3u8', '0.m4s', '1.m3u8', '1.m4s', 'poster.jpg']
    const statuses = (headers: Record<string, string>) =>
      Promise.all(
        names.map(async (name) => {
          const { status, body } = await get(name, headers)
          await body?.cancel()
          return status
        }),
      )
    const refused = names.map(() => 403)
    for (const headers of [{}, { cookie: other }, as(bobSession)] as Record<string, string>[])
      assert.deepEqual(await statuses(headers), refused, JSON.stringify(headers))
    assert.deepEqual(
      await statuses(as(annSession)),
      names.map(() => 200),
    )
    const token = new URL(opened.body.url, 'http://x').searchParams.get('token')!
    assert.equal(
      (await app.request(`/library-stream/${token}/main.m3u8`, { headers: { cookie } })).status,
      403,
    )
    const streamToken = main.split('/')[2]!
    assert.equal(
      (await app.request(`/library-media?token=${streamToken}`, { headers: { cookie } })).status,
      403,
    )
    for (const name of ['..%2Fclip.mp4', '2.m4s', 'index.m3u8', '0.m4s.bak'])
      assert.ok((await get(name)).status >= 400, name)

    await take(annSession.user.id)
    assert.deepEqual(await statuses({ cookie }), refused)
    await give(annSession.user.id)
    assert.deepEqual(
      await statuses({ cookie }),
      names.map(() => 200),
    )
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 301_000 })
    try {
      assert.deepEqual(await statuses({ cookie }), refused)
    } finally {
      mock.timers.reset()
    }
    // No member reads the files by the storage API.
    const direct = await app.request(`/storage/v1/object/${BUCKET}/${video.path}.hls/0.m4s`, {
      headers: as(annSession),
    })
    assert.equal(direct.status, 404)

    // All of it is deleted with the item.
    assert.equal((await objects(video.path)).length, 1 + names.length)
    assert.equal((await mara('DELETE', `/library/${shop.id}/items/${video.id}`)).status, 200)
    assert.deepEqual(await objects(video.path), [])
    await eventually('the bytes are removed', async () => {
      await sweep(app.kernel)
      return (await sql('select from storage.loose_files where pool_id = $1', shop.id)).rowCount === 0
    })
  })

  test('without sound, and smaller than the smallest rendition, has one of its own size', async () => {
    const video = await makeVideo(await readFile(makeClip({ seconds: 2, size: '180x320', hasSound: false })))
    await convertNext(app.kernel)
    assert.deepEqual((await stateOf(video.id)).heights, [180])
    const { body, headers } = await ann('POST', `/library-items/${video.id}/media`, {})
    const main = await app.request(body.stream, { headers: { cookie: cookieOf({ headers }) } })
    assert.match(await main.text(), /RESOLUTION=180x320,CODECS="avc1\.\w+"\n/)
  })

  test('that is replaced or deleted while it is converted leaves nothing behind', async () => {
    const video = await makeVideo(await readFile(longClip()))
    await slowly(async () => {
      const conversion = convertNext(app.kernel)
      await eventually('it is converted', async () => (await stateOf(video.id)).progress > 0, 60)
      assert.equal((await mara('DELETE', `/library/${shop.id}/items/${video.id}`)).status, 200)
      await conversion
    })
    assert.deepEqual(await objects(video.path), [])
  })

  test('that another process took over is not finished twice, and stays', async () => {
    const video = await makeVideo(await readFile(makeClip({ seconds: 2 })))
    const late = await claimVideo(app.kernel)
    assert.ok(late)
    await sql(
      `update public.library_videos set lease_until = now() - interval '1 second' where item_id = $1`,
      video.id,
    )
    await convertNext(app.kernel)
    assert.equal((await stateOf(video.id)).state, 'ready')
    assert.equal(await reportProgress(app.kernel, late, 50), false)
    assert.equal(await finishVideo(app.kernel, late, [360]), false)
    await failVideo(app.kernel, late, 'unexpected')
    await dropRenditions(app.kernel, late)
    assert.equal((await stateOf(video.id)).state, 'ready')
    assert.equal((await objects(video.path)).length, 5)
  })

  test('whose process stops as planned waits for the next start', async () => {
    const video = await makeVideo(await readFile(longClip()))
    const ends: (() => Promise<void>)[] = []
    const kernel = { ...app.kernel, beforeClose: (end: () => Promise<void>) => void ends.push(end) }
    await slowly(async () => {
      const conversion = convertNext(kernel)
      await eventually('it is converted', async () => (await stateOf(video.id)).progress > 0, 60)
      await Promise.all(ends.map((end) => end()))
      await conversion
    })
    assert.deepEqual(await stateOf(video.id), {
      state: 'waiting',
      progress: 0,
      heights: [],
      can_convert: true,
    })
    assert.deepEqual(await objects(video.path), [video.path])
    assert.equal((await mara('DELETE', `/library/${shop.id}/items/${video.id}`)).status, 200)
  })

  test('that failed says why, and can be tried again', async () => {
    const clip = await readFile(makeClip({ seconds: 2 }))
    const cut = await makeVideo(clip.subarray(0, Math.floor(clip.length * 0.6)))
    await convertNext(app.kernel)
    const { state, failure } = await stateOf(cut.id)
    assert.equal(state, 'failed')
    assert.match(failure, /not a video|damaged/)
    // The file itself is served.
    assert.equal((await ann('POST', `/library-items/${cut.id}/media`, {})).body.stream, undefined)
    assert.equal((await mara('POST', `/library/${shop.id}/items/${cut.id}/video`, {})).body.state, 'waiting')
    await convertNext(app.kernel)
    const path = await upload(clip)
    const saved = await mara('PUT', `/library/${shop.id}/items/${cut.id}`, {
      revision: cut.revision,
      item: given(path),
    })
    assert.equal(saved.status, 200)
    // The file before is deleted with its place.
    assert.deepEqual(await objects(cut.path), [])
    await convertNext(app.kernel)
    assert.equal((await stateOf(cut.id)).state, 'ready')
  })

  test('whose process stopped three times is given up', async () => {
    const video = await makeVideo(await readFile(makeClip({ seconds: 2 })))
    const crash = () =>
      sql(
        `update public.library_videos set state = 'working', lease_until = now() - interval '1 second' where item_id = $1`,
        video.id,
      )
    await sql('update public.library_videos set attempts = 3 where item_id = $1', video.id)
    await crash()
    await convertNext(app.kernel)
    assert.match((await stateOf(video.id)).failure, /stopped three times/)
    await sql('update public.library_videos set attempts = 1 where item_id = $1', video.id)
    await crash()
    await convertNext(app.kernel)
    assert.equal((await stateOf(video.id)).state, 'ready')
  })

  test('[L08] that is a list of other files opens none of them', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.end('secret')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.ts`
    const secret = makeClip({ seconds: 1, name: 'secret.mp4' })
    const hostile = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${url}\n#EXTINF:4,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\nfile '${url}'\n`,
      `<?xml version="1.0"?><MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`,
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`,
      `[playlist]\nFile1=${url}\n`,
    ]
    for (const text of hostile) {
      const video = await makeVideo(Buffer.from(text))
      await convertNext(app.kernel)
      assert.match((await stateOf(video.id)).failure, /not a video/, text)
      assert.deepEqual(await objects(video.path), [video.path])
    }
    // A MOV file whose tracks are in another file: the reference is not followed.
    const clip = await readFile(makeClip({ seconds: 1, hasSound: false }))
    const video = await makeVideo(withReference(clip, secret))
    await convertNext(app.kernel)
    assert.equal(requests, 0)
    const { state } = await stateOf(video.id)
    assert.ok(['failed', 'ready'].includes(state))
  })

  test('that is too long, or has no picture, is refused in words', async () => {
    const [folder, name] = [clipFolder(), 'sound.mp4']
    execFileSync(ffmpegOfMachine!, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'sine=440:d=2',
      '-y',
      join(folder, name),
    ])
    await mkdir(folder, { recursive: true })
    const tools = app.config.video.tools!
    const limits = { folder, signal: new AbortController().signal, maxSeconds: 1 }
    const failure = (kind: string) => (error: unknown) =>
      error instanceof ConversionFailed && error.failure === kind
    await assert.rejects(probe(tools, name, limits), failure('no_picture'))
    makeClip({ seconds: 2, name: 'long.mp4' })
    await assert.rejects(probe(tools, 'long.mp4', limits), failure('too_long'))
  })
})

/** Turns the data reference of a file into one to another file: type `alis` with a path, not self-contained. */
function withReference(clip: Buffer, path: string): Buffer {
  const at = clip.indexOf('url \0\0\0\x01', 0, 'latin1')
  assert.ok(at > 0)
  const changed = Buffer.from(clip)
  changed.write('alis', at, 'latin1')
  changed[at + 7] = 0
  changed.write(path.slice(0, 4), at + 8, 'latin1')
  return changed
}

test('no rendition is larger than its source', () => {
  const heights = (width: number, height: number) =>
    renditionsOf({ width, height }).map((each) => each.height)
  assert.deepEqual(heights(1920, 1080), [360, 720, 1080])
  assert.deepEqual(heights(3840, 2160), [360, 720, 1080])
  assert.deepEqual(heights(720, 1280), [360, 720])
  assert.deepEqual(heights(320, 201), [200])
  assert.deepEqual(heights(1, 1), [2])
})

test('a playlist that is incomplete or names another file is none', () => {
  const list = (more: string, end = '#EXT-X-ENDLIST\n') =>
    `#EXTM3U\n#EXT-X-MAP:URI="0.m4s",BYTERANGE="10@0"\n#EXTINF:4.0,\n#EXT-X-BYTERANGE:1000@10\n${more}\n${end}`
  assert.equal(readMediaPlaylist(list('0.m4s'), '0.m4s').peak, 2000)
  for (const text of [list('0.m4s', ''), list('/etc/passwd'), '', '#EXTM3U\n#EXT-X-ENDLIST\n'])
    assert.throws(() => readMediaPlaylist(text, '0.m4s'), ConversionFailed)
  assert.throws(() => mainPlaylist('#EXT-X-STREAM-INF:BANDWIDTH=1\n9.m3u8\n', new Map()), ConversionFailed)
})

test('without ffmpeg a video waits, and the file itself is served', async () => {
  const plain = await testApp({ env: { FFMPEG_PATH: 'off' } })
  await convertNext(plain.kernel)
  assert.equal(plain.config.video.tools, undefined)
})
