import { careJourneys } from './care.ts'
import { openHouse } from './house.ts'
import { karteJourneys } from './karte.ts'
import { recordJourneys } from './record.ts'
import { timelineJourneys } from './timeline.ts'
import { todayJourneys } from './today.ts'
import { troubleJourneys } from './trouble.ts'

openHouse()
careJourneys()
karteJourneys()
recordJourneys()
timelineJourneys()
todayJourneys()
troubleJourneys()
