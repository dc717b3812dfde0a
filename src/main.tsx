import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language, startLanguage } from './locale/language.ts'
import { startClock } from './session/clock.ts'
import { App } from './shell/App.tsx'
import { loadFaces } from './ui/faces.ts'
import { startLook } from './ui/look.ts'
import { sayKept } from './ui/toast.ts'

if (import.meta.env.MODE === 'mock') (await import('./pages/mock/start.ts')).startMock()
// before anything is painted: the page waits for this file
startLook()
void startClock()
await Promise.all([startLanguage(), loadFaces('a')])
if (language() === 'vi') await loadFaces('ạ')
sayKept()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
