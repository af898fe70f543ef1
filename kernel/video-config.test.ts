import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { videoConfig, videoFaults } from './video-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'video-config-'))
after(() => rmSync(folder, { recursive: true }))
const settings = { VIDEO_MAX_SECONDS: 14_400, MEDIA_ADDRESS_SECONDS: 300 }
function program(name: string) {
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), 0o755)
}

test('ffmpeg is found on PATH together with ffprobe, at a given path, or not used', () => {
  const path = `relative:${folder}`
  program('ffmpeg')
  assert.equal(videoConfig(settings, path).tools, undefined)
  const FFMPEG_PATH = join(folder, 'ffmpeg')
  assert.equal(videoFaults({ ...settings, FFMPEG_PATH }).length, 1)
  program('ffprobe')
  const tools = { ffmpeg: FFMPEG_PATH, ffprobe: join(folder, 'ffprobe') }
  assert.deepEqual(videoConfig(settings, path).tools, tools)
  assert.deepEqual(videoConfig({ ...settings, FFMPEG_PATH }, undefined).tools, tools)
  assert.deepEqual(videoFaults({ ...settings, FFMPEG_PATH }), [])
  assert.equal(videoConfig({ ...settings, FFMPEG_PATH: 'off' }, path).tools, undefined)
  assert.deepEqual(videoFaults({ ...settings, FFMPEG_PATH: 'off' }), [])
})
