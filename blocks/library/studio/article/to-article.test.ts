import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EditorNode, toArticle } from './to-article.ts'

const text = (value: string, marks?: EditorNode[]): EditorNode => ({
  type: 'text',
  text: value,
  ...(marks && { marks }),
})

test('an article has only the attributes that the server takes', () => {
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3, textAlign: 'center' }, content: [text('Dough')] },
      {
        type: 'orderedList',
        attrs: { start: 4, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('Mix')] }] }],
      },
      { type: 'codeBlock', attrs: { language: 'sh' }, content: [text('bake')] },
    ],
  }
  assert.deepEqual(toArticle(doc), {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [text('Dough')] },
      {
        type: 'orderedList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('Mix')] }] }],
      },
      { type: 'codeBlock', content: [text('bake')] },
    ],
  })
})

test('unknown nodes leave their text, unknown marks and unsafe links leave nothing', () => {
  const marks = [
    { type: 'bold' },
    { type: 'highlight', attrs: { color: 'red' } },
    { type: 'link', attrs: { href: 'javascript:alert(1)' } },
  ]
  const doc = {
    type: 'doc',
    content: [
      { type: 'table', content: [{ type: 'paragraph', content: [text('cell', marks)] }] },
      {
        type: 'paragraph',
        content: [
          text('site', [{ type: 'link', attrs: { href: 'https://a.example/', target: '_blank', rel: 'x' } }]),
        ],
      },
    ],
  }
  assert.deepEqual(toArticle(doc), {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [text('cell', [{ type: 'bold' }])] },
      {
        type: 'paragraph',
        content: [text('site', [{ type: 'link', attrs: { href: 'https://a.example/' } }])],
      },
    ],
  })
})

test('a document without text is no article', () => {
  assert.equal(toArticle({ type: 'doc', content: [{ type: 'paragraph' }] }), undefined)
  assert.ok(toArticle({ type: 'doc', content: [{ type: 'horizontalRule' }] }))
})
