import './gallery.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { ToastHost } from '#ui/toasts/toast-host.tsx'
import Gallery from './gallery.tsx'

createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <Gallery />
    <ToastHost wait={false} />
  </BrowserRouter>,
)
