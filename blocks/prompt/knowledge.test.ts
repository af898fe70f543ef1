// What an assistant knows: pages by robots.txt and sitemap, files, what is removed, and how passages are found.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import PdfDocument from 'pdfkit'
import { promptSite } from '#testing/prompt-site.ts'
import { indexSource } from './knowledge/index-source.ts'
import { pageText } from './knowledge/page-text.ts'
import { readFileText } from './knowledge/read-file.ts'
import { readPages } from './knowledge/read-pages.ts'
import { readRobots } from './knowledge/robots.ts'
import { splitText } from './retrieval/split-text.ts'

/** A site on this machine. */
const pages: Record<string, string | undefined> = {}
const visited: string[] = []
const server = createServer(({ url = '', headers }, response) => {
  visited.push(`${url} ${headers['user-agent']?.split('/')[0]}`)
  const page = pages[url]
  response.writeHead(page === undefined ? 404 : 200, {
    'content-type': /\.(txt|xml)$/.test(url) ? 'text/plain' : 'text/html',
  })
  response.end(page)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
// Before the tests, because a hook of the file runs when those that are known have ended.
const site = await promptSite({ env: { OUTBOUND_ALLOW: origin } })
const { app, shop, sql, guest, mara } = site
const html = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><nav>Menu Imprint</nav><p>${body}</p>`

test('robots.txt is read as RFC 9309 says', () => {
  const robots = readRobots(
    `User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: BoltBlocks-Assistant # ours\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\nSitemap: https://a.test/s.xml`,
    'boltblocks-assistant',
  )
  const allows = (path: string) => robots.allows(new URL(path, 'https://a.test'))
  assert.deepEqual(
    ['/', '/private', '/private/x', '/private/open', '/a/b.pdf', '/a/b.pdf?x', '/public'].map(allows),
    [true, false, false, true, false, true, true],
  )
  assert.deepEqual(robots.sitemaps, ['https://a.test/s.xml'])
  assert.equal(
    readRobots('User-agent: *\nDisallow: /', 'boltblocks-assistant').allows(new URL('https://a.test/x')),
    false,
  )
  assert.ok(readRobots('<html>not a robots.txt', 'x').allows(new URL('https://a.test/x')))
})

test('a page is read as its visitors read it', () => {
  const page = pageText(
    `<head><title>Bread &amp; rye</title><meta name=robots content="index"><style>p{}</style></head><body><nav>Menu</nav><main><h1>Bread</h1>
     <p>We bake <b>every</b> day&nbsp;– except&#32;Monday.</p><script>secret()</script><ul><li>Rye<li>Wheat</ul>${'<p>More about bread and its long history in this town.</p>'.repeat(5)}</main><footer>Imprint</footer></body>`,
  )
  assert.equal(page.title, 'Bread & rye')
  assert.match(page.text, /^Bread\n/)
  assert.match(page.text, /We bake every day – except Monday\./)
  for (const absent of ['Menu', 'secret', 'Imprint', 'p{}', '<'])
    assert.ok(!page.text.includes(absent), absent)
  assert.ok(pageText('<meta name="robots" content="noindex"><p>x</p>').isHidden)
  for (const broken of [
    '<',
    '<a',
    '<!--',
    '<title>',
    '<nav><p>x',
    '&#0;&#xd800;',
    '<'.repeat(100_000),
    '<a href="',
  ])
    assert.equal(typeof pageText(broken).text, 'string')
})

test('a text is split between paragraphs or sentences, and nothing is lost', () => {
  const sentence = (at: number) => `Sentence number${at} is about bread.`
  const text = Array.from({ length: 200 }, (_, at) => sentence(at) + (at % 7 === 6 ? '\n\n' : ' ')).join('')
  const passages = splitText(text)
  assert.ok(passages.every((passage) => passage.length <= 800))
  for (let at = 0; at < 200; at++)
    assert.ok(
      passages.some((passage) => passage.includes(sentence(at))),
      `${at}`,
    )
  assert.deepEqual(splitText(''), [])
  assert.ok(splitText('x'.repeat(5000)).join('').length >= 5000)
})

test('[peers I1] PDF, Word, Markdown and text files are read; others are refused in a sentence', async () => {
  const docx = zipSync({
    'word/document.xml': strToU8(
      '<w:document><w:body><w:p><w:r><w:t>Rye &amp; wheat</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">second </w:t><w:t>line</w:t></w:r></w:p></w:body></w:document>',
    ),
  })
  assert.match(await readFileText('a.docx', docx), /Rye & wheat\s+second line/)
  const pdf = new PdfDocument()
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  pdf.text('The oven is hot at noon.')
  pdf.end()
  await new Promise((done) => pdf.on('end', done))
  assert.match(
    await readFileText('menu.PDF', new Uint8Array(Buffer.concat(parts))),
    /The oven is hot at noon/,
  )
  assert.equal(await readFileText('a.md', strToU8('# Bread')), '# Bread')
  for (const [name, bytes] of [
    ['a.pdf', strToU8('not a pdf')],
    ['a.docx', strToU8('PK not a zip')],
    ['a.docx', zipSync({ 'other.xml': strToU8('x') })],
    ['a.txt', new Uint8Array([0xff, 0xfe, 0x00])],
    ['a.txt', strToU8('a\0b')],
  ] as const)
    await assert.rejects(readFileText(name, bytes), { name: 'UnreadableFile' }, name)
})

const crawled = async () => {
  visited.length = 0
  const found: string[] = []
  for await (const { name, text } of readPages(
    app.kernel,
    { url: `${origin}/`, include: [], exclude: ['/old'], most: 50 },
    0,
  ))
    if (text) found.push(new URL(name).pathname)
  return found.toSorted()
}

