import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeLines, markupPieces } from './code-markup.ts'

const SNIPPET = `<!-- here -->
<script async src="https://h/v1/bb.js" data-tenant='pk_1'></script> tail`

test('the pieces joined together equal the original code', () => {
  for (const code of [SNIPPET, '', 'a < b', '<', '<a b="', '"x', '<!-- open'])
    assert.equal(
      markupPieces(code)
        .map(([, text]) => text)
        .join(''),
      code,
    )
})

test('comments, tags, attributes and strings get their kinds', () => {
  const kinds = new Map(markupPieces(SNIPPET).map(([kind, text]) => [text, kind]))
  assert.equal(kinds.get('<!-- here -->'), 'dim')
  assert.equal(kinds.get('script'), 'tag')
  assert.equal(kinds.get('data-tenant'), 'attr')
  assert.equal(kinds.get(`'pk_1'`), 'str')
  assert.equal(kinds.get('"https://h/v1/bb.js"'), 'str')
})

test('an apostrophe in a comment does not start a string, and a URL does not start a comment', () => {
  const code = `// in a member's name.\nif (a !== 'site') go("x") // it's over\n  # nobody's\nscript-src http://h; color: #c00`
  const pieces = markupPieces(code)
  assert.deepEqual(
    pieces.filter(([kind]) => kind === 'dim').map(([, text]) => text),
    [`// in a member's name.`, `// it's over`, `# nobody's`],
  )
  assert.deepEqual(
    pieces.filter(([kind]) => kind === 'str').map(([, text]) => text),
    [`'site'`, '"x"'],
  )
})

test('lines and spans joined together equal the original code', () => {
  for (const code of [
    SNIPPET,
    '',
    '\n',
    'a\n\nb\n',
    '<a b="',
    `<p style="min-height:402px;margin:16px 0" ${'x'.repeat(90)}>`,
  ])
    assert.equal(
      codeLines(code)
        .flatMap((line) => line.flatMap(({ pieces }) => pieces.map(([, text]) => text)))
        .join(''),
      code,
    )
})

test('an attribute is one span; a long value is broken between its parts, and its name never', () => {
  const spans = (code: string) =>
    codeLines(code).map((line) =>
      line.map(({ pieces, isWhole }) => (isWhole ? '' : '~') + pieces.map(([, text]) => text).join('')),
    )
  const url = `https://blocks.example/${'v1/'.repeat(6)}bb.js`
  assert.deepEqual(
    spans(
      `<script async src="${url}" data-theme="retro"\n  style="display:block;min-height:402px;margin:16px 0"></script>`,
    ),
    [
      ['<script', '~ ', '~async', '~ ', 'src=', `~"${url}"`, '~ ', 'data-theme="retro"', '~\n'],
      ['~  ', 'style="display:block;', 'min-height:402px;', 'margin:16px ', '0"', '~>', '</script', '~>'],
    ],
  )
  assert.deepEqual(spans('script-src https://a; frame-src b'), [
    ['script-src', '~ ', '~https://a;', '~ ', 'frame-src', '~ ', '~b'],
  ])
})
