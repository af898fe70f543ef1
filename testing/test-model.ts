import { after } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { listenLocally } from '#sandbox/listen.ts'
import { openModel } from '#sandbox/model/model.ts'

/** The sandbox's language model on a port of this machine, with the requests that reached it. */
export async function testModel() {
  const { app, requests } = openModel()
  const server = await listenLocally(getRequestListener(app.fetch), 0)
  after(() => server.close())
  const origin = `http://localhost:${server.port}`
  return {
    origin,
    baseUrl: `${origin}/model/v1`,
    requests,
    /** Everything that the model was sent, as one text. */
    input: () =>
      requests.map(({ body }) => body.messages.map(({ content }) => content).join('\n')).join('\n'),
  }
}
