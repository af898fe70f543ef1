// Replaces `react` inside embed pages: the few hooks that components in frames may use, from preact. Leaving
// out the rest of preact/compat saves a tenth of a page's weight. An import that is missing here fails the
// build.
import { options, type VNode } from 'preact'

export { Fragment } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

// React writes SVG's hyphenated attributes in camel case. Only names with these prefixes are hyphenated in
// SVG.
const HYPHENATED = /^(stroke|fill|clip|stop)([A-Z])/
const before = options.vnode?.bind(options)

options.vnode = (vnode: VNode) => {
  const props = vnode.props as Record<string, unknown>
  if (typeof vnode.type === 'string') {
    for (const name in props) {
      if (!HYPHENATED.test(name)) continue
      props[name.replace(HYPHENATED, (_, first, next) => `${first}-${next.toLowerCase()}`)] = props[name]
      delete props[name]
    }
  }
  before?.(vnode)
}
