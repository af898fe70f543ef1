import type { Tag } from '../tags.ts'

/** Which selectors of a page's style sheets style the page itself, its buttons and its links. */
export interface StyledElements {
  isPage: (selector: string) => boolean
  /** 0 for other elements; more for selectors that style more of the page's buttons. */
  buttonWeight: (selector: string) => number
  linkWeight: (selector: string) => number
  /** `style` attributes of the page, its buttons and its links. */
  pageStyles: string[]
  buttonStyles: string[]
}

/** Far more classes than a page's buttons have. */
const MOST_CLASSES = 2000
/** How often an element counts: a list of 500 links is one style. */
const MOST_VOTES = 6

const PAGE = /^(?:html|body|:root|html\s+body|html,\s*body)$/
const BUTTON =
  /^(?:a|button|input|\w+)?(?:button|\.btn|\.button|\.cta|\.btn-primary|\.button-primary|\.btn--primary|\.button--primary|\.primary-button|\.wp-block-button__link|\.wp-element-button|\.w-button|\.sqs-block-button-element|\[type=["']?submit["']?\])(?::(?:link|any-link))?$/
const PRIMARY = /primary|cta|submit|wp-block-button__link|wp-element-button|w-button/
const LINK = /^(?:a|a:link|a:any-link|body\s+a|main\s+a|p\s+a|\.link)$/
/** A selector that is one class, as utility frameworks write them. Escaped ones are for other states. */
const ONE_CLASS = /^(?:a|button|body|html)?\.([\w-]{1,60})$/

export function styledElements(tags: readonly Tag[]): StyledElements {
  const page = new Map<string, number>()
  const buttons = new Map<string, number>()
  const links = new Map<string, number>()
  const pageStyles: string[] = []
  const buttonStyles: string[] = []
  for (const { name, attributes } of tags) {
    const ofPage = name === 'html' || name === 'body'
    const isButton = name === 'button' || (name === 'input' && attributes.get('type') === 'submit')
    if (!ofPage && !isButton && name !== 'a') continue
    const classes = (attributes.get('class') ?? '').slice(0, 2000).split(/\s+/, 60).filter(Boolean)
    count(ofPage ? page : isButton || isButtonLike(classes, attributes) ? buttons : links, classes)
    const style = attributes.get('style')
    if (style && ofPage) pageStyles.push(style)
    else if (style && isButton && buttonStyles.length < 50) buttonStyles.push(style)
  }
  const votes = (seen: Map<string, number>, selector: string) => {
    const name = ONE_CLASS.exec(selector)?.[1]
    return name === undefined ? 0 : Math.min(MOST_VOTES, seen.get(name) ?? 0)
  }
  return {
    isPage: (selector) => PAGE.test(selector) || votes(page, selector) > 0,
    buttonWeight: (selector) =>
      BUTTON.test(selector) ? (PRIMARY.test(selector) ? 8 : 3) : votes(buttons, selector),
    linkWeight: (selector) => (LINK.test(selector) ? 3 : votes(links, selector) / 3),
    pageStyles,
    buttonStyles,
  }
}

/** Links that look like buttons have a background and space around their text. */
const isButtonLike = (classes: string[], attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('role') === 'button' ||
  classes.some((one) => /(?:^|[-_])(?:btn|button|cta)(?:[-_]|$)|^bg-/.test(one))

function count(seen: Map<string, number>, classes: string[]): void {
  for (const name of classes)
    if (seen.has(name) || seen.size < MOST_CLASSES) seen.set(name, (seen.get(name) ?? 0) + 1)
}
