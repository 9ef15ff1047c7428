import '@fontsource/ibm-plex-sans/latin-400.css'
import '@fontsource/ibm-plex-sans/latin-500.css'
import '@fontsource/ibm-plex-sans/latin-600.css'
import '@fontsource/ibm-plex-sans/latin-700.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { listenForUncaught } from './api/error-report.ts'
import { makeStore } from './api/store.ts'
import { App } from './app/App.tsx'
import { authenticate, retryAuthentication } from './domains/account/startup.ts'
import { changeLanguage, startI18n } from './i18n/i18n.ts'
import { pageLanguage } from './i18n/language.ts'
import { startScheme } from './ui/page/color-scheme.ts'

listenForUncaught()
startScheme()
const language = pageLanguage()
const store = makeStore()
void store.dispatch(authenticate())
addEventListener('online', () => void store.dispatch(retryAuthentication()))
void startI18n(language)
void changeLanguage(language)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App store={store} />)
