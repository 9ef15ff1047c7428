import { careJourneys } from './care.ts'
import { openHouse } from './house.ts'
import { interviewJourneys } from './interview.ts'
import { recordJourneys } from './record.ts'
import { todayJourneys } from './today.ts'
import { troubleJourneys } from './trouble.ts'

openHouse()
careJourneys()
interviewJourneys()
recordJourneys()
todayJourneys()
troubleJourneys()
