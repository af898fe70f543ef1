import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sheetAddresses } from '../sheets.ts'
import { tagsOf } from '../tags.ts'
import { cssRules } from './css-rules.ts'
import { siteLook } from './site-look.ts'
import { siteName } from './site-name.ts'

const lookOf = (html: string, ...sheets: string[]) =>
  siteLook({ tags: tagsOf(html), host: 'shop.example' }, sheets)
const coloring = (html: string, ...sheets: string[]) => {
  const { mode, background, text, accent, radius } = lookOf(html, ...sheets)
  return [mode, background, text, accent, radius]
}

test('a plain page: the look is in the rules for the page, its buttons and its links', () => {
  const sheet = `/* theme { color: red } */
    body { background: #fffaf2 url(paper.png) repeat; color: #2c1833; font: 16px/1.5 Georgia, "Times New Roman", serif }
    a { color: #0000ee } .button, input[type=submit] { background-color: #b84412 !important; border-radius: 6px }`
  const look = lookOf('<title>Hearth &amp; Rye | Home</title><body>', sheet)
  assert.deepEqual(look, {
    name: 'Hearth & Rye',
    mode: 'light',
    background: '#fffaf2',
    text: '#2c1833',
    accent: '#b84412',
    font: '"Georgia","Times New Roman",serif',
    radius: 6,
  })
})

test('frameworks: custom properties, utility classes and presets', () => {
  assert.deepEqual(
    coloring(
      '<body class="bg-slate-900 text-slate-100"><a class="rounded-full bg-indigo-600 px-4" href="/">Go</a>',
      `.bg-slate-900{--tw-bg-opacity:1;background-color:rgb(15 23 42/var(--tw-bg-opacity,1))}
       .text-slate-100{color:rgb(241 245 249/var(--tw-text-opacity))}
       .bg-indigo-600{background-color:rgb(79 70 229/var(--tw-bg-opacity))}.rounded-full{border-radius:9999px}
       .bg-red-600{background-color:#dc2626}`,
    ),
    ['dark', '#0f172a', '#f1f5f9', '#4f46e5', 24],
    'utility classes count where the page uses them',
  )
  assert.deepEqual(
    coloring(
      '<body><button class="btn btn-primary">Buy</button>',
      `:root,[data-bs-theme=light]{--bs-primary:#0d6efd;--bs-body-bg:#fff;--bs-body-color:#212529}
       :root{--bs-body-bg:#fff;--bs-body-color:#212529}
       body{background-color:var(--bs-body-bg);color:var(--bs-body-color)}
       .btn{background-color:var(--bs-btn-bg);border-radius:.375rem}.btn-primary{--bs-btn-bg:#7952b3}`,
    ),
    ['light', '#ffffff', '#212529', '#7952b3', 6],
    'a button’s own fill wins over a preset',
  )
  assert.deepEqual(
    coloring(
      '<body>',
      `@layer theme{:root{--color-brand:oklch(0.627955 0.257683 29.2339)}}
       @media (prefers-color-scheme: dark){body{background:#000}}@media print{body{color:red}}
       body{background:white;color:#111}a{color:var(--color-brand)}`,
    ),
    ['light', '#ffffff', '#111111', '#ff0000', null],
    'layers apply; dark schemes and print do not',
  )
})

test('style elements and attributes count, and a page without styles is black on white', () => {
  assert.deepEqual(
    coloring(
      '<style>a{color:#0a7d4b}</style><body style="background:#101418;color:#eee"><button style="background: #e8590c">',
    ),
    ['dark', '#101418', '#eeeeee', '#0a7d4b', null],
  )
  assert.deepEqual(coloring('<p>Hi'), ['light', '#ffffff', '#1f1f1f', null, null])
  assert.deepEqual(
    coloring('<style>button{background:#111;border-radius:50%}a{color:#333}</style>').slice(3),
    [null, null],
  )
})