test('[peers I1] a site without a sitemap is read by its links, within its origin and robots.txt', async () => {
  pages['/'] = html(
    'Home',
    'Welcome <a href="/bread#top">bread</a> <a href="/private/x">x</a> <a href="/old/y">y</a> <a href="https://other.test/">z</a>',
  )
  pages['/bread'] = html('Bread', 'Our zwieback is baked twice. <a href="/">home</a> <a href="/hidden">h</a>')
  pages['/hidden'] = '<meta name="robots" content="noindex"><p>Hidden pumpernickel</p>'
  pages['/private/x'] = html('X', 'Private')
  pages['/robots.txt'] = 'User-agent: *\nDisallow: /private'
  assert.deepEqual(await crawled(), ['/', '/bread'])
  assert.ok(!visited.some((line) => line.startsWith('/private') || line.startsWith('/old')))
  assert.ok(visited.every((line) => line.endsWith(' BoltBlocks-Assistant')))
})

test('[peers I1] with a sitemap, its pages are read; what is gone from the site is gone from the answers', async () => {
  pages['/sitemap.xml'] =
    `<urlset><url><loc>${origin}/bread</loc></url><url><loc>${origin}/cake</loc></url><url><loc>https://other.test/</loc></url></urlset>`
  pages['/cake'] = html('Cake', 'The marzipan cake has almonds.')
  const source = await site.addSource({
    kind: 'pages',
    design: { pages: { url: `${origin}/`, include: [], exclude: [], most: 50 } },
    sync_days: 7,
  })
  const read = async () =>
    (await mara('GET', `/prompt/${shop.id}/assistants/${site.assistant.id}/sources`)).body.sources[0]
  const { state, documents, problem } = await read()
  assert.deepEqual([state, documents, problem], ['ready', 3, null])
  const asked = async () =>
    (await guest('POST', '/prompt-questions', { question: 'Which cake has marzipan?' })).body
  const answer = await asked()
  assert.equal(answer.state, 'passages')
  assert.equal(answer.citations[0].url, `${origin}/cake`)
  pages['/sitemap.xml'] = `<urlset><url><loc>${origin}/bread</loc></url></urlset>`
  await indexSource(app.kernel, { tenant: shop.id, source: source.id })
  assert.equal((await asked()).state, 'refused')
  assert.equal((await read()).documents, 2)
  pages['/robots.txt'] = 'User-agent: *\nDisallow: /'
  await indexSource(app.kernel, { tenant: shop.id, source: source.id })
  assert.deepEqual([(await read()).state, (await read()).documents], ['failed', 2])
})

test('[J01] an address inside the network, or our own, is refused before it is stored', async () => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest',
    'http://localhost:3000/',
    'https://user:pass@example.com/',
  ]) {
    const made = await mara('POST', `/prompt/${shop.id}/assistants/${site.assistant.id}/sources`, {
      source: {
        title: 'X',
        kind: 'pages',
        design: { pages: { url, include: [], exclude: [], most: 5 } },
        audience: null,
        sync_days: null,
      },
    })
    assert.equal(made.body.code, 'url_refused', url)
    const provider = {
      base_url: url,
      model: 'm',
      key: 'k',
      price_in: null,
      price_out: null,
      max_field: 'max_tokens',
    }
    assert.equal(
      (await mara('PUT', `/prompt/${shop.id}/provider`, { provider })).body.code,
      'url_refused',
      url,
    )
  }
})

test('a single word that is typed wrong is found by its trigrams', async () => {
  await site.addSource({
    ...site.answers(['Sourdough', 'Feed the sourdough starter daily with flour.']),
    title: 'Typing',
  })
  const { passages } = (
    await mara('POST', `/prompt/${shop.id}/assistants/${site.assistant.id}/try`, { question: 'sourdogh' })
  ).body
  assert.equal(passages[0]?.title, 'Sourdough')
})

test('a key is not sent to another address than the one that it was stored with', async () => {
  const provider = {
    base_url: site.model.baseUrl,
    model: 'sandbox-quote',
    price_in: null,
    price_out: null,
    max_field: 'max_tokens',
  }
  await sql('delete from app.prompt_providers')
  const save = (more: object) =>
    mara('PUT', `/prompt/${shop.id}/provider`, { provider: { ...provider, ...more } })
  assert.equal((await save({ base_url: 'https://api.example.com/v1' })).body.code, 'key_missing')
  assert.equal((await save({ base_url: 'https://api.example.com/v1', key: 'sk-1' })).body.has_key, true)
  assert.equal((await save({ base_url: 'https://api.example.com/v2' })).status, 200)
  assert.equal((await save({ base_url: 'https://evil.example.com/v1' })).body.code, 'key_missing')
})

test('a plan has a number of passages, and the rest of a source is left out', async () => {
  await sql("update public.tenants set stripe_mode = 'test'")
  await sql('delete from public.bolt_subscriptions')
  const long = Array.from({ length: 400 }, (_, at): [string, string] => [
    `Question ${at}`,
    `Answer ${at} `.repeat(80),
  ])
  const source = await site.addSource({ ...site.answers(...long), title: 'Long' })
  const { rows } = await sql('select problem, state from public.prompt_sources where id = $1', source.id)
  assert.match(rows[0].problem, /500 passages/)
  const { rows: counted } = await sql(
    'select count(*)::int as count from app.prompt_passages where tenant_id = $1',
    shop.id,
  )
  assert.ok(counted[0].count <= 500)
})
