import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadArticle, linkAddress, plainText, readArticle } from './article.ts'

const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const text = (value: string, ...marks: unknown[]) => ({
  type: 'text',
  text: value,
  ...(marks.length && { marks }),
})

const linkTo = (href: string) => ({ type: 'link', attrs: { href } })

test('an article keeps what pages render, and nothing else', () => {
  const given = doc(
    { type: 'heading', attrs: { level: 1, class: 'x' }, content: [text('Bread')] },
    {
      ...paragraph(text('Mix', { type: 'bold' }), { type: 'hardBreak' }),
      attrs: { style: 'position: fixed' },
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('Flour'))] }] },
    paragraph(text('Shop', { type: 'link', attrs: { href: 'https://a.example/x', target: '_top' } })),
  )
  const read = readArticle(given)
  assert.deepEqual(read.content[0], {
    type: 'heading',
    attrs: { level: 2 },
    content: [{ type: 'text', text: 'Bread' }],
  })
  assert.ok(!JSON.stringify(read).includes('position'))
  assert.ok(!JSON.stringify(read).includes('target'))
  assert.equal(plainText(read), 'Bread\nMix \nFlour\nShop')
  assert.deepEqual(readArticle(read), read)
})

test('[C06] an article with anything that could run is refused', () => {
  let deep: unknown = paragraph(text('x'))
  for (let i = 0; i < 20; i++) deep = { type: 'blockquote', content: [deep] }
  const bad: unknown[] = [
    null,
    [],
    'text',
    paragraph(text('x')),
    doc({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } }),
    doc({ type: 'iframe' }),
    doc({ type: 'html', content: [text('<script>')] }),
    doc(paragraph({ type: 'text', text: '' })),
    doc(paragraph(text('x', { type: 'textStyle', attrs: { color: 'red' } }))),
    doc(paragraph(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
    doc(paragraph(text('x', { type: 'link', attrs: { href: ' java\nscript:alert(1)' } }))),
    doc(paragraph(text('x', { type: 'link', attrs: { href: 'data:text/html,x' } }))),
    doc(paragraph(text('x', { type: 'link' }))),
    doc({ type: 'paragraph', content: { length: 1 } }),
    doc({ type: '__proto__' }),
    doc({ type: 'constructor' }),
    doc(deep),
    doc(...Array.from({ length: 20_001 }, () => ({ type: 'horizontalRule' }))),
    doc(paragraph(text('x'.repeat(200_001)))),
    // With the ends of its lines, or its addresses, larger than what the database stores.
    doc(paragraph(text('x'.repeat(100_000))), paragraph(text('x'.repeat(100_000)))),
    doc(...Array.from({ length: 300 }, () => paragraph(text('x', linkTo(`https://a/${'y'.repeat(1900)}`))))),
    // Objects that have no text.
    doc({ type: { toString: 1, valueOf: 1 } }),
    doc(paragraph(text('x', { type: { toString: 1, valueOf: 1 } }))),
  ]
  for (const given of bad) assert.throws(() => readArticle(given), BadArticle)
})

test('a mark occurs once in a text, however often it is given, and a level that is no number is the first', () => {
  const marks = [
    ...Array.from({ length: 25_000 }, () => ({ type: 'bold' })),
    linkTo('https://a.example'),
    linkTo('https://b.example'),
  ]
  const level = { toString: 1, valueOf: 1 }
  assert.deepEqual(
    readArticle(doc(paragraph(text('x', ...marks)), { type: 'heading', attrs: { level } })).content,
    [
      paragraph(text('x', { type: 'bold' }, linkTo('https://a.example/'))),
      { type: 'heading', attrs: { level: 2 } },
    ],
  )
})

test('what is stored is read again: no address is longer in its canonical form than may be', () => {
  const long = `https://a.example/${'ж'.repeat(1500)}`
  assert.equal(linkAddress(long), undefined)
  assert.throws(() => readArticle(doc(paragraph(text('x', linkTo(long))))), BadArticle)
})

test('addresses of links are web and email addresses', () => {
  assert.equal(linkAddress('https://a.example'), 'https://a.example/')
  assert.equal(linkAddress('mailto:a@b.example'), 'mailto:a@b.example')
  for (const bad of ['ftp://a', 'vbscript:x', '//a', 'a', '', 5, `https://a/${'x'.repeat(2000)}`])
    assert.equal(linkAddress(bad), undefined)
})

test('[L05] a picture is a file of the library with a text, and nothing else', () => {
  const path = '0f8fad5b-d9cb-469f-a165-70867728950e.png'
  const read = (attrs: unknown) => readArticle({ type: 'doc', content: [{ type: 'image', attrs }] }).content
  assert.deepEqual(
    read({ path, alt: ' Rye ', width: 800, height: 600, src: 'https://a.example/', onerror: 'x' }),
    [{ type: 'image', attrs: { path, alt: 'Rye', width: 800, height: 600 } }],
  )
  assert.deepEqual(read({ path, alt: 7, width: -1, height: 1e9 }), [
    { type: 'image', attrs: { path, alt: '' } },
  ])
  for (const wrong of [
    'https://a.example/a.png',
    'data:image/png;base64,AAAA',
    '../secret.png',
    `${path}/../x`,
    `${path}.hls/0.m4s`,
    '',
    undefined,
    { toString: () => path },
  ])
    assert.throws(() => read({ path: wrong, alt: '' }), BadArticle)
})
