import { careJourneys } from './care.ts'
import { openHouse } from './house.ts'
import { pageJourneys } from './pages.ts'
import { recordJourneys } from './record.ts'
import { sidebarJourneys } from './sidebar.ts'
import { signInJourneys } from './sign-in.ts'
import { troubleJourneys } from './trouble.ts'

// One file, so that all journeys share one server and each role signs in only once.
openHouse()
signInJourneys()
sidebarJourneys()
pageJourneys()
careJourneys()
recordJourneys()
troubleJourneys()
