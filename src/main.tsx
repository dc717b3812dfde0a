import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { language, startLanguage } from './locale/language.ts'
import { startClock } from './session/clock.ts'
import { showStoredToast } from './ui/feedback/toast.ts'
import { loadFonts } from './ui/theme/load-fonts.ts'
import { startTheme } from './ui/theme/theme.ts'

if (import.meta.env.MODE === 'mock') (await import('./pages/mock/start-mock.ts')).startMock()
// before anything is painted: the page waits for this file
startTheme()
void startClock()
await Promise.all([startLanguage(), loadFonts('a')])
if (language() === 'vi') await loadFonts('ạ')
showStoredToast()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
