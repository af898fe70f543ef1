// Embeds, part three: hydrates the views that the server rendered.
import { hydrate, render } from 'preact'
import type { EmbedApi, EmbedPage, EmbedPageData } from '#kernel/browser/embed-page.ts'
import { type Boot, ROOT_ID } from './boot.ts'
import type { Host } from './frame/host.ts'
import { pages } from './pages.tsx'
import type { ChannelMessage } from './session-state.ts'
import { Shell } from './shell.tsx'
import { createEmbedApi } from './create-embed-api.ts'

/** Hydrates the page. Resolves when it handles the visitor's events. */
export async function hydratePage(boot: Boot, host: Host, news?: ChannelMessage): Promise<void> {
  const { page, data, words } = boot
  const root = document.getElementById(ROOT_ID)!

  async function show(next: string) {
    history.replaceState(null, '', `/embed/${next}${location.search}`)
    await put(next, render)
  }

  async function put(name: string, how: typeof render): Promise<void> {
    const { default: Page, language } = await pages[name]!()
    const { lang } = document.documentElement
    await language.load(lang)
    language.speak(lang)
    how(<Shell page={Page as EmbedPage} words={words} data={data} embed={embed} />, root)
  }

  const embed: EmbedApi =
    data.sample !== undefined
      ? await createSampleApi(data.sample)
      : data.viewedAs
        ? await createViewerApi(data.viewedAs)
        : createEmbedApi(boot, host, show, news)

  /** The same without a service: the playground's mock mode. */
  async function createSampleApi(kind: string): Promise<EmbedApi> {
    const [{ mockEmbed }, module] = await Promise.all([import('./sample/mock-embed.ts'), pages[page]!()])
    const { sample } = await module.sample!()
    const comeBack = () => {
      render(null, root)
      void put(page, render)
    }
    const own = sample(kind)
    // The server added the buttons of the parts (server/embed-pages.ts).
    const ofParts = 'parts' in data ? await (await import('./sample/part-answers.ts')).partAnswers() : {}
    return mockEmbed({ ...own, answers: { ...ofParts, ...own.answers } }, { show, comeBack })
  }
  /** The same for View as: the page's reads have their responses in the document. */
  async function createViewerApi({
    user,
    answers,
  }: NonNullable<EmbedPageData['viewedAs']>): Promise<EmbedApi> {
    const { mockEmbed } = await import('./sample/mock-embed.ts')
    const ready = Object.entries(answers).map(([call, answer]) => [call, () => answer])
    const sample = { data: {}, ...(user ? { user } : {}), answers: Object.fromEntries(ready) }
    return mockEmbed(sample, { show, comeBack: () => {} })
  }
  await put(page, hydrate)
}
