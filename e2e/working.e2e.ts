import { mergeJourneys } from './admin/merge.ts'
import { setupApp } from './app.ts'
import { bookingJourneys } from './booking.ts'
import { bulkJourneys } from './bulk.ts'
import { dipstickJourneys } from './dipstick.ts'
import { identityJourneys } from './identity.ts'
import { interviewJourneys } from './interview.ts'
import { karteJourneys } from './karte.ts'
import { minutesJourneys } from './minutes.ts'
import { questionnaireJourneys } from './questionnaire.ts'
import { recordJourneys } from './record.ts'
import { releaseJourneys } from './releases.ts'
import { roomJourneys } from './rooms.ts'
import { shopJourneys } from './shop/shop.ts'
import { timelineJourneys } from './timeline.ts'
import { todayJourneys } from './today.ts'

setupApp()
identityJourneys()
interviewJourneys()
karteJourneys()
minutesJourneys()
questionnaireJourneys()
recordJourneys()
dipstickJourneys()
releaseJourneys()
timelineJourneys()
bookingJourneys()
bulkJourneys()
roomJourneys()
todayJourneys()
mergeJourneys()
shopJourneys()
