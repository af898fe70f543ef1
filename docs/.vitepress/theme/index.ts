import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import '@fontsource-variable/geist-mono/wght.css'
import './theme.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component(
      'ApiReference',
      defineAsyncComponent(() => import('./api-reference.vue')),
    )
  },
} satisfies Theme
