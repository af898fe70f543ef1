/** What a plugin of Swagger UI receives; its package has no types. */
interface SwaggerSystem {
  React: { createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown }
}

interface LayoutProps {
  getComponent: (name: string, container?: boolean) => unknown
  specSelectors: { loadingStatus: () => string | null }
}

/**
 * Swagger UI's own layout is a `<main>`, and so is each page of the manual. This one shows the functions without that
 * landmark. It has no list of servers and no button to sign in, because the reference sends no requests.
 */
export const apiLayout = ({ React: { createElement } }: SwaggerSystem) => ({
  components: {
    ApiLayout({ getComponent, specSelectors }: LayoutProps) {
      const status = specSelectors.loadingStatus() ?? ''
      const part = (name: string) => createElement(getComponent(name, true))
      const message = status.startsWith('failed') ? 'The functions could not be loaded.' : 'Loading...'
      const content =
        status === 'success'
          ? [part('InfoContainer'), part('operations')]
          : [createElement('p', null, message)]
      return createElement('div', { className: 'swagger-ui' }, ...content)
    },
  },
})
