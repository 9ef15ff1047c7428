import { setupApp } from './app.ts'
import { careTests } from './care.ts'
import { chatTests } from './chat.ts'
import { errorTests } from './errors.ts'
import { pageTests } from './pages.ts'
import { registrationTests } from './registration.ts'
import { sidebarTests } from './sidebar.ts'
import { signInTests } from './sign-in.ts'

// each file starts its own server; files run in parallel
setupApp()
signInTests()
registrationTests()
sidebarTests()
pageTests()
careTests()
chatTests()
errorTests()
