// What `react` means inside embed pages: the handful of hooks that parts for frames may use, from preact. Leaving
// out the rest of preact/compat saves a tenth of a page's weight; an import that is not here fails the build.
import { options, type VNode } from 'preact'

export { Fragment } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

// React writes SVG's hyphenated attributes in camel case; only these names are hyphenated in SVG.
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