test('[K03] a page’s text reaches nothing but a color, a number, a font name and a cut name', () => {
  const hostile = `</style><script>alert(1)</script>`
  const look = lookOf(
    `<title>\u202e${'x'.repeat(5000)}${hostile}</title><meta name=theme-color content="red;}*{x:url(//evil)">`,
    `body{font-family:"a;}b{c",url(//evil),Ver dana;color:expression(1);background:url("a{b}c");border-radius:1e9px}
     :root{--primary:var(--primary);--brand:var(--a);--a:var(--brand)}`,
  )
  assert.equal(Array.from(look.name).length, 48)
  assert.doesNotMatch(look.name, /[\u202e<]/)
  assert.deepEqual(
    [look.background, look.accent, look.radius, look.font],
    ['#ffffff', '#ff0000', null, '"Ver dana"'],
  )
})

test('the name is the site’s, not the page’s', () => {
  const name = (html: string, host = 'www.hearthandrye.com') => siteName(tagsOf(html), host)
  assert.equal(name('<title>Home – Hearth and Rye</title>'), 'Hearth and Rye')
  assert.equal(name('<title>Welcome</title>'), 'Welcome')
  assert.equal(name('<title>Slow bread</title><meta property="og:site_name" content="H&amp;R">'), 'H&R')
  assert.equal(name('<title> \u200b </title>'), 'www.hearthandrye.com')
})

test('[J11] no style sheet takes more time than its length allows', () => {
  const LENGTH = 600_000
  const filled = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
  const hostile = {
    braces: filled('{'),
    'closed braces': filled('a{}'),
    comments: filled('/*'),
    'closed comments': `a{${filled('/**/')}`,
    quotes: filled('"\n'),
    parentheses: filled('a{b:('),
    selectors: filled('.a,'),
    'rules with many selectors': filled('.a,.b,.c,.d,.e{color:#f00}'),
    variables: `:root{${filled('--a:var(--a) var(--a) var(--a);')}}a{color:var(--a)}`,
    'at-rules': filled('@media x{'),
    'long names': `:root{--${'primary-'.repeat(70_000)}:red}`,
    escapes: filled('\\'),
  }
  const classes = Array.from({ length: 3000 }, (_, at) => `<a class="a b c d e x${at}">`).join('')
  lookOf(classes, 'body{color:red}')
  for (const [what, sheet] of Object.entries(hostile)) {
    const start = performance.now()
    lookOf(classes, sheet)
    const took = performance.now() - start
    assert.ok(took < 2500, `${what}: ${Math.round(took)} ms`)
  }
})

test('rules are read as browsers read them', () => {
  assert.deepEqual(
    cssRules(`@charset "x"; a, b:hover { color: red; x: y; color: blue } @font-face{font-family:X} c { d { color: red } color: tan }
      e { background: url(data:image/svg+xml;utf8,{}) #fff; color: "}" }`),
    [
      {
        selectors: ['a', 'b:hover'],
        declarations: [
          ['color', 'red'],
          ['color', 'blue'],
        ],
      },
      { selectors: ['c'], declarations: [['color', 'tan']] },
      {
        selectors: ['e'],
        declarations: [
          ['background', 'url(data:image/svg+xml;utf8,{}) #fff'],
          ['color', '"}"'],
        ],
      },
    ],
  )
})

test('a hostile page of a megabyte takes a fraction of a second', () => {
  const much = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length))
  const root = `:root{--a:var(--b) ${'aaa '.repeat(70)};--b:var(--c);--c:var(--d);--d:x}`
  const rule = `body,.btn,a{${'color:var(--a);background:var(--a);border-radius:var(--a);'.repeat(60)}}`
  const other = Array.from({ length: 20_000 }, (_, n) => `.btn{color:var(--a,${n})}`).join('')
  const hostile = {
    'a value that takes long': [`<style>${root}</style>`, much(rule, 400_000)],
    'many such values': [`<style>${root}</style>`, other],
    'style attributes': [
      much(`<body style="${'color:var(--a);'.repeat(200)}">`, 1_000_000),
      root,
      much(rule, 400_000),
    ],
    'links to sheets': [
      `<base href="https://x.example/${'a/'.repeat(1000)}">${much('<link rel=stylesheet href=../../y>', 900_000)}`,
    ],
  }
  for (const [name, [html, ...sheets]] of Object.entries(hostile)) {
    const before = process.cpuUsage()
    const tags = tagsOf(html!)
    sheetAddresses(tags, new URL('https://x.example/'))
    siteLook({ tags, host: 'x.example' }, sheets)
    const ms = process.cpuUsage(before).user / 1000
    assert.ok(ms < 900, `${name}: ${ms} ms`)
  }
})
