import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCaptionFile, readTime, timeText } from './read-captions.ts'

test('WebVTT and SubRip are read as times and plain text', () => {
  const vtt = `\uFEFFWEBVTT - by Ann\r\n\r\nSTYLE\r\n::cue { background: url(https://a.example) }\r\n\r\nNOTE --> nothing\r\n\r
intro\r\n00:01.000 --> 00:02.500 line:0 position:10%\r\n<v Ann><b>Hello</b> &amp; <i onclick="x">welcome</i>\r\n- to us\r\n\r
1:00:00.000 --> 1:00:01.000\r\n&lt;script&gt;alert(1)&lt;/script&gt;\r\n\r\n00:03.000 --> 00:02.000\r\nbackwards`
  assert.deepEqual(readCaptionFile(vtt), [
    { start: 1000, end: 2500, text: 'Hello & welcome\n- to us' },
    { start: 3_600_000, end: 3_601_000, text: '<script>alert(1)</script>' },
  ])
  const srt =
    '2\n00:00:03,000 --> 00:00:04,000\n{\\an8}Second\n\n1\n00:00:01,000 --> 00:00:02,000\n<font color=red>First</font>\n'
  assert.deepEqual(
    readCaptionFile(srt).map(({ text }) => text),
    ['First', 'Second'],
  )
  assert.throws(() => readCaptionFile('<html>'), /no captions/)
})

test('times are typed with or without hours and parts', () => {
  assert.deepEqual(['1:05', '0:00:01.5', '12:34:56,789', '1:60', '5', ''].map(readTime), [
    65_000,
    1500,
    45_296_789,
    undefined,
    undefined,
    undefined,
  ])
  assert.equal(timeText(45_296_789), '12:34:56.789')
  assert.equal(readTime(timeText(62_500)), 62_500)
})
