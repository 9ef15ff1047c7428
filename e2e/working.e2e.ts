import { bookingJourneys } from './booking.ts'
import { careJourneys } from './care.ts'
import { openHouse } from './house.ts'
import { recordJourneys } from './record.ts'
import { todayJourneys } from './today.ts'
import { troubleJourneys } from './trouble.ts'

openHouse()
careJourneys()
recordJourneys()
bookingJourneys()
todayJourneys()
troubleJourneys()
