import { makeApp } from './app.js'

makeApp(JSON.parse(document.getElementById('settings').textContent)).mount('#app')
