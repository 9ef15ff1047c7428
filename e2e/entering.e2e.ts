import { setupApp } from './app.ts'
import { careTests } from './care.ts'
import { chatTests } from './chat.ts'
import { errorTests } from './errors.ts'
import { pageTests } from './pages.ts'
import { registrationTests } from './registration.ts'
import { sidebarTests } from './sidebar.ts'
import { signInTests } from './sign-in.ts'

// Each file starts its own server and signs in once per role; files run in parallel.
setupApp()
signInTests()
registrationTests()
sidebarTests()
pageTests()
careTests()
chatTests()
errorTests()
