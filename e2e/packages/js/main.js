import { loadBlocks, on, user } from '@bolt-blocks/js'

const { host, tenant } = JSON.parse(document.getElementById('settings').textContent)
const log = document.getElementById('app')
const record = (text) => (log.textContent += `${text} `)

on('ready', ({ block }) => record(`ready:${block}`))
const readUser = () =>
  user().then(
    (found) => record(`user:${found === null ? 'null' : found.email}`),
    (why) => record(`user:${why.message.includes('did not load') ? 'unknown' : why.message}`),
  )
// This call comes before the script is loaded.
readUser()

const element = document.createElement('bb-block')
element.dataset.block = 'auth'
document.body.append(element)

loadBlocks({ host: 'http://127.0.0.1:9', timeout: 5000 })
  .catch((why) => record(why.message.includes('did not load') ? 'refused' : why.message))
  .then(() => {
    readUser()
    return Promise.all([loadBlocks({ host, tenant }), loadBlocks({ host, tenant })])
  })
  .then(() => record('loaded'))
