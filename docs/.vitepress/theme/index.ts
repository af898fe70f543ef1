import type { DefaultTheme, Theme } from 'vitepress'
import BaseTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import { rankOf } from '../../site/search-rank.ts'
import '@fontsource-variable/geist-mono/wght.css'
import './theme.css'

/**
 * Ranks search results. A function in the configuration would reach the browser as text, which the content policy
 * forbids to evaluate.
 */
function rankSearch(config: DefaultTheme.Config): DefaultTheme.Config {
  const search = {
    provider: 'local' as const,
    options: { miniSearch: { searchOptions: { boostDocument: rankOf } } },
  }
  return { ...config, search }
}

export default {
  extends: BaseTheme,
  enhanceApp({ app, siteData }) {
    siteData.value = { ...siteData.value, themeConfig: rankSearch(siteData.value.themeConfig) }
    app.component(
      'ApiReference',
      defineAsyncComponent(() => import('./api-reference.vue')),
    )
  },
} satisfies Theme
