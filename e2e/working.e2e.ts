import { mergeTests } from './admin/merge.ts'
import { setupApp } from './app.ts'
import { bookingTests } from './booking.ts'
import { bulkTests } from './bulk.ts'
import { dipstickTests } from './dipstick.ts'
import { identityTests } from './identity.ts'
import { interviewTests } from './interview.ts'
import { karteTests } from './karte.ts'
import { minutesTests } from './minutes.ts'
import { questionnaireTests } from './questionnaire.ts'
import { recordTests } from './record.ts'
import { releaseTests } from './releases.ts'
import { roomTests } from './rooms.ts'
import { shopTests } from './shop/shop.ts'
import { timelineTests } from './timeline.ts'
import { todayTests } from './today.ts'

setupApp()
identityTests()
interviewTests()
karteTests()
minutesTests()
questionnaireTests()
recordTests()
dipstickTests()
releaseTests()
timelineTests()
bookingTests()
bulkTests()
roomTests()
todayTests()
mergeTests()
shopTests()
