import { accountCalls } from './accounts.ts'
import { administrationCalls } from './administration.ts'
import { boardCalls } from './board.ts'
import { bookingCalls, separateBookingCalls } from './booking.ts'
import { bulkCalls, separateBulkCalls } from './bulk.ts'
import type { Call, SeparateIds } from './call.ts'
import { dataExportCalls } from './exchange/data-export.ts'
import { appCalls, fhirCalls, fhirExportCalls, fhirImportCalls, separateAppCalls, separateFhirCalls } from './exchange/fhir.ts'
import { separateShareCalls, shareCalls } from './exchange/share.ts'
import { interviewCalls } from './interview.ts'
import { karteCalls, separateKarteCalls } from './karte.ts'
import { deviceCalls, lifeCalls, separateDeviceCalls } from './life.ts'
import { markCalls, separateMarkCalls } from './mark.ts'
import { messageCalls, separateMessageCalls } from './message.ts'
import { separateMinutesCalls } from './minutes.ts'
import { noticeCalls, separateNoticeCalls } from './notice.ts'
import { paymentCalls, separatePaymentCalls } from './payment.ts'
import { peopleCalls, sessionCalls } from './people.ts'
import { questionnaireCalls, separateQuestionnaireCalls } from './questionnaire.ts'
import { recordCalls } from './record.ts'
import { separateReferenceCalls } from './reference.ts'
import { registrationCalls, separateRegistrationCalls } from './registration.ts'
import { resultCalls } from './results.ts'
import { importCalls, separateImportCalls } from './results-import.ts'
import { separateShopCalls, shopCalls } from './shop.ts'

/** Calls, written by hand, that `calls.test.ts` sends as every role. */
export const calls: Record<string, Call> = {
  ...bookingCalls,
  ...peopleCalls,
  ...registrationCalls,
  ...dataExportCalls,
  ...messageCalls,
  ...noticeCalls,
  ...markCalls,
  ...bulkCalls,
  ...resultCalls,
  ...recordCalls,
  ...lifeCalls,
  ...deviceCalls,
  ...interviewCalls,
  ...karteCalls,
  ...boardCalls,
  ...importCalls,
  ...questionnaireCalls,
  ...administrationCalls,
  ...accountCalls,
  ...shopCalls,
  ...paymentCalls,
  ...fhirCalls,
  ...fhirExportCalls,
  ...fhirImportCalls,
  ...appCalls,
  ...shareCalls,
}

/**
 * Calls that `calls.test.ts` does not send. Most of them need objects of their own (often a new one for each request), or start or end sessions. Other tests
 * cover them, and the trials send them.
 */
export const separateCalls: Record<string, Call<SeparateIds>> = {
  ...sessionCalls,
  ...separateRegistrationCalls,
  ...separateImportCalls,
  ...separateQuestionnaireCalls,
  ...separateMinutesCalls,
  ...separateKarteCalls,
  ...separateMessageCalls,
  ...separateNoticeCalls,
  ...separateMarkCalls,
  ...separateBulkCalls,
  ...separateBookingCalls,
  ...separateShopCalls,
  ...separatePaymentCalls,
  ...separateDeviceCalls,
  ...separateFhirCalls,
  ...separateAppCalls,
  ...separateShareCalls,
  ...separateReferenceCalls,
}
