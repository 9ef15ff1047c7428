import '@fontsource/ibm-plex-sans/latin-400.css'
import '@fontsource/ibm-plex-sans/latin-500.css'
import '@fontsource/ibm-plex-sans/latin-600.css'
import '@fontsource/ibm-plex-sans/latin-700.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { authenticate } from './account/startup.ts'
import { App } from './app/App.tsx'
import { speak, startI18n } from './kit/i18n.ts'
import { pageLanguage } from './kit/language.ts'
import { listenForUncaught } from './kit/report.ts'
import { startScheme } from './kit/scheme.ts'
import { makeStore } from './kit/store.ts'

listenForUncaught()
startScheme()
const language = pageLanguage()
const store = makeStore()
void store.dispatch(authenticate())
void startI18n(language)
void speak(language)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App store={store} />)
