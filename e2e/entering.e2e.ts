import { careJourneys } from './care.ts'
import { chatJourneys } from './chat.ts'
import { createContext } from './house.ts'
import { pageJourneys } from './pages.ts'
import { sidebarJourneys } from './sidebar.ts'
import { signInJourneys } from './sign-in.ts'
import { troubleJourneys } from './trouble.ts'

// One file a server, which each role signs in to only once; two of them side by side.
createContext()
signInJourneys()
sidebarJourneys()
pageJourneys()
careJourneys()
chatJourneys()
troubleJourneys()
