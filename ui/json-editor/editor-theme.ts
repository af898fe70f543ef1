import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/**
 * JSON tokens: strings (with the colon if it is a key), numbers, literals and punctuation. No JSON token
 * spans lines.
 */
const TOKENS =
  /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b)|[{}[\],:]/g

const mark = (kind: string) => Decoration.mark({ attributes: { 'data-kind': kind } })
const KINDS = { name: mark('tag'), text: mark('str'), value: mark('attr'), sign: mark('dim') }

const tokenMatcher = new MatchDecorator({
  regexp: TOKENS,
  decorate(add, from, to, [, text, colon, value]) {
    if (text !== undefined && colon !== undefined) {
      add(from, from + text.length, KINDS.name)
      add(from + text.length, to, KINDS.sign)
    } else add(from, to, text !== undefined ? KINDS.text : value === undefined ? KINDS.sign : KINDS.value)
  },
})

/** Colors each token like the code blocks do. */
export const syntaxColors = ViewPlugin.define(
  (view) => ({
    decorations: tokenMatcher.createDeco(view),
    update(change: ViewUpdate) {
      this.decorations = tokenMatcher.updateDeco(change, this.decorations)
    },
  }),
  { decorations: (plugin) => plugin.decorations },
)

/** The editor's theme, from the same design tokens as every other component. */
export const editorTheme = EditorView.theme(
  {
    '&': { color: 'var(--bb-code-text)', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--bb-font-mono)', fontSize: '13px', lineHeight: '22px' },
    '.cm-content': { padding: '12px 0', caretColor: 'var(--bb-code-text)', letterSpacing: '-0.012em' },
    '.cm-line': { padding: '0 16px 0 8px' },
    '.cm-gutters': { border: 'none', backgroundColor: 'transparent', color: 'var(--bb-code-dim)' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '38px', padding: '0 8px 0 12px' },
    '.cm-activeLine': { backgroundColor: 'transparent' },
    '&.cm-focused .cm-activeLine': {
      backgroundColor: 'color-mix(in oklab, var(--bb-code-dim), transparent 90%)',
    },
    '.cm-cursor': { borderLeftColor: 'var(--bb-code-text)' },
    '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      backgroundColor: 'color-mix(in oklab, var(--bb-accent), transparent 55%)',
    },
    '&.cm-focused .cm-matchingBracket': {
      backgroundColor: 'color-mix(in oklab, var(--bb-code-dim), transparent 66%)',
    },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--bb-danger) 1.5px',
      textUnderlineOffset: '4px',
    },
    '.cm-tooltip': {
      border: '1px solid var(--bb-line)',
      borderRadius: 'var(--bb-r-badge)',
      backgroundColor: 'var(--bb-surface)',
      color: 'var(--bb-text)',
      fontFamily: 'var(--bb-font)',
      fontSize: '12px',
    },
    '.cm-diagnostic-error': { borderLeft: '3px solid var(--bb-danger)', padding: '4px 10px' },
  },
  { dark: true },
)
