import { StrictMode, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.js'

const settings = JSON.parse(document.getElementById('settings').textContent)
hydrateRoot(document.getElementById('app'), createElement(StrictMode, null, createElement(App, settings)))
