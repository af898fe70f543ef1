import { blockPlace, blockPlaces } from '#blocks/registry.ts'
import { type EmbedOrigins, scriptTag, type SnippetTenant } from '#kernel/browser/snippet.ts'

/** Something a page can do besides showing sign-in and products. */
export interface PageSample {
  id: 'profile' | 'dialog' | 'members' | 'language' | 'colors' | 'calls'
  label: string
  /** What it is for, in one sentence; code in backticks. */
  text: string
  code: string
}

/** Samples that run unchanged on a page that has one of the tenant's tags. A test runs them. */
export function pageSamples(tenant: SnippetTenant, origins: EmbedOrigins): PageSample[] {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    blockPlaces.map(({ name }) => `\`${name}\``),
  )
  const alone = `${origins[tenant.mode]}/embed/pay?tenant=${tenant.public_key}`
  return [
    {
      id: 'profile',
      label: 'Profile',
      text: 'Shows who is signed in, with links to their account and to sign out.',
      code: scriptTag(tenant, blockPlace('profile'), origins),
    },
    {
      id: 'dialog',
      label: 'Dialog',
      text: `Any link or button opens a block over the page: ${names}. Without JavaScript, the link still opens it.`,
      code: `<a href="${alone}" data-bb-open="pay">Shop</a>\n<button data-bb-open="auth">Sign in</button>`,
    },
    {
      id: 'members',
      label: 'Members only',
      text: 'Shows or hides content when a visitor signs in or out. It is not access control: serve private content from your server.',
      code: `<p hidden data-bb-show="signed-in">Welcome back.</p>\n<p hidden data-bb-show="signed-out">Members see more.</p>`,
    },
    {
      id: 'language',
      label: 'Language',
      text: 'Blocks speak the language of your page, `<html lang="de">`, in ten languages. Set `data-locale` to override it for one block.',
      code: `<bb-block data-block="auth" data-locale="fr"></bb-block>`,
    },
    {
      id: 'colors',
      label: 'Colors',
      text: 'Your style sheet overrides the theme. Text stays readable with any color.',
      code: `<style>\n  :root { --bb-accent: #c2410c; --bb-radius: 8px; --bb-font: Georgia, serif }\n</style>`,
    },
    {
      id: 'calls',
      label: 'JavaScript',
      text: 'Other events: `signed-in`, `signed-out`, `ready`, `error`. Other calls: `signOut`, `open`, `close`, `theme`. Only listed sites learn who is signed in.',
      code: `<script>
  window.bb = window.bb || function () { (bb.q = bb.q || []).push(arguments) }
  bb('on', 'purchase', ({ detail }) => console.log(detail.item, detail.amount, detail.currency))
  bb('user', (user) => console.log(user ? user.email : 'Signed out'))
</script>`,
    },
  ]
}
