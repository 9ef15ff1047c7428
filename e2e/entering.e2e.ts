import { setupApp } from './app.ts'
import { careJourneys } from './care.ts'
import { chatJourneys } from './chat.ts'
import { errorJourneys } from './errors.ts'
import { pageJourneys } from './pages.ts'
import { registrationJourneys } from './registration.ts'
import { sidebarJourneys } from './sidebar.ts'
import { signInJourneys } from './sign-in.ts'

// Each file starts its own server and signs in once per role; two files run in parallel.
setupApp()
signInJourneys()
registrationJourneys()
sidebarJourneys()
pageJourneys()
careJourneys()
chatJourneys()
errorJourneys()
