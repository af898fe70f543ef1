import { blockPlace, blockPlaces } from '#blocks/registry.ts'
import { type EmbedOrigins, scriptTag, type SnippetTenant } from '#kernel/browser/snippet.ts'

/** Something that a page can do besides showing the sign-in and the products. */
export interface PageSample {
  id: 'profile' | 'dialog' | 'members' | 'language' | 'colours' | 'calls'
  label: string
  /** What it is for, in a sentence; code in backticks. */
  text: string
  code: string
}

/** Samples that run as they stand on a page that carries one of the tenant's tags: a test runs them. */
export function pageSamples(tenant: SnippetTenant, origins: EmbedOrigins): PageSample[] {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    blockPlaces.map(({ name }) => `\`${name}\``),
  )
  const alone = `${origins[tenant.mode]}/embed/pay?tenant=${tenant.public_key}`
  return [
    {
      id: 'profile',
      label: 'Profile',
      text: 'Who is signed in, with the ways to the account and out of it. Everybody else sees a sample.',
      code: scriptTag(tenant, blockPlace('profile'), origins),
    },
    {
      id: 'dialog',
      label: 'Dialog',
      text: `Any link or button opens a block over the page: ${names}. Without JavaScript the link still leads to it.`,
      code: `<a href="${alone}" data-bb-open="pay">Shop</a>\n<button data-bb-open="auth">Sign in</button>`,
    },
    {
      id: 'members',
      label: 'Members only',
      text: 'Shown as somebody signs in or out. It is for looks: what must stay private comes from your server.',
      code: `<p hidden data-bb-show="signed-in">Welcome back.</p>\n<p hidden data-bb-show="signed-out">Members see more.</p>`,
    },
    {
      id: 'language',
      label: 'Language',
      text: 'Blocks speak the language of your page, `<html lang="de">`, in ten languages. `data-locale` says another for one block.',
      code: `<bb-block data-block="auth" data-locale="fr"></bb-block>`,
    },
    {
      id: 'colours',
      label: 'Colours',
      text: 'Your own style sheet goes before the theme. Whatever it says, the words stay readable.',
      code: `<style>\n  :root { --bb-accent: #c2410c; --bb-radius: 8px; --bb-font: Georgia, serif }\n</style>`,
    },
    {
      id: 'calls',
      label: 'JavaScript',
      text: 'Other events: `signed-in`, `signed-out`, `ready`, `error`. Other calls: `signOut`, `open`, `close`, `theme`. Only listed sites are told who is there.',
      code: `<script>
  window.bb = window.bb || function () { (bb.q = bb.q || []).push(arguments) }
  bb('on', 'purchase', ({ detail }) => console.log(detail.item, detail.amount, detail.currency))
  bb('user', (user) => console.log(user ? user.email : 'Nobody is signed in'))
</script>`,
    },
  ]
}
