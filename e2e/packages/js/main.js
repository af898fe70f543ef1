import { loadBlocks, on, user } from '@bolt-blocks/js'

const { host, tenant } = JSON.parse(document.getElementById('settings').textContent)
const heard = document.getElementById('app')
const say = (words) => (heard.textContent += `${words} `)

on('ready', ({ block }) => say(`ready:${block}`))
const ask = () =>
  user().then(
    (found) => say(`user:${found === null ? 'nobody' : found.email}`),
    (why) => say(`user:${why.message.includes('did not load') ? 'unknown' : why.message}`),
  )
// Asked before anybody has loaded the script.
ask()

const place = document.createElement('bb-block')
place.dataset.block = 'auth'
document.body.append(place)

loadBlocks({ host: 'http://127.0.0.1:9', timeout: 5000 })
  .catch((why) => say(why.message.includes('did not load') ? 'refused' : why.message))
  .then(() => {
    ask()
    return Promise.all([loadBlocks({ host, tenant }), loadBlocks({ host, tenant })])
  })
  .then(() => say('loaded'))
