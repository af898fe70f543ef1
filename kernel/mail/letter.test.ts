import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCRIPT_CORPUS } from '#testing/script-corpus.ts'
import { tagsOf } from '#kernel/sites/tags.ts'
import { writeLetter } from './letter.ts'

const letter = {
  subject: 'Confirm your email for Hearth & Rye',
  brand: 'Hearth & Rye',
  lines: ['Thanks for signing up.'],
  button: { label: 'Confirm', address: 'https://app.example/auth/confirm?a=1&b=2' },
  code: { label: 'Or enter this code:', value: '012345' },
  closing: ['The link works once.'],
}

test('text and HTML have the same content', () => {
  const { text, html } = writeLetter(letter)
  for (const part of ['Thanks for signing up.', 'Or enter this code:', '012345', 'The link works once.']) {
    assert.ok(text.includes(part), part)
    assert.ok(html.includes(part), part)
  }
  assert.ok(text.includes('\nhttps://app.example/auth/confirm?a=1&b=2\n'))
  assert.ok(html.includes('href="https://app.example/auth/confirm?a=1&amp;b=2"'))
  assert.equal(typeof html, 'string')
})

test('[K03] values are escaped in the HTML, whatever they contain', () => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script><a href='javascript:alert(1)'>`
  const { html } = writeLetter({
    subject: hostile,
    brand: hostile,
    lines: [hostile],
    button: { label: hostile, address: hostile },
    code: { label: hostile, value: hostile },
    closing: [hostile],
  })
  assert.doesNotMatch(html, /<(img|script)|<a href='|"><img/)
  assert.equal(html.match(/<a /g)?.length, 1)
})

test('[K03] no string of the corpus adds an element or an attribute to an email', () => {
  const shape = (text: string) => {
    const { html } = writeLetter({
      subject: text,
      brand: text,
      lines: [text],
      button: { label: text, address: `https://app.example/?x=${text}` },
      code: { label: text, value: text },
      closing: [text],
    })
    return tagsOf(html).map(({ name, attributes }) => [name, [...attributes.keys()]])
  }
  const plain = shape('bread')
  for (const text of SCRIPT_CORPUS) assert.deepEqual(shape(text), plain, text)
})

test('no value adds a header or a line to subject and sender', () => {
  const { subject, from } = writeLetter({
    ...letter,
    subject: 'Hello\r\nBcc: everyone@example.test\n\u2028x\0',
    brand: 'Shop\r\nReply-To: evil@example.test',
  })
  assert.equal(subject, 'Hello Bcc: everyone@example.test x')
  assert.equal(from, 'Shop Reply-To: evil@example.test')
})
